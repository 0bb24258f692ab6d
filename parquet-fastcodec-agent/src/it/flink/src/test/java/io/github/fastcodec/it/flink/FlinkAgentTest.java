// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import static io.github.fastcodec.it.flink.FlinkTest.assertCollected;
import static io.github.fastcodec.it.flink.FlinkTest.assertRows;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Flink's own formats, writers and readers in a JVM whose only part of this project is the agent. The oracle is the files' pages.
 */
class FlinkAgentTest {

    @TempDir
    Path folder;

    @Test
    void onlyTheAgentIsOnTheClassPath() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("io.github.fastcodec.FastCodecFactory"));
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void plainSqlWritesAndReadsEveryCodecThroughTheAgent(CompressionCodecName codec) throws Exception {
        long compressed = AgentPages.compressed(codec);
        long decompressed = AgentPages.decompressed(codec);
        Flink.Outcome outcome = Flink.of(Layout.PLAIN)
                .run(
                        "SqlJob",
                        FlinkTest.table(folder, "parquet", codec),
                        FlinkTest.numbers(),
                        FlinkTest.insert(),
                        FlinkTest.select());
        assertEquals("none", outcome.codecs());
        WrittenFiles written = WrittenFiles.in(folder, codec);
        assertEquals(FlinkTest.ROWS, written.rows());
        assertRows(outcome);
        assertEquals(written.pages(), AgentPages.compressed(codec) - compressed);
        assertEquals(written.pages(), AgentPages.decompressed(codec) - decompressed);
    }

    @ParameterizedTest
    @CsvSource({"plain-own, GZIP", "plain-own, ZSTD", "plain-rowdata, SNAPPY", "plain-rowdata, ZSTD"})
    void plainWritersAndReadersGoThroughTheAgent(String kind, CompressionCodecName codec) throws Exception {
        Flink flink = Flink.of(Layout.PLAIN);
        long compressed = AgentPages.compressed(codec);
        flink.run("WriteJob", kind, codec.name(), uri(), Long.toString(FlinkTest.ROWS));
        WrittenFiles written = WrittenFiles.in(folder, codec);
        assertEquals(FlinkTest.ROWS, written.rows());
        assertTrue(written.files() >= 4, () -> "checkpoints end files: " + written);
        assertEquals(written.pages(), AgentPages.compressed(codec) - compressed);

        for (String reader : new String[] {"plain-rows", "plain-records"}) {
            long decompressed = AgentPages.decompressed(codec);
            assertRows(flink.run("ReadJob", reader, uri()));
            assertEquals(written.pages(), AgentPages.decompressed(codec) - decompressed, reader);
        }
    }

    @Test
    void jobWithItsOwnParquetLeavesNothing() throws Exception {
        CompressionCodecName codec = CompressionCodecName.ZSTD;
        Flink flink = Flink.of(Layout.PLAIN_JOB);
        FlinkTest.warmUp(flink, "plain-rowdata", "plain-rows", folder);
        long compressed = AgentPages.compressed(codec);
        Flink.Outcome writing =
                flink.run("WriteJob", "plain-rowdata", codec.name(), uri(), Long.toString(FlinkTest.ROWS));
        WrittenFiles written = WrittenFiles.in(folder, codec);
        long decompressed = AgentPages.decompressed(codec);
        Flink.Outcome reading = flink.run("ReadJob", "plain-rows", uri());
        assertRows(reading);
        assertEquals(written.pages(), AgentPages.compressed(codec) - compressed);
        assertEquals(written.pages(), AgentPages.decompressed(codec) - decompressed);
        assertCollected(writing);
        assertCollected(reading);
    }

    private String uri() {
        return folder.toUri().toString();
    }
}
