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
 * <p>Pass it to {@code withCodecFactory} on the builder of a Parquet reader or writer.
 *
 * <p>A factory is thread-safe. It may serve any number of readers and writers, concurrently and in sequence. Each call of
 * {@code getCompressor} or {@code getDecompressor} returns a new object. Decompressors are thread-safe; only one thread at a
 * time may use a compressor. Both are small and need not be released, because the contexts of the compression libraries are
 * pooled in the process.
 */
public final class FastCodecFactory implements CompressionCodecFactory {

    /** Whether the MBean is registered, or is not to be. No static field is initialized: see InitializerMemory. */
    private static volatile boolean knowsMBean;

    private final FastCodecOptions options;
    private final boolean isExact;
    private final Set<CompressionCodecName> warnedOfLevel = ConcurrentHashMap.newKeySet();

    /** Creates a factory with default options. */
    public FastCodecFactory() {
        this(FastCodecOptions.defaults());
    }

    /**
     * Creates a factory with the given options. All factories share the pool of contexts. Each of the pool's limits is the
     * largest value that the options of any factory have requested so far.
     */
    public FastCodecFactory(FastCodecOptions options) {
        this(options, false);
    }

    private FastCodecFactory(FastCodecOptions options, boolean isExact) {
        this.options = Objects.requireNonNull(options, "options");
        this.isExact = isExact;
        options.raisePoolLimits();
        registerMBean();
    }

    /**
     * Returns a factory whose compressors use exactly the requested or configured level. If no engine has that level,
     * {@link #getCompressor} throws. Other factories compress at another level if the library that has the level does not load.
     */
    public FastCodecFactory withExactLevels() {
        return new FastCodecFactory(options, true);
    }

    /**
     * Returns a new compressor at the codec's configured level.
     *
     * @throws IllegalArgumentException if the configured level is out of range; the message names the key, the value and the
     *     range
     * @throws UnsupportedOperationException if no engine can compress the codec; the message says why and what to add
     */
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec) {
        return codec == CompressionCodecName.UNCOMPRESSED ? passThrough() : compressor(codec, options.settings(codec));
    }

    /**
     * Returns a new compressor at the given level. A codec without levels ignores the level; each factory logs this once per
     * codec.
     *
     * @param level the codec's own level: ZSTD -131072 to 22 (0 means 3), GZIP -1 to 12 (-1 means 6), BROTLI 0 to 11, LZ4_RAW
     *     and LZ4 1 to 12
     * @throws IllegalArgumentException if the level is out of range; the message names the key, the value and the range
     * @throws UnsupportedOperationException if no engine can compress the codec; the message says why and what to add
     */
    @Override
    public BytesInputCompressor getCompressor(CompressionCodecName codec, int level) {
        if (CodecFacts.of(codec).levels() != null) {
            return compressor(codec, options.settings(codec, level));
        }
        if (warnedOfLevel.add(codec)) {
            log().warn("{} has no compression levels; level {} is ignored", codec, level);
        }
        return getCompressor(codec);
    }

    /**
     * Returns a new decompressor.
     *
     * @throws UnsupportedOperationException if no engine can decompress the codec; the message says why and what to add
     */
    @Override
    public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
        return codec == CompressionCodecName.UNCOMPRESSED
                ? passThrough()
                : new PageDecompressor(
                        codec,
                        Engines.forDecompression(codec, options.engine(codec)),
                        options.maxPageBytes(),
                        CorruptPageException::new);
    }

    /**
     * Decompresses one page into the caller's array, for programs that process one page at a time and reuse memory. A new
     * array is used if the caller's is too small, or if a malformed page could expose what the caller's array held before.
     *
     * @param decompressor a decompressor that {@link #getDecompressor} returned
     * @param bytes the compressed page, consumed by this call
     * @param size the exact size of the page, in bytes, as its header claims
     * @return {@code memory} or a new array, with the page in {@code [0, size)}
     * @throws CorruptPageException if the page does not decompress to exactly {@code size} bytes, in which case
     *     {@code memory} holds its earlier content or zeros, never a part of the page
     * @throws IOException if {@code bytes} cannot be read
     * @throws IllegalArgumentException if another factory class created the decompressor, or if the decompressor is for
     *     UNCOMPRESSED
     */
    public static byte[] decompress(BytesInputDecompressor decompressor, BytesInput bytes, int size, byte[] memory)
            throws IOException {
        if (!(decompressor instanceof PageDecompressor)) {
            throw new IllegalArgumentException(
                    "expected a decompressor that FastCodecFactory created for a codec other than UNCOMPRESSED, got "
                            + decompressor);
        }
        return ((PageDecompressor) decompressor).decompress(bytes, size, memory);
    }

    /** Registers the MBean if this is the first factory and the system property asks for it. */
    private static void registerMBean() {
        if (knowsMBean) {
            return;
        }
        try {
            if (Settings.JMX.get(System::getProperty)) {
                FastCodecJmx.register();
            }
        } catch (RuntimeException | LinkageError e) {
            // not rethrown, because no page may fail for lack of an MBean
            log().warn("parquet-fastcodec could not register its MBean. Everything else works.", e);
        }
        knowsMBean = true;
    }

    private static Logger log() {
        return LoggerFactory.getLogger(FastCodecFactory.class);
    }

    private static PassThrough passThrough() {
        return new PassThrough(CorruptPageException::new);
    }

    private BytesInputCompressor compressor(CompressionCodecName codec, CompressionSettings settings) {
        String name = options.engine(codec);
        CodecEngine engine =
                isExact ? Engines.forLevel(codec, name, settings.level()) : Engines.forCompression(codec, name);
        Engines.warnIfIgnored(engine, codec, settings.level());
        return new PageCompressor(codec, engine, settings, options.verifiesCompression());
    }

    /**
     * Does nothing. parquet-java releases a shared factory whenever one of its readers closes, and the other readers must
     * keep working.
     */
    @Override
    public void release() {}
}
