// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.turns.InTurns;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Param;

/**
 * Whole files, written and read in single shots: either in memory, which excludes the disk, or as local files in the page
 * cache.
 */
public class FileBenchmark extends InTurns {

    @Param("parquet-java+fastcodec")
    public String contenders;

    @Param("write+read")
    public String operations;

    @Param({"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    public String codec;

    @Param("V1+V2")
    public String versions;

    /** Whether columns have dictionaries. */
    @Param("true+false")
    public String dictionaries;

    @Param({"LINEITEM", "NESTED"})
    public String table;

    @Param("30000")
    public int rows;

    @Param({"memory", "local"})
    public String place;

    /** The number of concurrent threads. Each writes its own file. */
    @Param("1")
    public int threads;

    @Override
    protected Class<? extends Subject> subject() {
        return FileSubject.class;
    }

    @Override
    protected Object shared() {
        return Table.valueOf(table).rows(rows);
    }
}
