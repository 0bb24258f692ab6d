// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.brotli;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.EngineLibrary;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * BROTLI by brotli4j, on Google's C library. A state of the library can process only one stream, so a context creates and
 * frees a state for each block.
 */
public final class Brotli4jEngine implements CodecEngine {

    private static final EngineLibrary LIBRARY =
            new EngineLibrary("com.aayushatharva.brotli4j", "brotli4j", "1.23.0", () -> Brotli4jLoader.class);

    @Override
    public String name() {
        return "brotli4j";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.BROTLI);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public String howToFix() {
        return LIBRARY.remedy("add its native-<os>-<arch> artifact", EngineLibrary.UNPACKS);
    }

    @Override
    public String libraryVersion() {
        return LIBRARY.version();
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // the library rejects a distance that reaches before the stream
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        Brotli4jLoader.ensureAvailability();
        return new Brotli4jCompressor(settings.level());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        Brotli4jLoader.ensureAvailability();
        return new Brotli4jDecompressor();
    }
}
