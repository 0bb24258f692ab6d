// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.turns.InTurns;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole files, written and read in single shots: either in memory, which excludes the disk, or as local files in the page
 * cache.
 */
@Fork(
        value = 3,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 4)
@Measurement(iterations = 8)
public class FileBenchmark extends InTurns {

    @Param("parquet-java+fastcodec")
    public String contenders;

    /** "decompress" reads and decompresses every page without decoding it. */
    @Param("write+read+decompress")
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
    protected String contenders() {
        return contenders;
    }

    @Override
    protected int threads() {
        return threads;
    }

    @Override
    protected Object shared() {
        return Table.valueOf(table).rows(rows);
    }
}
