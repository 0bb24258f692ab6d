// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.util.Map;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Codecs that stand in no map, and the notes that they take up. */
final class HadoopCodecs {

    private HadoopCodecs() {}

    /** Returns a codec at a level, or with null at that of each file. */
    static HadoopCodec codec(CompressionCodecName name, String level) {
        return new HadoopCodec(new Installation(CodecFactory.class), name, level);
    }

    /** Notes a file that this thread is opening, to write or to read. */
    static void opened(Map<String, String> settings) {
        note(settings, true);
    }

    /** Notes a file that parquet-java's own codecs serve. */
    static void left(Map<String, String> settings) {
        note(settings, false);
    }

    private static void note(Map<String, String> settings, boolean served) {
        OpenedFile.note(settings, served, true);
        OpenedFile.note(settings, served, false);
    }
}
