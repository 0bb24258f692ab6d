// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Param;

/** One page, compressed and decompressed. */
public class CompressionBenchmark extends InSlices {

    @Param("parquet-java+fastcodec+engine")
    public String contenders;

    @Param("compress+decompress")
    public String operations;

    @Param({"SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW"})
    public String codec;

    @Param("PLAIN_TEXT+PLAIN_INT64+PLAIN_DOUBLE+DICTIONARY_IDS+DELTA_INT64+BYTE_STREAM_SPLIT")
    public String shapes;

    @Param({"8192", "65536", "1048576"})
    public String sizes;

    @Override
    protected Class<? extends Subject> subject() {
        return PageSubject.class;
    }

    @Override
    protected Object shared() {
        return PageSubject.pages(shapes, sizes);
    }
}
