// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import com.sun.jna.Native;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.EngineLibrary;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * GZIP by libdeflate, which is called through JNA. It processes a whole block at once, several times as fast as zlib. It
 * writes one member for each block, and reads any number of members; the library verifies the CRC32 and ISIZE of each.
 */
public final class GzipLibdeflateEngine implements CodecEngine {

    @Override
    public String name() {
        return "libdeflate";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.GZIP);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public String howToFix() {
        return new EngineLibrary("net.java.dev.jna", "jna", "5.17.0", () -> Native.class)
                .remedy(
                        "set jna.tmpdir (default: ~/.cache/JNA/temp, else java.io.tmpdir) to a writable directory that"
                                + " is not mounted noexec",
                        "on platforms for which this project's jar has no library, install libdeflate or set the system"
                                + " property " + LibdeflateFile.PROPERTY + " to its path");
    }

    @Override
    public String libraryVersion() {
        return LibdeflateFile.ORIGIN;
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // only bytes that the library wrote to the context's memory are copied to the target
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new GzipLibdeflateCompressor(settings.level());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new GzipLibdeflateDecompressor();
    }
}
