// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.turns.InTurns;
import io.github.fastcodec.bench.turns.Subject;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Whole files in memory at the levels of ZSTD, written and read in single shots. The reported size is the size of the file that
 * each contender writes.
 */
@Fork(
        value = 3,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 1)
@Measurement(iterations = 4)
public class LevelsBenchmark extends InTurns {

    @Param("parquet-java+fastcodec")
    public String contenders;

    @Param("write+read")
    public String operations;

    /** Any level from 1 to 22 is valid. At level 22 parquet-java takes a quarter of a minute for a file. */
    @Param({"ZSTD:1", "ZSTD:3", "ZSTD:6", "ZSTD:9", "ZSTD:12", "ZSTD:15", "ZSTD:19"})
    public String codec;

    @Param("V1")
    public String versions;

    @Param("true")
    public String dictionaries;

    @Param({"LINEITEM", "FLIGHTS"})
    public String table;

    @Param("50000")
    public int rows;

    @Param("memory")
    public String place;

    @Override
    protected Class<? extends Subject> subject() {
        return FileSubject.class;
    }

    @Override
    protected String contenders() {
        return contenders;
    }

    @Override
    protected Object shared() {
        return Table.valueOf(table).rows(rows);
    }
}
