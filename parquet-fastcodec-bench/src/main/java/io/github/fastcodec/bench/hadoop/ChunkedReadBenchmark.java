// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.hadoop;

import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Param;

/**
 * A dictionary as parquet-java reads it: the decompressed page is a stream, and a channel over it takes 8 KiB at a time into a
 * buffer. Dictionaries that expand little and much.
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
    protected String contenders() {
        return contenders;
    }

    @Override
    protected Object shared() {
        return ChunkedReadSubject.dictionaries(expansions, sizes);
    }
}
