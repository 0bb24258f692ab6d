// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The codecs and levels that are worth measuring when nobody names any. */
final class Candidates {

    private static final String FOR_ALL_GOALS = "uncompressed,snappy,lz4_raw,zstd:1,zstd:3,zstd:6,zstd:9,zstd:12,"
            + "gzip:1,gzip:6,gzip:9,brotli:1,brotli:4,brotli:6";

    /** Levels that take so long that only the smallest file can be worth it. */
    private static final String FOR_SMALLEST = ",zstd:15,zstd:19,zstd:22,brotli:9,brotli:11";

    private Candidates() {}

    static List<CodecLevel> of(Goal goal) {
        return CodecLevel.parse(goal == Goal.SMALLEST ? FOR_ALL_GOALS + FOR_SMALLEST : FOR_ALL_GOALS);
    }

    /** Returns those that an engine can write and read here, and adds to {@code leftOut} why it cannot the others. */
    static List<CodecLevel> usable(List<CodecLevel> candidates, FastCodecFactory factory, Map<String, String> leftOut) {
        List<CodecLevel> usable = new ArrayList<>();
        for (CodecLevel candidate : candidates) {
            try {
                compressor(factory, candidate);
                factory.getDecompressor(candidate.codec());
                usable.add(candidate);
            } catch (UnsupportedOperationException e) {
                leftOut.put(candidate.toString(), Reason.of(e));
            }
        }
        return usable;
    }

    static BytesInputCompressor compressor(FastCodecFactory factory, CodecLevel candidate) {
        CompressionCodecName codec = candidate.codec();
        return candidate.level().isPresent()
                ? factory.getCompressor(codec, candidate.level().getAsInt())
                : factory.getCompressor(codec);
    }
}
