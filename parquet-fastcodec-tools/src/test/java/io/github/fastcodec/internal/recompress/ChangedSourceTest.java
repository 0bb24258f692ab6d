// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.storage.ForwardingInput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes by other programs while files are recompressed, and outputs that cannot do all that local files can. */
class ChangedSourceTest {

    @TempDir
    Path directory;

    /** A change to the source while it is read. */
    enum Event {
        WRITTEN_TO {
            @Override
            void happen(Path source) throws IOException {
                FileTime before = Files.getLastModifiedTime(source);
                byte[] bytes = Files.readAllBytes(source);
                Files.write(source, bytes);
                Files.setLastModifiedTime(source, FileTime.fromMillis(before.toMillis() + 1));
            }
        },
        WRITTEN_TO_AND_DATED_BACK {
            @Override
            void happen(Path source) throws IOException {
                FileTime before = Files.getLastModifiedTime(source);
                Files.write(source, Files.readAllBytes(source));
                Files.setLastModifiedTime(source, before);
            }
        },
        REPLACED {
            @Override
            void happen(Path source) throws IOException {
                FileTime before = Files.getLastModifiedTime(source);
                Path other = Files.copy(source, source.resolveSibling("other"));
                Files.setLastModifiedTime(other, before);
                Files.move(other, source, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        LONGER {
            @Override
            void happen(Path source) throws IOException {
                FileTime before = Files.getLastModifiedTime(source);
                Files.writeString(source, "more", StandardOpenOption.APPEND);
                Files.setLastModifiedTime(source, before);
            }
        };

        abstract void happen(Path source) throws IOException;
    }

    // Would catch: a new file with pages of two versions.
    @ParameterizedTest
    @CsvSource({
        "WRITTEN_TO, create",
        "WRITTEN_TO_AND_DATED_BACK, create",
        "REPLACED, create",
        "LONGER, create",
        "WRITTEN_TO, publish",
        "WRITTEN_TO_AND_DATED_BACK, publish",
        "REPLACED, publish",
        "LONGER, publish"
    })
    void sources_rejectsASourceThatChangesDuringTheRun(Event event, String when) throws IOException {
        Path source = HandMadeFile.plain().write(directory.resolve("source"));
        FileJob job = LocalJobs.copy(source, directory.resolve("target"), false);
        FileJob disturbed = EventedStorage.job(job, step -> {
            if (step.equals(when)) {
                event.happen(source);
            }
        });
        FileOutcome outcome = new Recompression(
                        RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD))))
                .run(List.of(disturbed), Listener.NONE)
                .get(0);
        assertEquals(FileOutcome.Status.FAILED, outcome.status());
        FileDefect defect = assertInstanceOf(FileDefect.class, outcome.failure().orElseThrow());
        assertEquals("it changed while it was being read", defect.getMessage());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(source), left.toList());
        }
    }

    // Would catch: a comparison of the source before the disk has finished, which may take seconds.
    @Test
    void sources_rejectsASourceReplacedDuringTheSync() throws IOException {
        Path source = HandMadeFile.plain().write(directory.resolve("source"));
        Path other = new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .page(header -> {}, 4, 5, 6)
                .write(directory.resolve("other"));
        RecordedFileSystem slow = new RecordedFileSystem(new DiskTrace(directory), metadataToo -> {
            if (metadataToo && Files.exists(other)) {
                Files.move(other, source, StandardCopyOption.REPLACE_EXISTING);
            }
        });
        FileOutcome outcome = new Recompression(
                        RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD))))
                .run(
                        List.of(LocalJobs.copy(slow.path(source), slow.path(directory.resolve("target")), false)),
                        Listener.NONE)
                .get(0);
        assertEquals(
                "it changed while it was being read",
                outcome.failure().map(Throwable::getMessage).orElse("no failure"));
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(source), left.toList());
        }
    }

    /** A file in memory that cannot be shortened. */
    private static final class Appended implements FileOutput {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public long position() {
            return bytes.size();
        }

        @Override
        public void write(ByteBuffer buffer) {
            bytes.write(buffer.array(), buffer.arrayOffset() + buffer.position(), buffer.remaining());
        }
    }

    // Would catch: a larger chunk that stays because the output cannot drop it, or a file that differs from
    // those of other outputs.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void outputThatCannotTruncateGetsTheSameFile(int threads) throws IOException {
        Path source = Path.of("src/test/resources/layouts/pyarrow-v1-snappy.parquet");
        Plan plan = Plan.to(new CodecLevel(CompressionCodecName.UNCOMPRESSED)).keepSmaller();
        Path target = directory.resolve("target");
        FileOutcome outcome = new Recompression(RecompressOptions.of(plan))
                .run(List.of(LocalJobs.copy(source, target, false)), Listener.NONE)
                .get(0);
        assertTrue(outcome.keptChunks() > 0);
        Appended output = new Appended();
        try (FileInput input = LocalInput.open(source);
                Workers workers = new Workers(threads, true, new Window(1 << 24, 1 << 24, threads), () -> {});
                OrderedWork work = new OrderedWork(workers)) {
            FileCopy copy = copy(ParquetFile.open(input, 1 << 20), plan, work, output);
            copy.run();
            assertEquals(outcome.changedChunks(), copy.changedChunks());
        }
        assertEquals(ByteBuffer.wrap(Files.readAllBytes(target)), ByteBuffer.wrap(output.bytes.toByteArray()));
    }

    // Would catch: a new connection to a server for each page, because threads read in an order of their own,
    // or because headers are read before pages.
    @Test
    void callerReadsAStreamFromStartToEnd() throws IOException {
        byte[] source =
                Files.readAllBytes(Path.of("src/test/resources/layouts/parquet-java-1.18.1-v1-snappy-bloom.parquet"));
        List<Long> starts = new ArrayList<>();
        Set<Thread> readers = ConcurrentHashMap.newKeySet();
        long[] dataEnd = new long[1];
        try (FileInput input = new MemoryStorage(source).open("source")) {
            for (Region region : ParquetFile.open(input, 1 << 20).walk().regions()) {
                dataEnd[0] = region.kind() == Region.Kind.PAGES ? region.end() : dataEnd[0];
            }
        }
        MemoryStorage memory = new MemoryStorage(source) {
            @Override
            public FileInput open(String path) {
                return openStream((position, length) -> {
                    readers.add(Thread.currentThread());
                    if (position > 0 && position < dataEnd[0]) {
                        starts.add(position);
                    }
                });
            }
        };
        FileOutcome outcome = new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD)))
                        .withThreads(4))
                .run(List.of(memory.job()), Listener.NONE)
                .get(0);
        assertEquals(
                FileOutcome.Status.RECOMPRESSED,
                outcome.status(),
                () -> outcome.failure().toString());
        assertEquals(Set.of(Thread.currentThread()), readers);
        assertEquals(starts.stream().sorted().collect(Collectors.toList()), starts);
    }

    private static FileCopy copy(ParquetFile file, Plan plan, OrderedWork work, FileOutput output) throws IOException {
        return new FileCopy(
                file,
                RecompressOptions.of(plan).withMemory(1 << 24),
                new PageCodecs.Pool(new FastCodecFactory()),
                work,
                output,
                new FileProgress(Listener.NONE, 0, 1));
    }

    /** A file in which the bytes of a range are zeros the second time they are read; the first time is the walk. */
    private static final class ZerosOnce extends ForwardingInput {

        private final long start;
        private final int length;
        private int reads;

        private ZerosOnce(FileInput file, long start, int length) {
            super(file);
            this.start = start;
            this.length = length;
        }

        @Override
        public void read(long position, byte[] target, int offset, int count) throws IOException {
            super.read(position, target, offset, count);
            if (position <= start && position + count >= start + length && ++reads == 2) {
                int from = offset + (int) (start - position);
                Arrays.fill(target, from, from + length, (byte) 0);
            }
        }
    }

    // Would catch: an UnsupportedOperationException, which means that an engine is missing, for a source that
    // changes between two reads.
    @Test
    void writesAChunkThatGrowsBetweenTwoReads() throws IOException {
        int[] numbers = new Random(17).ints(1000).toArray();
        Path source = new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .page(header -> {}, numbers)
                .write(directory.resolve("source"));
        int length = numbers.length * Integer.BYTES;
        Appended output = new Appended();
        try (LocalInput input = LocalInput.open(source);
                Workers workers = new Workers(1, true, new Window(1 << 24, 1 << 24, 1), () -> {});
                OrderedWork work = new OrderedWork(workers)) {
            Region region = ParquetFile.open(input, 1 << 20).walk().regions().stream()
                    .filter(some -> some.kind() == Region.Kind.PAGES)
                    .findFirst()
                    .orElseThrow();
            long start = region.start() + region.length() - length;
            ZerosOnce changing = new ZerosOnce(input, start, length);
            ParquetFile file = ParquetFile.open(changing, 1 << 20);
            Plan plan = Plan.to(new CodecLevel(CompressionCodecName.SNAPPY)).keepSmaller();
            FileCopy copy = copy(file, plan, work, output);
            copy.run();
            assertEquals(1, copy.changedChunks());
        }
        assertTrue(output.position() > Files.size(source), "the chunk has not grown");
    }

    @Test
    void rejectsADeviceWithoutOpeningIt() throws IOException {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));
        FileJob job = LocalJobs.copy(device, directory.resolve("target"), false);
        FileDefect defect = assertThrows(FileDefect.class, job::state);
        assertEquals("it is not a regular file", defect.getMessage());
    }

    private FileJob copy(Path source) throws IOException {
        return LocalJobs.copy(source, directory.resolve("target-" + source.getFileName()), false);
    }

    @Test
    void cancelledRunLeavesFilesUnchanged() throws IOException {
        Path source = HandMadeFile.plain().write(directory.resolve("source"));
        Path other = HandMadeFile.plain().write(directory.resolve("other"));
        List<FileOutcome> outcomes = new Recompression(
                        RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD)))
                                .withThreads(1))
                .run(List.of(copy(source), copy(other)), new Listener() {
                    private int asked;

                    @Override
                    public boolean isCancelled() {
                        return asked++ > 2;
                    }
                });
        assertEquals(
                List.of(FileOutcome.Status.NOT_DONE, FileOutcome.Status.NOT_DONE),
                outcomes.stream().map(FileOutcome::status).toList());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(2, left.count());
        }
    }
}
