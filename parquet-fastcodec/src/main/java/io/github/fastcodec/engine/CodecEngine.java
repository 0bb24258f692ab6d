// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * One library's way to compress and decompress blocks of one or more codecs.
 *
 * <p>Engines come with this project, or are found by {@link java.util.ServiceLoader} under this interface's name. An
 * engine has a public constructor without arguments, loads even where its library is missing (it uses the library's types
 * in nested classes only), and is safe for use by many threads. {@link Engines} asks it for a proof before it is used.
 *
 * <p>For LZ4 and LZO an engine sees raw blocks; the Hadoop framing around them is added and taken off outside.
 */
public interface CodecEngine {

    /** Returns the engine's name as configuration and messages use it, e.g. {@code zstd-jni}; unique for each codec. */
    String name();

    /** Returns the codecs that this engine serves. */
    Set<CompressionCodecName> codecs();

    /**
     * Returns the engine's place among those of a codec: the highest that works is used. Engines of this project stand at
     * 100 where they call a native library or are the only one, and at 50 where they are the pure-Java alternative.
     */
    int priority();

    /** Returns what a user does to make this engine work, as a sentence without a full stop. */
    String howToFix();

    /**
     * Returns the version of the library behind this engine, for people to read.
     *
     * @throws LinkageError if the library is missing
     */
    default String libraryVersion() {
        return LibraryVersion.of(getClass());
    }

    /** Returns whether the engine compresses as well; some libraries only decompress. */
    default boolean canCompress() {
        return true;
    }

    /**
     * Creates a context for compression, owned by the caller.
     *
     * @param settings what is asked for; its level is within the codec's range
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
