// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.bench.turns.InSlices;
import io.github.fastcodec.bench.turns.Subject;
import java.io.IOException;
import org.openjdk.jmh.annotations.Param;

/** The time to reject a damaged page. Only damage that all contenders reject is compared. */
public class CorruptPageBenchmark extends InSlices {

    @Param("parquet-java+fastcodec+fastcodec-hadoop")
    public String contenders;

    @Param({"SNAPPY", "GZIP:6", "ZSTD:3", "LZ4_RAW"})
    public String codec;

    @Param("flipped+truncated")
    public String damages;

    @Param("65536")
    public int size;

    @Override
    protected Class<? extends Subject> subject() {
        return CorruptPageSubject.class;
    }

    @Override
    protected String contenders() {
        return contenders;
    }

    @Override
    protected Object shared() throws IOException {
        return CorruptPageSubject.damagedPages(CodecLevel.parse(codec), TpchPages.Shape.PLAIN_TEXT.page(size), damages);
    }
}
