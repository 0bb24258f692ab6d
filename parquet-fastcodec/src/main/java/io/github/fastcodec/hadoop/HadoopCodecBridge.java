// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A codec of Parquet as a Hadoop codec over our engines, for parquet-java's own codec factory, which calls it once for each
 * page. Its compressors and decompressors hold the options of the file that they were made for.
 *
 * <p>Safe for use by many threads; its compressors, decompressors and streams are for one thread at a time.
 */
final class HadoopCodecBridge implements CompressionCodec {

    private final CompressionCodecName codec;
    private final String level;
    private final AtomicLong compressorsMade = new AtomicLong();
    private final AtomicLong decompressorsMade = new AtomicLong();

    /**
     * @param codec any codec but UNCOMPRESSED
     * @param level the level of all its compressors, as the codec's key takes it, or null for that of each file
     */
    HadoopCodecBridge(CompressionCodecName codec, String level) {
        this.codec = codec;
        this.level = level;
    }

    /** Returns how many compressors this codec has made. */
    long compressorsMade() {
        return compressorsMade.get();
    }

    /** Returns how many decompressors this codec has made. */
    long decompressorsMade() {
        return decompressorsMade.get();
    }

    /**
     * Makes a compressor with the options of the file that the calling thread opened last.
     *
     * @throws IllegalArgumentException if the file's configuration has a value out of range; names key, value and range
     * @throws UnsupportedOperationException if no engine can compress the codec; says why and what to add
     */
    @Override
    public Compressor createCompressor() {
        compressorsMade.incrementAndGet();
        FastCodecOptions options = FileOptions.current();
        return new BridgeCompressor(
                new FastCodecFactory(level == null ? options : options.withLevel(codec, level)).getCompressor(codec));
    }

    /**
     * Makes a decompressor with the options of the file that the calling thread opened last.
     *
     * @throws IllegalArgumentException if the file's configuration has a value out of range; names key, value and range
     * @throws UnsupportedOperationException if no engine can decompress the codec; says why and what to add
     */
    @Override
    public Decompressor createDecompressor() {
        decompressorsMade.incrementAndGet();
        return BridgeDecompressor.of(codec, new FastCodecFactory(FileOptions.current()).getDecompressor(codec));
    }

    @Override
    public Class<? extends Compressor> getCompressorType() {
        return BridgeCompressor.class;
    }

    @Override
    public Class<? extends Decompressor> getDecompressorType() {
        return BridgeDecompressor.class;
    }

    @Override
    public CompressionOutputStream createOutputStream(OutputStream out) {
        return createOutputStream(out, createCompressor());
    }

    /**
     * Returns a stream that compresses what it is given as one page.
     *
     * @param compressor one of this codec's
     */
    @Override
    public CompressionOutputStream createOutputStream(OutputStream out, Compressor compressor) {
        return new BridgeOutputStream(out, ((BridgeCompressor) compressor).pages());
    }

    @Override
    public CompressionInputStream createInputStream(InputStream in) throws IOException {
        return createInputStream(in, createDecompressor());
    }

    /**
     * Returns a stream of the one page that {@code in} holds.
     *
     * @param decompressor one of this codec's
     */
    @Override
    public CompressionInputStream createInputStream(InputStream in, Decompressor decompressor) throws IOException {
        return new BridgeInputStream(in, ((BridgeDecompressor) decompressor).pages());
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
