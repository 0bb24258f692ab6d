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
 * GZIP on libdeflate, through JNA: whole blocks at once, at several times zlib's speed. Writes one member for each block;
 * reads any number of members, and the library verifies CRC32 and ISIZE of each.
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
                        "let jna.tmpdir (else ~/.cache/JNA/temp, else java.io.tmpdir) be a writable directory that may hold"
                                + " executables",
                        "on platforms without a library in this project's jar install libdeflate or name it by the system"
                                + " property " + LibdeflateFile.PROPERTY);
    }

    @Override
    public String libraryVersion() {
        return LibdeflateFile.ORIGIN;
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // the output is copied from memory of the context once it is whole
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
