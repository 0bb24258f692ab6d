// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.hadoop.relay.CodecRelay;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.internal.page.UnsizedPages;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What this copy of parquet-fastcodec offers to the relays in parquet-java's codec map, by the protocol of {@link CodecRelay}.
 * Relays hold it weakly; it lives as long as this class. Safe for use by many threads.
 */
final class PageService implements BiFunction<Object, Map<String, String>, Object> {

    /** The one of this copy. */
    static final PageService INSTANCE = new PageService();

    /** What a relay's file goes through, by the relay's object for that file. */
    private final Map<Object, Object> pagesByOwner = Collections.synchronizedMap(new WeakHashMap<>());

    private volatile Map<String, String> processSettings = Map.of();

    private PageService() {}

    /** Sets what holds for files whose settings are not known. */
    void setProcessSettings(Map<String, String> settings) {
        processSettings = settings;
    }

    /**
     * Returns what the pages of a file go through.
     *
     * @throws IllegalArgumentException if the settings have a value out of range; names key, value and range
     * @throws UnsupportedOperationException if no engine serves the codec; says why and what to add
     */
    @Override
    public Object apply(Object owner, Map<String, String> request) {
        CompressionCodecName codec = CompressionCodecName.valueOf(request.get(CodecRelay.CODEC));
        Map<String, String> settings = request.containsKey(CodecRelay.FILE) ? request : processSettings;
        FastCodecOptions options = FastCodecOptions.from(settings::get);
        String level = request.get(CodecRelay.LEVEL);
        FastCodecFactory factory = new FastCodecFactory(level == null ? options : options.withLevel(codec, level));
        Object pages = CodecRelay.COMPRESS.equals(request.get(CodecRelay.DIRECTION))
                ? compression(factory.getCompressor(codec))
                : decompression(codec, (PageDecompressor) factory.getDecompressor(codec));
        pagesByOwner.put(owner, pages);
        return pages;
    }

    private static BiConsumer<ByteBuffer, OutputStream> compression(BytesInputCompressor compressor) {
        return (page, out) -> {
            try {
                compressor
                        .compress(BytesInput.from(page.array(), page.arrayOffset() + page.position(), page.remaining()))
                        .writeAllTo(out);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static BiFunction<InputStream, ByteBuffer, ByteBuffer> decompression(
            CompressionCodecName codec, PageDecompressor pages) {
        UnsizedPages unsizedPages = new UnsizedPages(codec, pages);
        return (in, target) -> {
            try {
                BytesInput page = compressed(in);
                if (!target.hasRemaining()) {
                    return unsizedPages.decompress(page, target.array());
                }
                pages.decompressTo(page, target.array());
                return target;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    private static BytesInput compressed(InputStream in) throws IOException {
        if (in instanceof ByteBufferInputStream) {
            return BytesInput.from(((ByteBufferInputStream) in).remainingBuffers());
        }
        // a relocated parquet's stream, which knows how much it holds
        byte[] bytes = new byte[in.available()];
        int length = in.readNBytes(bytes, 0, bytes.length);
        byte[] more = in.readAllBytes();
        if (more.length > 0) {
            bytes = Arrays.copyOf(bytes, length + more.length);
            System.arraycopy(more, 0, bytes, length, more.length);
            length = bytes.length;
        }
        return BytesInput.from(bytes, 0, length);
    }
}
