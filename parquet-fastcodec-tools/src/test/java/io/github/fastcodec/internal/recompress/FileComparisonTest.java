// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.NewLocalFile;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.HandMadeFile;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The verification of written files finds any error in them. */
class FileComparisonTest {

    @TempDir
    Path directory;

    private final PageCodecs.Pool pool = new PageCodecs.Pool(new FastCodecFactory());

    private Path path(String name) {
        return directory.resolve(name);
    }

    /** Writes a copy with another codec. */
    private void copy(ParquetFile file, CompressionCodecName codec, Path target) throws IOException {
        Files.deleteIfExists(target);
        try (NewLocalFile output = NewLocalFile.create(target, path("source"))) {
            copy(file, codec, output.output(), (copy, source) -> {});
            output.finish();
            output.publish();
        }
    }

    /** Requires that a file is a correct copy with another codec. */
    private void compare(ParquetFile file, CompressionCodecName codec, Path target) throws IOException {
        try (LocalInput input = LocalInput.open(target)) {
            FileOutput elsewhere = new MemoryStorage(new byte[0])
                    .createCopy("target", null, null)
                    .output();
            copy(file, codec, elsewhere, (copy, source) -> copy.compare(source, input));
        }
    }

    private interface Comparison {
        void accept(FileCopy copy, FileLayout source) throws IOException;
    }

    private void copy(ParquetFile file, CompressionCodecName codec, FileOutput output, Comparison comparison)
            throws IOException {
        try (Workers workers = new Workers(1, true, new Window(1 << 20, 1 << 20, 1), () -> {});
                OrderedWork work = new OrderedWork(workers)) {
            RecompressOptions options =
                    RecompressOptions.of(Plan.to(new CodecLevel(codec))).withMemory(1 << 20);
            FileProgress progress = new FileProgress(Listener.NONE, 0, 2);
            FileCopy copy = new FileCopy(file, options, pool, work, output, progress);
            comparison.accept(copy, copy.run());
        }
    }

    static List<Arguments> files() {
        HandMadeFile dictionary = HandMadeFile.withDictionary().withOffsetIndex(index -> {});
        HandMadeFile checksums = HandMadeFile.plain().withChecksum(0).withChecksum(1);
        HandMadeFile v2 = new HandMadeFile(CompressionCodecName.SNAPPY)
                .pageV2(true, 1, 2, 3)
                .pageV2(false, 4, 5);
        return List.of(
                Arguments.of("dictionary and offset index", dictionary),
                Arguments.of("checksums", checksums),
                Arguments.of("V2", v2));
    }

    // Would catch: a number in the footer that is not compared, a page that is not read.
    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void comparesEveryByteOfTheNewFile(String name, HandMadeFile made) throws IOException {
        Path target = path("target");
        try (LocalInput input = LocalInput.open(made.write(path("source")))) {
            ParquetFile before = ParquetFile.open(input, 1 << 20);
            copy(before, CompressionCodecName.UNCOMPRESSED, target);
            compare(before, CompressionCodecName.UNCOMPRESSED, target);
            byte[] good = Files.readAllBytes(target);
            List<Integer> unnoticed = new ArrayList<>();
            for (int i = 0; i < good.length; i++) {
                for (int bit = 0; bit < 8; bit++) {
                    byte[] bad = good.clone();
                    bad[i] ^= (byte) (1 << bit);
                    Files.write(target, bad);
                    try {
                        compare(before, CompressionCodecName.UNCOMPRESSED, target);
                        unnoticed.add(i);
                    } catch (FileDefect e) {
                        // found
                    }
                }
            }
            assertEquals(List.of(), List.copyOf(new TreeSet<>(unnoticed)), "offsets of bytes that are not compared");
        }
    }

    /** The approximate memory for a page of one mebibyte. */
    private static final long ONE_PAGE = 4 << 20;

    private static final Path LAYOUT =
            Path.of("src/test/resources/layouts/parquet-java-1.18.1-v1-snappy-bloom.parquet");

    private static FileOutcome convert(MemoryStorage memory, int threads) throws InterruptedIOException {
        return new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD)))
                        .withThreads(threads)
                        .withMemory(ONE_PAGE)) // so that the last pages are compressed one by one
                .run(List.of(memory.job()), Listener.NONE)
                .get(0);
    }

    // Would catch: a page that is not compared, or is compared twice.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void readsEachNewPageBackOnce(int threads) throws IOException {
        writeThreeChunks();
        AtomicIntegerArray reads = new AtomicIntegerArray(4 << 20);
        MemoryStorage.Reads count = (position, length) -> {
            for (int i = 0; i < length; i++) {
                reads.incrementAndGet((int) position + i);
            }
        };
        MemoryStorage memory = new MemoryStorage(Files.readAllBytes(path("source"))) {
            @Override
            FileInput reopen(byte[] bytes) {
                return input(bytes, count);
            }
        };
        FileOutcome outcome = convert(memory, threads);
        assertEquals(
                FileOutcome.Status.RECOMPRESSED,
                outcome.status(),
                () -> outcome.failure().toString());
        for (Region region : ParquetFile.open(MemoryStorage.input(memory.written(), (position, length) -> {}), 1 << 20)
                .walk()
                .regions()) {
            for (long at = region.start(); region.kind() == Region.Kind.PAGES && at < region.end(); at++) {
                assertEquals(1, reads.get((int) at), "reads of the byte at " + at);
            }
        }
    }

    // Would catch: an error that blames the source for a page that was written or read back with a wrong byte.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void differenceInTheReadBackFailsTheVerification(int threads) throws IOException {
        MemoryStorage memory = new MemoryStorage(Files.readAllBytes(LAYOUT)) {
            @Override
            FileInput reopen(byte[] bytes) {
                bytes[100] ^= 1; // in the first page
                return super.reopen(bytes);
            }
        };
        FileOutcome outcome = convert(memory, threads);
        assertEquals(FileOutcome.Status.FAILED, outcome.status());
        String message = outcome.failure().orElseThrow().getMessage();
        assertTrue(
                message.startsWith("The new file for source failed verification and is deleted: row group 0,"),
                message);
        assertNull(memory.written());
    }

    /** Writes three chunks of three pages of a mebibyte to the source; those of the first chunk do not compress. */
    private void writeThreeChunks() throws IOException {
        MessageType schema = MessageTypeParser.parseMessageType("message m { required binary a; }");
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(path("source")))
                .withType(schema)
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withPageRowCountLimit(1)
                .withMinRowCountForPageSizeCheck(1)
                .withRowGroupRowCountLimit(3)
                .build()) {
            for (int row = 0; row < 9; row++) {
                byte[] value = new byte[1 << 20];
                if (row < 3) {
                    new Random(row).nextBytes(value);
                }
                writer.write(new SimpleGroup(schema).append("a", Binary.fromConstantByteArray(value)));
            }
        }
    }

    // Would catch: a chunk that grew and is not dropped because other chunks are already in progress.
    @Test
    void dropsAGrownChunkWhileOthersAreCompressed() throws IOException {
        writeThreeChunks();
        Plan plan = Plan.to(new CodecLevel(CompressionCodecName.UNCOMPRESSED)).keepSmaller();
        FileOutcome outcome = new Recompression(RecompressOptions.of(plan)
                        .withThreads(2)
                        .withMemory(ONE_PAGE)) // so that the last chunk is half written by then
                .run(List.of(LocalJobs.copy(path("source"), path("target"), false)), Listener.NONE)
                .get(0);
        assertEquals(
                FileOutcome.Status.RECOMPRESSED,
                outcome.status(),
                () -> outcome.failure().toString());
        assertEquals(1, outcome.changedChunks());
        assertEquals(2, outcome.keptChunks());
    }

    @Test
    void rejectsAFileOfAnotherCodec() throws IOException {
        Path target = path("target");
        try (LocalInput input =
                LocalInput.open(HandMadeFile.plain().withChecksum(0).write(path("source")))) {
            ParquetFile before = ParquetFile.open(input, 1 << 20);
            copy(before, CompressionCodecName.GZIP, target);
            FileDefect defect =
                    assertThrows(FileDefect.class, () -> compare(before, CompressionCodecName.ZSTD, target));
            assertEquals("row group 0, column a: its codec is GZIP, expected ZSTD", defect.getMessage());
        }
    }

    @Test
    void detectsAMissingLastPage() throws IOException {
        Path target = path("target");
        try (LocalInput input = LocalInput.open(HandMadeFile.plain().write(path("source")));
                LocalInput shorter = LocalInput.open(new HandMadeFile(CompressionCodecName.SNAPPY)
                        .page(header -> {}, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
                        .write(path("shorter")))) {
            ParquetFile before = ParquetFile.open(input, 1 << 20);
            copy(ParquetFile.open(shorter, 1 << 20), CompressionCodecName.ZSTD, target);
            FileDefect defect =
                    assertThrows(FileDefect.class, () -> compare(before, CompressionCodecName.ZSTD, target));
            assertEquals("its footer differs in more than codecs, offsets and sizes", defect.getMessage());
        }
    }
}
