// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.ForwardingInput;
import io.github.fastcodec.internal.storage.ForwardingStorage;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reads of a run over files that an earlier run has finished. */
class SecondRunTest {

    private static final Path SOURCE =
            Path.of("src/test/resources/layouts/parquet-java-1.18.1-v1-snappy-bloom.parquet");
    private static final RecompressOptions ZSTD =
            RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD)));

    @TempDir
    Path directory;

    private Path target;
    private final AtomicLong pagesRead = new AtomicLong();

    @BeforeEach
    void nameTarget() throws IOException {
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView(UserDefinedFileAttributeView.class));
        target = directory.resolve("target");
    }

    /** Counts the bytes that are read before the end of a file's last page. */
    private FileInput counted(FileInput input) throws IOException {
        long end = 0;
        try (LocalInput again = LocalInput.open(Path.of(input.entry().path()))) {
            for (Region region : ParquetFile.open(again, 1 << 20).walk().regions()) {
                end = region.kind() == Region.Kind.PAGES ? Math.max(end, region.end()) : end;
            }
        }
        long pages = end;
        return new ForwardingInput(input) {
            @Override
            public void read(long position, byte[] bytes, int offset, int length) throws IOException {
                pagesRead.addAndGet(Math.max(0, Math.min(pages, position + length) - position));
                super.read(position, bytes, offset, length);
            }
        };
    }

    private FileOutcome.Status run(RecompressOptions options) throws IOException {
        pagesRead.set(0);
        Storage counting = new ForwardingStorage(new LocalStorage(FileSystems.getDefault())) {
            @Override
            public FileInput open(String path) throws IOException {
                return counted(super.open(path));
            }
        };
        FileJob job = new FileJob(
                counting, SOURCE.toString(), counting, target.toString(), Files.size(SOURCE), FileJob.Policy.RESUME);
        FileOutcome outcome =
                new Recompression(options).run(List.of(job), Listener.NONE).get(0);
        outcome.failure().ifPresent(failure -> {
            throw new AssertionError(failure);
        });
        return outcome.status();
    }

    // Would catch: a second run over a directory that reads all of it, or one that trusts a target that was
    // never compared.
    @Test
    void readsNoPageOfATargetAlreadyCompared() throws IOException {
        assertEquals(FileOutcome.Status.RECOMPRESSED, run(ZSTD));
        assertEquals(FileOutcome.Status.UP_TO_DATE, run(ZSTD));
        assertEquals(0, pagesRead.get());
        Files.delete(target);
        assertEquals(FileOutcome.Status.RECOMPRESSED, run(ZSTD.withVerify(false)));
        assertEquals(FileOutcome.Status.UP_TO_DATE, run(ZSTD));
        assertEquals(true, pagesRead.get() > Files.size(SOURCE), "all pages of both");
    }
}
