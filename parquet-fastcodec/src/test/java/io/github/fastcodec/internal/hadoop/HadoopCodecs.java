// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.util.Map;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Codecs that are not in a map, and the notes of opened files that they read. */
final class HadoopCodecs {

    private HadoopCodecs() {}

    /** Returns a codec with the given level, or for null with the level of each file. */
    static HadoopCodec codec(CompressionCodecName name, String level) {
        return new HadoopCodec(new Installation(CodecFactory.class), name, level);
    }

    /** Notes a file that this thread is opening, to write or to read. */
    static void opened(Map<String, String> settings) {
        note(settings, true);
    }

    /** Notes a file that is left to parquet-java's own codecs. */
    static void left(Map<String, String> settings) {
        note(settings, false);
    }

    private static void note(Map<String, String> settings, boolean served) {
        OpenedFile.note(settings, served, true);
        OpenedFile.note(settings, served, false);
    }
}
