// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.Leftovers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalJobTest {

    private static final Recompression ZSTD =
            Recompression.of(Plan.to(new Target(CompressionCodecName.ZSTD, 1))).withThreads(1);

    @TempDir
    Path directory;

    // Would catch: a path that is taken for one of the default file system, so that an exception hides the reason.
    @Test
    void aFileOfAnotherFileSystemThatIsRefusedSaysWhy() throws IOException {
        Path source = Files.writeString(directory.resolve("source"), "nothing of Parquet");
        RecordedFileSystem other = new RecordedFileSystem(new DiskTrace(directory));
        LocalJob job =
                LocalJob.copy(other.path(source), other.path(directory.resolve("target")), false, new Leftovers());
        FileOutcome outcome = ZSTD.run(List.of(job), Listener.NONE).get(0);
        assertEquals(FileOutcome.Kind.FAILED, outcome.kind());
        assertEquals(FileDefect.class, outcome.failure().get().getClass(), () -> "" + outcome.failure());
        assertEquals(18, outcome.sourceBytes());
    }

    @Test
    void aFileThatIsGoneHasNoLength() {
        Path gone = directory.resolve("gone");
        assertEquals(0, LocalJob.replacement(gone, new Leftovers()).length());
    }
}
