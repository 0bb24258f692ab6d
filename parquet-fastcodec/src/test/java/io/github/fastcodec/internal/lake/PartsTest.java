// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.file.KeyValues;
import io.github.fastcodec.internal.file.Leftovers;
import io.github.fastcodec.internal.hadoop.FaultyFileSystem;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.FileOutcome.Kind;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.LocalJob;
import io.github.fastcodec.internal.recompress.Plan;
import io.github.fastcodec.internal.recompress.PlanJson;
import io.github.fastcodec.internal.recompress.Recompression;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A large file that several machines recompress becomes, byte for byte, what one machine makes of it. */
class PartsTest {

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("message events {"
            + " required int64 id; optional binary name (STRING); repeated int32 numbers; required double noise; }");

    private static final int ROW_GROUPS = 7;

    private static final String ZSTD = "{\"version\": 1, \"codec\": \"ZSTD\", \"level\": 3}";

    @TempDir
    Path directory;

    private final RepeatingCluster cluster = new RepeatingCluster(
            Map.of("fs.faulty.impl", FaultyFileSystem.class.getName(), "fs.faulty.impl.disable.cache", "true"));
    /** How long the list says that the file is, or 0 for the truth. */
    private long listed;

    private Conversion conversion = Conversion.of(PlanJson.read(ZSTD));

    /** Writes a file of several row groups with dictionaries, indexes, bloom filters, checksums, and values that do not shrink. */
    private Path source() throws IOException {
        Path file = directory.resolve("in/large.parquet");
        Files.createDirectories(file.getParent());
        Random random = new Random(21);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(SCHEMA)
                .withConf(new Configuration(false))
                .withCompressionCodec(CompressionCodecName.SNAPPY)
                .withWriterVersion(WriterVersion.PARQUET_2_0)
                .withRowGroupRowCountLimit(2_000)
                .withPageRowCountLimit(500)
                .withBloomFilterEnabled("id", true)
                .withBloomFilterNDV("id", 2_000)
                .build()) {
            for (int i = 0; i < ROW_GROUPS * 2_000; i++) {
                SimpleGroup row = new SimpleGroup(SCHEMA);
                row.add("id", (long) i);
                if (i % 3 > 0) {
                    row.add("name", "name " + i % 100);
                }
                for (int j = 0; j < i % 4; j++) {
                    row.add("numbers", i + j);
                }
                row.add("noise", random.nextDouble());
                writer.write(row);
            }
        }
        return file;
    }

    /** Writes what one machine makes of a file. */
    private Path onOneMachine(Path source, Plan plan) throws IOException {
        return onOneMachine(source, plan, KeyValues.NONE);
    }

    private Path onOneMachine(Path source, Plan plan, KeyValues keyValues) throws IOException {
        Path target = directory.resolve("one/" + source.getFileName());
        Files.deleteIfExists(target);
        FileOutcome outcome = Recompression.of(plan)
                .withoutTableGuard()
                .withThreads(1)
                .withKeyValues(keyValues)
                .run(List.of(LocalJob.copy(source, target, false, new Leftovers())), Listener.NONE)
                .get(0);
        assertEquals(Kind.WRITTEN, outcome.kind(), () -> source + ": " + outcome.failure());
        return target;
    }

    private FileOutcome onManyMachines(Path source, String scheme, Path target) throws IOException {
        List<FileResult> results = new ArrayList<>();
        cluster.works.clear();
        cluster.convert(
                conversion,
                List.of(new FileTask(scheme + source, scheme + target, listed > 0 ? listed : Files.size(source), false))
                        .iterator(),
                new Cluster.Results() {
                    @Override
                    public void ended(FileResult result) {
                        results.add(result);
                    }

                    @Override
                    public boolean isCancelled() {
                        return false;
                    }
                });
        assertEquals(1, results.size());
        return results.get(0).outcome();
    }

    private Path target() {
        return directory.resolve("out/large.parquet");
    }

    /** Returns all names beside the target, hidden ones too. */
    private List<String> beside() throws IOException {
        if (!Files.exists(target().getParent())) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(target().getParent())) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void requireSame(Path source, String scheme) throws IOException {
        Path expected = onOneMachine(source, conversion.plan(), conversion.keyValues());
        Files.deleteIfExists(target());
        FileOutcome outcome = onManyMachines(source, scheme, target());
        assertEquals(Kind.WRITTEN, outcome.kind(), () -> source + ": " + outcome.failure());
        assertEquals(Files.size(source), outcome.sourceBytes());
        assertEquals(Files.size(expected), outcome.targetBytes());
        assertEquals(-1, Files.mismatch(expected, target()), () -> source + " differs");
        assertEquals(List.of("large.parquet"), beside(), "nothing is left");
    }

    // Ranges that hold one row group each, some, all of them, and many ranges without any.
    @ParameterizedTest
    @CsvSource({"file:, 4, 1", "file:, 7, 2", "file:, 40, 1", "faulty://bucket, 5, 1", "faulty://bucket, 14, 3"})
    void aFileInPartsIsTheSameFile(String scheme, int parts, int threads) throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / parts;
        cluster.threads = threads;
        requireSame(source, scheme);
        assertTrue(cluster.works.size() > parts, cluster.works.toString());
        assertTrue(
                cluster.works.get(cluster.works.size() - 1).contains(" parts of "),
                () -> cluster.works.get(cluster.works.size() - 1));
    }

    // Would catch: an entry that does not reach the machines, or the one that joins the parts.
    @ParameterizedTest
    @ValueSource(strings = {"file:", "faulty://bucket"})
    void aFileInPartsGetsItsEntriesToo(String scheme) throws IOException {
        Path source = source();
        Path without = onOneMachine(source, conversion.plan());
        long length = Files.size(without);
        conversion =
                conversion.withKeyValues(KeyValues.NONE.with("team", "payments").with("ticket", "1"));
        requireSame(source, scheme);
        assertTrue(Files.size(target()) > length, "it has the entries");
        cluster.part = Files.size(source) / 5;
        requireSame(source, scheme);
        assertTrue(Files.size(target()) > length, "it has the entries");
    }

    // Would catch: a driver that cuts a file for ever.
    @Test
    void aPartThatIsTooShortIsRefusedByTheNameOfItsKey() {
        assertEquals(1 << 20, WorkQueue.requirePart("a.key", 1 << 20));
        for (long length : new long[] {-1, 0, (1 << 20) - 1}) {
            IllegalArgumentException e =
                    assertThrows(IllegalArgumentException.class, () -> WorkQueue.requirePart("a.key", length));
            assertEquals("a.key is " + length + " bytes, expected at least 1048576", e.getMessage());
        }
    }

    @Test
    void aSmallFileIsNotTakenApart() throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / 4 + 1;
        requireSame(source, "file:");
        assertEquals(1, cluster.works.size());
    }

    // Would catch: a chunk that stays as it is and is compressed again by who joins, or is lost.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"version\": 1, \"codec\": \"GZIP\", \"columns\": {\"id\": {\"codec\": \"SNAPPY\"}}}",
                "{\"version\": 1, \"columns\": {\"name\": {\"codec\": \"LZ4_RAW\"}}}",
                "{\"version\": 1, \"codec\": \"ZSTD\", \"keepSmaller\": true}"
            })
    void columnsThatStayDoSoInPartsToo(String plan) throws IOException {
        conversion = Conversion.of(PlanJson.read(plan));
        Path source = source();
        cluster.part = Files.size(source) / 5;
        requireSame(source, "file:");
        requireSame(source, "faulty://bucket");
        conversion = conversion.withoutVerification();
        requireSame(source, "file:");
    }

    @Test
    void eachLayoutInPartsIsTheSameFile() throws IOException {
        int joined = 0;
        for (String folder : List.of("layouts", "interop")) {
            try (Stream<Path> files = Files.list(Path.of("src/test/resources", folder))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".parquet"))
                        .sorted()
                        .toList()) {
                    cluster.part = Math.max(1, Files.size(file) / 6);
                    requireSame(file.toAbsolutePath(), "file:");
                    joined += cluster.works.size() > 1 ? 1 : 0;
                }
            }
        }
        assertTrue(joined > 100, () -> "a few files only");
    }

    // On local disks the process that lives may still write what stands beside the file. Would catch: parts that nobody
    // deletes.
    @ParameterizedTest
    @ValueSource(strings = {"file:", "faulty://bucket"})
    void attemptsThatAreLostChangeNothing(String scheme) throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / 5;
        cluster.lostAttempts = 2;
        Path expected = onOneMachine(source, conversion.plan());
        assertEquals(Kind.WRITTEN, onManyMachines(source, scheme, target()).kind());
        assertEquals(-1, Files.mismatch(expected, target()));
        assertEquals(scheme.equals("file:"), beside().size() > 1, "parts of attempts that nobody has heard of");
        assertEquals(
                1, beside().stream().filter(name -> name.endsWith(".parquet")).count());
    }

    @Test
    void attemptsAtTheSameTimeMakeOneFile() throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / 5;
        cluster.attemptsAtOnce = 3;
        Path expected = onOneMachine(source, conversion.plan());
        for (int round = 0; round < 3; round++) {
            assertEquals(Kind.WRITTEN, onManyMachines(source, "file:", target()).kind());
            assertEquals(-1, Files.mismatch(expected, target()));
            Files.delete(target());
        }
    }

    // Would catch: parts that stay because the thread that should delete them was told to end.
    @Test
    void anInterruptedRunLeavesNoParts() throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / 5;
        int[] attempts = {0};
        cluster.between = () -> {
            if (attempts[0]++ == 3) {
                Thread.currentThread().interrupt();
            }
        };
        try {
            assertThrows(InterruptedIOException.class, () -> onManyMachines(source, "faulty://bucket", target()));
        } finally {
            assertTrue(Thread.interrupted(), "the interrupt is not lost");
        }
        assertEquals(List.of(), beside());
    }

    // Would catch: row groups that are as they were in a file that is said to be recompressed.
    @Test
    void withoutAllPartsNothingIsJoined() throws IOException {
        Path source = source();
        FileTask task = new FileTask("file:" + source, "file:" + target(), Files.size(source), false);
        WorkQueue queue = new WorkQueue(List.of(task).iterator(), Files.size(source) / 5);
        int[] begun = {0};
        for (Work part : queue.next(1)) {
            boolean ends = begun[0]++ == 0;
            Work.Result result = part.run(cluster.run(conversion, new Listener() {
                @Override
                public boolean isCancelled() {
                    return ends;
                }
            }));
            assertEquals(List.of(), queue.ended(result));
        }
        assertTrue(begun[0] > 3, "parts");
        assertFalse(queue.hasNext());
        queue.deleteParts(cluster.storages());
        assertEquals(List.of(), beside());
    }

    // Would catch: a file that is there and is said to have failed.
    @Test
    void anAttemptWhosePartsAnotherOneHasDeletedFindsTheFile() throws IOException {
        Path source = source();
        FileTask task = new FileTask("file:" + source, "file:" + target(), Files.size(source), false);
        WorkQueue queue = new WorkQueue(List.of(task).iterator(), Files.size(source) / 5);
        for (Work part : queue.next(1)) {
            queue.ended(part.run(cluster.run(conversion, Listener.NONE)));
        }
        Work join = queue.next(1).get(0);
        List<FileResult> faster = new ArrayList<>();
        Work.Result result = join.run(cluster.run(conversion, new Listener() {
            @Override
            public void advanced(long sourceBytes) {
                if (faster.isEmpty()) {
                    try {
                        faster.addAll(join.run(cluster.run(conversion, NONE)).files());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            }
        }));
        for (FileResult file : List.of(faster.get(0), result.files().get(0))) {
            assertEquals(Kind.WRITTEN, file.outcome().kind(), () -> message(file.outcome()));
        }
        assertEquals(List.of("large.parquet"), beside());
        assertEquals(-1, Files.mismatch(onOneMachine(source, conversion.plan()), target()));
    }

    private List<Path> parts() {
        try (Stream<Path> files = Files.list(target().getParent())) {
            return files.filter(file -> file.getFileName().toString().endsWith(".tmp"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Converts a file, and does something to its parts before they are joined. */
    private FileOutcome convertWith(Consumer<List<Path>> harm) throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / ROW_GROUPS;
        int[] attempts = {0};
        int parts = (int) Math.ceil((double) Files.size(source) / cluster.part);
        cluster.between = () -> {
            if (attempts[0]++ == parts) {
                harm.accept(parts());
            }
        };
        FileOutcome outcome = onManyMachines(source, "file:", target());
        assertEquals(parts + 1, attempts[0]);
        assertEquals(Kind.FAILED, outcome.kind());
        assertEquals(List.of(), beside(), "neither a file nor parts");
        return outcome;
    }

    @Test
    void aPartWhoseBytesHaveChangedIsNoticed() throws IOException {
        FileOutcome outcome = convertWith(parts -> {
            assertTrue(parts.size() > 3, parts.toString());
            change(parts.get(2), 1_000);
        });
        assertTrue(message(outcome).contains("failed its verification"), () -> message(outcome));
    }

    @Test
    void aPartWhoseIndexHasChangedIsNoticed() throws IOException {
        FileOutcome outcome = convertWith(parts -> change(parts.get(1), -40));
        assertTrue(message(outcome).contains("is damaged"), () -> message(outcome));
    }

    @Test
    void aPartThatIsGoneIsNamed() throws IOException {
        FileOutcome outcome = convertWith(parts -> {
            try {
                Files.delete(parts.get(0));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertTrue(message(outcome).contains(".large.parquet."), () -> message(outcome));
    }

    private static String message(FileOutcome outcome) {
        return outcome.failure().get().toString();
    }

    private static void change(Path file, long position) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            bytes[(int) (position < 0 ? bytes.length + position : position)] ^= 0x10;
            Files.write(file, bytes, StandardOpenOption.TRUNCATE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // Would catch: row groups at the end that are copied as they are, because nobody has recompressed them.
    @Test
    void aFileThatIsLongerThanItWasListedIsRecompressedAsAWhole() throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / 12;
        listed = Files.size(source) / 2;
        Path expected = onOneMachine(source, conversion.plan());
        assertEquals(Kind.WRITTEN, onManyMachines(source, "file:", target()).kind());
        assertEquals(-1, Files.mismatch(expected, target()));
    }

    // Would catch: pages of two files in one.
    @Test
    void aSourceThatChangesBetweenPartsIsRefused() throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / ROW_GROUPS;
        int[] attempts = {0};
        cluster.between = () -> {
            if (attempts[0]++ == 3) {
                try {
                    Files.setLastModifiedTime(source, FileTime.fromMillis(1_000_000));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
        FileOutcome outcome = onManyMachines(source, "file:", target());
        assertEquals(Kind.FAILED, outcome.kind());
        assertTrue(message(outcome).contains("it has changed while it was read"), () -> message(outcome));
        assertEquals(List.of(), beside());
    }

    @Test
    void aDamagedOrEncryptedFileIsRefusedOnce() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/layouts/encrypted"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".parquet"))
                    .map(Path::toAbsolutePath)
                    .toList()) {
                cluster.part = Files.size(file) / 8;
                FileOutcome outcome = onManyMachines(file, "file:", target());
                assertEquals(Kind.FAILED, outcome.kind());
                assertTrue(message(outcome).contains("no keys"), () -> message(outcome));
            }
        }
        Path source = source();
        change(source, Files.size(source) / 2);
        cluster.part = Files.size(source) / 6;
        FileOutcome outcome = onManyMachines(source, "file:", target());
        assertEquals(Kind.FAILED, outcome.kind(), "a page with a wrong checksum");
        assertEquals(List.of(), beside());
    }

    @Test
    void aTargetThatIsThereIsNotMadeAgain() throws IOException {
        Path source = source();
        cluster.part = Files.size(source) / 6;
        DirectoryConversion run = new DirectoryConversion(cluster, cluster.storages());
        for (Kind kind : List.of(Kind.WRITTEN, Kind.THERE_ALREADY)) {
            cluster.works.clear();
            FileList files = run.list(List.of("file:" + source), "file:" + target().getParent());
            List<Kind> kinds = new ArrayList<>();
            run.convert(files, conversion, false, new DirectoryConversion.Results() {
                @Override
                public void ended(String from, String to, FileOutcome outcome) {
                    kinds.add(outcome.kind());
                }

                @Override
                public boolean isCancelled() {
                    return false;
                }
            });
            assertEquals(List.of(kind), kinds);
            assertEquals(kind == Kind.THERE_ALREADY, cluster.works.size() == 1, cluster.works.toString());
        }
    }

    // What a killed run has left: whole parts, which nobody can tell from those of another plan.
    @Test
    void partsOfAKilledRunAreDeletedByTheNext() throws IOException {
        Path source = source();
        Files.createDirectories(target().getParent());
        Path left = target().resolveSibling(".large.parquet.0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0.fastcodec.tmp");
        Files.writeString(left, "a part");
        DirectoryConversion run = new DirectoryConversion(cluster, cluster.storages());
        run.list(List.of("file:" + source), "file:" + target().getParent());
        assertFalse(Files.exists(left));
    }
}
