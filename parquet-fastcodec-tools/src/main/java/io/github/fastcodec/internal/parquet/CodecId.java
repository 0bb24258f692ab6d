// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The numbers that stand for codecs in a footer. */
final class CodecId {

    private static final CompressionCodecName[] BY_ID = {
        CompressionCodecName.UNCOMPRESSED,
        CompressionCodecName.SNAPPY,
        CompressionCodecName.GZIP,
        CompressionCodecName.LZO,
        CompressionCodecName.BROTLI,
        CompressionCodecName.LZ4,
        CompressionCodecName.ZSTD,
        CompressionCodecName.LZ4_RAW
    };

    private CodecId() {}

    static CompressionCodecName codec(long id) throws FileDefect {
        if (id < 0 || id >= BY_ID.length) {
            throw new FileDefect(
                    "the codec number " + id + " is unknown, expected one from 0 to " + (BY_ID.length - 1));
        }
        return BY_ID[(int) id];
    }

    static int id(CompressionCodecName codec) {
        return Arrays.asList(BY_ID).indexOf(codec);
    }
}
