// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * One library's way to compress and decompress blocks of one or more codecs.
 *
 * <p>Engines come with this project, or {@link java.util.ServiceLoader} finds them under this interface's name. An engine has
 * a public constructor without arguments and is safe for use by many threads. It must load even where its library is
 * missing, so it uses the library's types in other classes only, which it loads with its first context. An engine is tested
 * before its first use: it decompresses a known block and reads back what it writes.
 *
 * <p>For LZ4 and LZO an engine sees raw blocks. Its caller adds and removes the Hadoop framing around them.
 */
public interface CodecEngine {

    /** Returns the engine's name as configuration and messages use it, e.g. {@code zstd-jni}; unique for each codec. */
    String name();

    /** Returns the codecs that this engine serves. */
    Set<CompressionCodecName> codecs();

    /**
     * Returns the engine's priority among those of a codec: the one with the highest that works is used. Of this project's
     * engines a codec's first choice has 100, its alternative 50.
     */
    int priority();

    /** Returns what a user must do to make this engine work, as a sentence without a full stop. */
    String howToFix();

    /**
     * Returns the version of the library behind this engine, for people to read. By default the version in the manifest of
     * the jar that this engine came from.
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
     * Returns whether the engine compresses at a level, which is within the codec's range. One that returns false compresses at
     * another level instead, where a job falls back on it. By default true.
     */
    default boolean hasLevel(int level) {
        return true;
    }

    /**
     * Returns whether a malformed block can make {@link BlockDecompressor#decompress} return bytes that {@code target} held
     * before. Memory that is used again is then filled with zeros first. By default true.
     */
    default boolean mayRevealTarget() {
        return true;
    }

    /**
     * Creates a context for compression, owned by the caller.
     *
     * @param settings the level, checked to be within the codec's range, and more
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
