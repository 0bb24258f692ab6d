// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import java.util.Set;
import java.util.zip.Deflater;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * GZIP by the JDK's zlib, whose deflate and inflate states are reused. It writes one member for each block, and reads any
 * number of members; it verifies the header, CRC32 and ISIZE of each (RFC 1952).
 */
public final class GzipJdkEngine implements CodecEngine {

    @Override
    public String name() {
        return "jdk-zlib";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.GZIP);
    }

    @Override
    public int priority() {
        return 50;
    }

    @Override
    public String howToFix() {
        return "use a Java runtime with the java.util.zip package and its native library";
    }

    @Override
    public String libraryVersion() {
        return "Java " + Runtime.version().feature();
    }

    @Override
    public boolean hasLevel(int level) {
        return level <= Deflater.BEST_COMPRESSION;
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // zlib rejects a match that refers to bytes before the member
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new GzipJdkCompressor(Math.min(settings.level(), Deflater.BEST_COMPRESSION));
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new GzipJdkDecompressor();
    }
}
