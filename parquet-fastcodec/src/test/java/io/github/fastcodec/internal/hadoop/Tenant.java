// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Somebody else in the JVM, who uses parquet-java and has never heard of this project: no class of it is named here. Made for
 * {@link EndingLoaderTest}, which talks to it in strings.
 */
public final class Tenant implements UnaryOperator<String> {

    private static final byte[] PAGE =
            "somebody else's page, again and again; ".repeat(3_000).getBytes(StandardCharsets.UTF_8);

    /** The factory of a file that stays open from {@code open} on. */
    private CodecFactory open;

    /** For the loader. */
    public Tenant() {}

    /**
     * Understands {@code compress CODEC}, {@code round CODEC} (there and back, whole and in chunks), {@code open CODEC},
     * {@code create CODEC} (no page yet) and {@code go-on CODEC} (a file that stays open), {@code direct CODEC} (by the factory for direct memory), {@code map} (the
     * codec map's entry for SNAPPY) and {@code protocol} (the version of that entry, if it is a relay).
     */
    @Override
    public String apply(String command) {
        String[] words = command.split(" ");
        try {
            switch (words[0]) {
                case "compress":
                    compress(newFactory(), codec(words));
                    return "ok";
                case "round":
                    roundTrip(newFactory(), codec(words));
                    return "ok";
                case "open":
                    open = newFactory();
                    roundTrip(open, codec(words));
                    return "ok";
                case "create":
                    open = newFactory();
                    open.getCompressor(codec(words));
                    open.getDecompressor(codec(words));
                    return "ok";
                case "go-on":
                    roundTrip(open, codec(words));
                    return "ok";
                case "direct":
                    CodecFactory direct = CodecFactory.createDirectCodecFactory(
                            new Configuration(false), DirectByteBufferAllocator.getInstance(), 1 << 20);
                    roundTrip(direct, codec(words));
                    direct.release();
                    return "ok";
                case "map":
                    return map().get(CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName()) + "";
                case "protocol":
                    CompressionCodec entry =
                            map().get(CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName());
                    return entry.getClass().getField("PROTOCOL").getInt(null) + "";
                default:
                    throw new IllegalArgumentException(command);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompressionCodecName codec(String[] words) {
        return CompressionCodecName.valueOf(words[1]);
    }

    private static CodecFactory newFactory() {
        return new CodecFactory(new Configuration(false), 1 << 20);
    }

    @SuppressWarnings("deprecation") // older parquet-java has no other way
    private static byte[] compress(CodecFactory factory, CompressionCodecName codec) throws IOException {
        byte[] compressed =
                factory.getCompressor(codec).compress(BytesInput.from(PAGE)).toByteArray();
        if (compressed.length >= PAGE.length / 4) {
            throw new IOException(codec + " did not compress");
        }
        return compressed;
    }

    @SuppressWarnings("deprecation") // older parquet-java has no other way
    private static void roundTrip(CodecFactory factory, CompressionCodecName codec) throws IOException {
        byte[] compressed = compress(factory, codec);
        byte[] whole = factory.getDecompressor(codec)
                .decompress(BytesInput.from(compressed), PAGE.length)
                .toByteArray();
        ByteBuffer chunks = factory.getDecompressor(codec)
                .decompress(BytesInput.from(compressed), PAGE.length)
                .toByteBuffer(HeapByteBufferAllocator.getInstance(), buffer -> {});
        if (!Arrays.equals(PAGE, whole) || !chunks.equals(ByteBuffer.wrap(PAGE))) {
            throw new IOException(codec + " gave another page");
        }
    }

    @SuppressWarnings("unchecked") // as it is declared
    private static Map<String, CompressionCodec> map() throws ReflectiveOperationException {
        Field map = CodecFactory.class.getDeclaredField("CODEC_BY_NAME");
        map.setAccessible(true);
        return (Map<String, CompressionCodec>) map.get(null);
    }
}
