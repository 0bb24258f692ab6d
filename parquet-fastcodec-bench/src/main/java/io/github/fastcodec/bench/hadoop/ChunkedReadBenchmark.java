// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.hadoop;

import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Param;

/**
 * Reads dictionaries as parquet-java does: from a stream of the decompressed page, through a channel, 8 KiB at a time into a
 * buffer. Some dictionaries compress well, others poorly.
 */
public class ChunkedReadBenchmark extends InSlices {

    @Param("parquet-java+fastcodec-hadoop")
    public String contenders;

    @Param({"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    public String codec;

    @Param("little+much")
    public String expansions;

    @Param("4096+65536+1048576")
    public String sizes;

    @Override
    protected Class<? extends Subject> subject() {
        return ChunkedReadSubject.class;
    }

    @Override
    protected Object shared() {
        return ChunkedReadSubject.dictionaries(expansions, sizes);
    }
}
