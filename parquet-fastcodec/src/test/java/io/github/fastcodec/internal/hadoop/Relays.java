// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.hadoop.relay.CodecRelay;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Relays that stand in no map, and the notes that they take up. */
final class Relays {

    private Relays() {}

    /** Returns a relay of a codec at a level, or with null at that of each file. */
    static CodecRelay relay(CompressionCodecName codec, String level) {
        CodecRelay.serveAll(PageService.INSTANCE, true);
        return new CodecRelay(
                new HashMap<>(),
                CodecFactory.class.getClassLoader(),
                codec.name(),
                codec.getHadoopCompressionCodecClassName(),
                FastCodecOptions.levelKey(codec),
                level);
    }

    /** Notes a file that this thread is opening, to write or to read. */
    static void opened(Map<String, String> settings) {
        CodecRelay.opened(PageService.INSTANCE, settings, true);
        CodecRelay.opened(PageService.INSTANCE, settings, false);
    }
}
