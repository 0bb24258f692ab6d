// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.engines.Engines;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** An engine that this JVM can load, and the codec that it is for. */
record LoadedEngine(CompressionCodecName codec, CodecEngine engine) {

    /** Returns those of all codecs, but not LZ4's, which are LZ4_RAW's with a frame. */
    static List<LoadedEngine> all() {
        return Arrays.stream(CompressionCodecName.values())
                .filter(codec -> codec != CompressionCodecName.LZ4)
                .flatMap(codec -> Engines.of(codec).stream()
                        .filter(engine -> Engines.availability(engine, codec).isAvailable())
                        .map(engine -> new LoadedEngine(codec, engine)))
                .toList();
    }
}
