// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.fastcodec.internal.recompress.FileOutcome.Status;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files on a storage where a file can no longer be read once it has its final name. */
class TaskRunTest {

    private static final Path SOURCE = Path.of(
                    "../parquet-fastcodec/src/test/resources/interop/pyarrow-snappy-v1-plain-large.parquet")
            .toAbsolutePath();

    private static final RecompressOptions ZSTD =
            RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD)));

    @TempDir
    Path directory;

    /** A file system where only files without a final name can be read. */
    public static final class WriteOnly extends CountingFileSystem {

        /** For Hadoop, which creates the file system by its class name. */
        public WriteOnly() {}

        @Override
        public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
            if (!path.getName().startsWith(".")) {
                throw new IOException("this file must not be read");
            }
            return super.open(path, bufferSize);
        }
    }

    private List<Status> statuses(RecompressOptions options) throws IOException {
        String scheme = CountingFileSystem.SCHEME;
        RepeatingCluster cluster = new RepeatingCluster(Map.of(
                "fs." + scheme + ".impl", WriteOnly.class.getName(), "fs." + scheme + ".impl.disable.cache", "true"));
        List<FileTask> tasks = new ArrayList<>();
        for (String target :
                List.of(scheme + "://bucket" + directory.resolve("one"), "file:" + directory.resolve("two"))) {
            tasks.add(new FileTask("file:" + SOURCE, target, Files.size(SOURCE), false));
        }
        List<Status> statuses = new ArrayList<>();
        new RecompressFiles(options)
                .on(
                        cluster,
                        tasks.iterator(),
                        result -> statuses.add(result.outcome().status()),
                        () -> false);
        return statuses;
    }

    // Would catch: an unreadable footer that ends the run of a table, so that none of the new files is
    // recorded.
    @Test
    void fileWithoutAReadableFooterFailsAlone() throws IOException {
        assertEquals(List.of(Status.FAILED, Status.RECOMPRESSED), statuses(ZSTD.withGuardTables(false)));
    }

    // Would catch: a new file of a directory that is opened again without need.
    @Test
    void readsNothingAgainForFilesOfADirectory() throws IOException {
        assertEquals(List.of(Status.RECOMPRESSED, Status.RECOMPRESSED), statuses(ZSTD));
    }
}
