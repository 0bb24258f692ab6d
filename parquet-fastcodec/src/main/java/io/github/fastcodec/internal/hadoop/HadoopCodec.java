// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.page.PageDecompressor;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * One entry of parquet-java's codec map. When parquet-java opens a file, it asks the entry for a compressor or decompressor,
 * and then for a stream for each page.
 *
 * <p>A codec does not know its file. If there is a note about the file ({@link OpenedFile}), the file's settings apply;
 * otherwise those of the process apply. A file whose settings switch this project off gets parquet-java's codec for all
 * its pages.
 *
 * <p>Thread-safe. Threads may share its decompressors for pages; its compressors and streams are for one thread at a time.
 */
final class HadoopCodec implements CompressionCodec {

    private final Installation installation;
    private final CompressionCodecName codec;
    private final @Nullable String level;
    private volatile boolean compresses;
    private volatile boolean decompresses;

    /**
     * Creates an entry, without putting it into the map.
     *
     * @param codec any but UNCOMPRESSED
     * @param level the level of all compressors, in a form that the codec's key accepts, or null to use each file's level
     */
    HadoopCodec(Installation installation, CompressionCodecName codec, @Nullable String level) {
        this.installation = installation;
        this.codec = codec;
        this.level = level;
    }

    /** Returns whether both a compressor and a decompressor have been requested. */
    boolean isUsed() {
        return compresses && decompresses;
    }

    /**
     * Creates a compressor for the file that the calling thread is opening.
     *
     * @throws IllegalArgumentException if the file's configuration contains a value out of range; the message names the key,
     *     the value and the range
     * @throws UnsupportedOperationException if no engine can compress the codec; the message says why and what to add
     */
    @Override
    public Compressor createCompressor() {
        compresses = true;
        OpenedFile file = OpenedFile.take(this, true);
        return file == null || file.isServed()
                ? new HadoopCompressor(factory(file).getCompressor(codec))
                : HadoopCompressor.of(parquetCodec(file));
    }

    /**
     * Creates a decompressor for the file that the calling thread is opening.
     *
     * @throws IllegalArgumentException if the file's configuration contains a value out of range; the message names the key,
     *     the value and the range
     * @throws UnsupportedOperationException if no engine can decompress the codec; the message says why and what to add
     */
    @Override
    public Decompressor createDecompressor() {
        decompresses = true;
        OpenedFile file = OpenedFile.take(this, false);
        return file == null || file.isServed()
                ? HadoopDecompressor.of(codec, this, pages(file))
                : HadoopDecompressor.of(codec, this, parquetCodec(file));
    }

    /** Returns a page decompressor for a file; {@code file} is null if the file's settings are unknown. */
    PageDecompressor pages(@Nullable OpenedFile file) {
        return (PageDecompressor) factory(file).getDecompressor(codec);
    }

    private FastCodecFactory factory(@Nullable OpenedFile file) {
        Map<String, String> settings = file == null ? installation.processSettings() : file.settings();
        FastCodecOptions options = FastCodecOptions.from(settings::get);
        return new FastCodecFactory(level == null ? options : options.withLevel(codec, level));
    }

    private CompressionCodec parquetCodec(OpenedFile file) {
        return ParquetJavaCodec.create(
                codec, level, file.settings(), installation.parquetClassName(codec), installation.loader());
    }

    @Override
    public Class<? extends Compressor> getCompressorType() {
        return HadoopCompressor.class;
    }

    @Override
    public Class<? extends Decompressor> getDecompressorType() {
        return HadoopDecompressor.class;
    }

    @Override
    public CompressionOutputStream createOutputStream(OutputStream out) throws IOException {
        return createOutputStream(out, createCompressor());
    }

    /**
     * Returns a stream that compresses everything written to it as one page.
     *
     * @param compressor a compressor of this codec
     */
    @Override
    public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor) throws IOException {
        return ((HadoopCompressor) compressor).stream(out);
    }

    @Override
    public CompressionInputStream createInputStream(InputStream in) throws IOException {
        return createInputStream(in, createDecompressor());
    }

    /**
     * Returns a stream that decompresses the page in {@code in}.
     *
     * @param decompressor a decompressor of this codec
     */
    @Override
    public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor) throws IOException {
        return ((HadoopDecompressor) decompressor).stream(in);
    }

    @Override
    public String getDefaultExtension() {
        return "." + codec.name().toLowerCase(Locale.ROOT) + ".fastcodec";
    }

    @Override
    public String toString() {
        return "parquet-fastcodec's " + codec + (level == null ? "" : " at level " + level);
    }
}
