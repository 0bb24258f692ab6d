// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.turns.InTurns;
import io.github.fastcodec.bench.turns.Subject;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Param;

/**
 * Recompresses a local file with another codec or level, in single shots measured in wall-clock time. Our implementation ends
 * with a sync of the new file to the disk; parquet-java's does not.
 */
public class RecompressBenchmark extends InTurns {

    /** All contenders. parquet-java's {@code ParquetRewriter} can change the codec, but not the level. */
    static final String ALL = "parquet-java+" + RecompressSubject.OURS + "+" + RecompressSubject.LIMITS;

    @Param(ALL)
    public String contenders;

    /** The codec of the file and the new codec, with its level if that is not the default. */
    @Param({"GZIP-ZSTD", "SNAPPY-ZSTD", "SNAPPY-GZIP", "GZIP-SNAPPY"})
    public String conversion;

    /** The number of rows of TPC-H lineitem at a scale factor of 0.1. */
    @Param("600572")
    public int rows;

    @Override
    protected Class<? extends Subject> subject() {
        return RecompressSubject.class;
    }

    @Override
    protected boolean startsThreads() {
        return true;
    }

    @Override
    protected Object shared() throws Exception {
        Path source = FileSubject.temporaryFile("source.parquet");
        RecompressSubject.writeSource(source, RecompressSubject.Conversion.parse(conversion), rows);
        return source;
    }
}
