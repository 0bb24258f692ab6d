// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Param;

/** The parameters that page benchmarks share: contenders, operations, codecs. */
public abstract class PageBenchmark extends InSlices {

    @Param("parquet-java+fastcodec+engine")
    public String contenders;

    @Param("compress+decompress")
    public String operations;

    @Param({"SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW"})
    public String codec;

    @Override
    protected Class<? extends Subject> subject() {
        return PageSubject.class;
    }

    @Override
    protected String contenders() {
        return contenders;
    }
}
