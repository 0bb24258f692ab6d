// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import org.openjdk.jmh.annotations.Param;

/** One page, compressed and decompressed. */
public class CompressionBenchmark extends PageBenchmark {

    @Param("PLAIN_TEXT+PLAIN_INT64+PLAIN_DOUBLE+DICTIONARY_IDS+DELTA_INT64+BYTE_STREAM_SPLIT")
    public String shapes;

    @Param({"8192", "65536", "1048576"})
    public String sizes;

    @Override
    protected Object shared() {
        return PageSubject.pages(shapes, sizes);
    }
}
