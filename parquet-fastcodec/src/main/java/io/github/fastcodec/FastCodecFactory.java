// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.format.CodecFacts;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.internal.page.PassThrough;
import io.github.fastcodec.internal.settings.Settings;
import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link CompressionCodecFactory} that compresses and decompresses each page in one call to the fastest library that
 * loads, for every codec of Parquet.
 *
 * <p>Pass it to {@code withCodecFactory} of a Parquet writer's or reader's builder.
 *
 * <p>A factory is safe for use by many threads. It may serve any number of readers and writers, at once and one after the
 * other. Each call returns a new compressor or decompressor, which only one thread may use at a time. These are small: the
 * contexts of the compression libraries belong to a pool of the process. Nothing needs to be released.
 */
public final class FastCodecFactory implements CompressionCodecFactory {

    private static final Logger LOG = LoggerFactory.getLogger(FastCodecFactory.class);

    private static final PassThrough PASS_THROUGH = new PassThrough(CorruptPageException::new);

    static {
        try {
            if (Settings.JMX.get(System::getProperty)) {
                FastCodecJmx.register();
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("parquet-fastcodec is not in JMX. Everything else works.", e); // no page should fail for it
        }
    }

    private final FastCodecOptions options;
    private final boolean isExact;
    private final Set<CompressionCodecName> warnedOfLevel = ConcurrentHashMap.newKeySet();

    /** Creates a factory with default options. */
    public FastCodecFactory() {
        this(FastCodecOptions.defaults());
    }

    /**
     * Creates a factory with the given options. All factories share the pool of contexts. Each of the pool's limits is the
     * largest that the options of any factory have requested so far.
     */
    public FastCodecFactory(FastCodecOptions options) {
        this(options, false);
    }

    private FastCodecFactory(FastCodecOptions options, boolean isExact) {
        this.options = Objects.requireNonNull(options, "options");
        this.isExact = isExact;
        options.raisePoolLimits();
    }

    /**
     * Returns a factory whose compressors have exactly the level that is given or configured: without an engine that has it,
     * {@link #getCompressor} throws. Other factories compress ZSTD at another level where zstd-jni does not load.
     */
    public FastCodecFactory withExactLevels() {
        return new FastCodecFactory(options, true);
    }

    /**
     * Returns a new compressor at the codec's configured level.
     *
     * @throws IllegalArgumentException if the configured level is out of range; names key, value and range
     * @throws UnsupportedOperationException if no engine can compress the codec; says why and what to add
     */
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return codec == CompressionCodecName.UNCOMPRESSED ? PASS_THROUGH : compressor(codec, options.settings(codec));
    }

    /**
     * Returns a new compressor at the given level. A codec without levels ignores the level; this factory logs one warning
     * for each such codec.
     *
     * @param level the codec's own level: ZSTD -131072 to 22 (0 is 3), GZIP -1 to 9 (-1 is 6), BROTLI 0 to 11
     * @throws IllegalArgumentException if the level is out of range; names key, value and range
     * @throws UnsupportedOperationException if no engine can compress the codec; says why and what to add
     */
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec, int level) {
        if (CodecFacts.of(codec).levels() != null) {
            return compressor(codec, options.settings(codec, level));
        }
        if (warnedOfLevel.add(codec)) {
            LOG.warn("{} has no compression levels; level {} is ignored", codec, level);
        }
        return getCompressor(codec);
    }

    /**
     * Returns a new decompressor.
     *
     * @throws UnsupportedOperationException if no engine can decompress the codec; says why and what to add
     */
    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return codec == CompressionCodecName.UNCOMPRESSED
                ? PASS_THROUGH
                : new PageDecompressor(
                        codec,
                        Engines.forDecompression(codec, options.engine(codec)),
                        options.maxPageBytes(),
                        CorruptPageException::new);
    }

    /**
     * Decompresses one page into the caller's array, if that is large enough and its old bytes cannot leak into a hostile page. For
     * programs that use one page at a time, and so need no new array for each.
     *
     * @param decompressor one that {@link #getDecompressor} has returned
     * @param bytes the compressed page, consumed by this call
     * @param size the exact size of the page, in bytes, as its header claims
     * @return {@code memory} or a new array, with the page in {@code [0, size)}
     * @throws CorruptPageException if the page does not decompress to exactly {@code size} bytes; {@code memory} has zeros there then
     * @throws IOException if {@code bytes} cannot be read
     * @throws IllegalArgumentException if the decompressor is another factory's, or of UNCOMPRESSED
     */
    public static byte[] decompress(BytesInputDecompressor decompressor, BytesInput bytes, int size, byte[] memory)
            throws IOException {
        if (!(decompressor instanceof PageDecompressor)) {
            throw new IllegalArgumentException(
                    "expected a decompressor of FastCodecFactory, of another codec than UNCOMPRESSED, got "
                            + decompressor);
        }
        return ((PageDecompressor) decompressor).decompress(bytes, size, memory);
    }

    private BytesInputCompressor compressor(CompressionCodecName codec, CompressionSettings settings) {
        String name = options.engine(codec);
        CodecEngine engine =
                isExact ? Engines.forLevel(codec, name, settings.level()) : Engines.forCompression(codec, name);
        return new PageCompressor(codec, engine, settings, options.verifiesCompression());
    }

    /**
     * Does nothing. parquet-java releases a shared factory whenever one of its readers closes, and the other readers must
     * keep working.
     */
    @Override
    public void release() {}
}
