// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.recompress.RecompressOptions;
import io.github.fastcodec.recompress.RecompressReport;
import io.github.fastcodec.recompress.Recompressor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJobTest {

    private static final Recompression ZSTD =
            new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 1)))
                    .withThreads(1));

    @TempDir
    Path directory;

    // Would catch: a path that is resolved in the default file system, so that an exception hides the reason.
    @Test
    void saysWhyAFileOfAnotherFileSystemFails() throws IOException {
        Path source = Files.writeString(directory.resolve("source"), "nothing of Parquet");
        RecordedFileSystem other = new RecordedFileSystem(new DiskTrace(directory));
        FileJob job = LocalJobs.copy(other.path(source), other.path(directory.resolve("target")), false);
        FileOutcome outcome = ZSTD.run(List.of(job), Listener.NONE).get(0);
        assertEquals(FileOutcome.Status.FAILED, outcome.status());
        assertEquals(FileDefect.class, outcome.failure().get().getClass(), () -> "" + outcome.failure());
        assertEquals(18, outcome.bytesBefore());
    }

    // Would catch: a length that is read where a failure cannot be assigned to its file.
    @Test
    void missingFileFailsAlone() throws IOException {
        Path gone = directory.resolve("gone");
        Path plain = HandMadeFile.plain().write(directory.resolve("plain"));
        RecompressReport report = Recompressor.of(
                        RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD)).withKeepGoing(true))
                .recompressAll(Map.of(gone, directory.resolve("a"), plain, directory.resolve("b")));
        assertEquals(NoSuchFileException.class, report.failures().get(gone).getClass());
        assertEquals(Set.of(plain), report.results().keySet());
    }
}
