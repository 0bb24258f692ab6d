// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Compresses and decompresses blocks of one or more codecs with one library.
 *
 * <p>An engine either is part of this project or is found by {@link java.util.ServiceLoader} under this interface's name.
 * It has a public constructor without arguments and is thread-safe. It must load even if its library is missing. So only
 * other classes, which the engine loads when it creates its first context, may use the library's types. Each engine is
 * tested before its first use: it decompresses a known block, and a block that it compressed itself.
 *
 * <p>For LZ4 and LZO an engine sees raw blocks. Its caller adds and removes the Hadoop framing around them.
 */
public interface CodecEngine {

    /**
     * Returns the engine's name in configuration and messages, e.g. {@code zstd-jni}. It is unique among the engines of a
     * codec.
     */
    String name();

    /** Returns the codecs that this engine serves. */
    Set<CompressionCodecName> codecs();

    /**
     * Returns the engine's priority. Of a codec's working engines the one with the highest priority is used. In this project
     * a codec's first choice has priority 100, and its alternative 50.
     */
    int priority();

    /** Returns what a user must do to make this engine work, as a sentence without a full stop. */
    String howToFix();

    /**
     * Returns the version of this engine's library, for people to read. The default is the version in the manifest of the
     * engine's own jar.
     *
     * @throws LinkageError if the library is missing
     */
    default String libraryVersion() {
        String version = getClass().getPackage().getImplementationVersion();
        return version == null ? "of unknown version" : version;
    }

    /** Returns whether the engine can compress; some libraries only decompress. */
    default boolean canCompress() {
        return true;
    }

    /**
     * Returns whether the engine can compress at {@code level}, which is within the codec's range. If a job falls back to
     * an engine that does not have the level, the engine compresses at another level. The default is true.
     */
    default boolean hasLevel(int level) {
        return true;
    }

    /**
     * Returns whether a malformed block can make {@link BlockDecompressor#decompress} return earlier content of
     * {@code target}. If so, reused memory is filled with zeros first. The default is true.
     */
    default boolean mayRevealTarget() {
        return true;
    }

    /**
     * Creates a context for compression, owned by the caller.
     *
     * @param settings the level, which is within the codec's range, and other settings
     * @throws UnsupportedOperationException if the engine only decompresses
     * @throws LinkageError if the library is missing or its native part does not load
     */
    BlockCompressor newCompressor(CompressionSettings settings);

    /**
     * Creates a context for decompression, owned by the caller.
     *
     * @throws LinkageError if the library is missing or its native part does not load
     */
    BlockDecompressor newDecompressor();
}
