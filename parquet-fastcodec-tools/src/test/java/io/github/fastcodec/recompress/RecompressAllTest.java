// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several files in one call, and a second call that continues where the first one ended. */
class RecompressAllTest {

    private static final Plan PLAN = Plan.to(CompressionCodecName.ZSTD, 1);
    private static final RecompressOptions OPTIONS = RecompressOptions.of(PLAN).withThreads(3);
    private static final Recompressor ZSTD = Recompressor.of(OPTIONS);
    private static final Recompressor KEEP_GOING = Recompressor.of(OPTIONS.withKeepGoing(true));

    @TempDir
    Path directory;

    private Map<Path, Path> targets() {
        Map<Path, Path> targets = new LinkedHashMap<>();
        Layouts.files()
                .forEach(file -> targets.put(file, directory.resolve("day=1").resolve(file.getFileName())));
        return targets;
    }

    private Path damaged() throws IOException {
        Path damaged = directory.resolve("damaged.parquet");
        byte[] bytes = Files.readAllBytes(Layouts.file("pyarrow-v1-snappy"));
        bytes[4] = 0x7f; // the start of the first page
        return Files.write(damaged, bytes);
    }

    private static List<Path> filesBelow(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    // Would catch: files that get each other's pages, a window that is never freed, a result out of order.
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void eachFileEqualsItsSingleConversion(int threads) throws IOException {
        Map<Path, Path> targets = targets();
        RecompressReport report = Recompressor.of(OPTIONS.withThreads(threads).withMemory(24 << 20))
                .recompressAll(targets);
        assertEquals(List.copyOf(targets.keySet()), List.copyOf(report.results().keySet()));
        int i = 0;
        for (Map.Entry<Path, Path> target : targets.entrySet()) {
            Path alone = directory.resolve("alone-" + i++);
            RecompressResult result = ZSTD.recompress(target.getKey(), alone);
            assertEquals(-1, Files.mismatch(alone, target.getValue()), target.toString());
            assertEquals(
                    result.toString(), report.results().get(target.getKey()).toString());
        }
        assertEquals(targets.size(), filesBelow(directory.resolve("day=1")).size());
    }

    // Would catch: a source that is reported as damaged although the file at the target is.
    @Test
    void blamesTheTargetForItsDamagedPage() throws IOException {
        Path source = HandMadeFile.plain().write(directory.resolve("source"));
        Path target = directory.resolve("target");
        Recompressor checksums =
                Recompressor.of(Plan.to(CompressionCodecName.ZSTD).addChecksums());
        checksums.recompressAll(Map.of(source, target));
        byte[] bytes = Files.readAllBytes(target);
        bytes[4] = 0; // the header of the first page ends at once
        Files.write(target, bytes);
        FileAlreadyExistsException other =
                assertThrows(FileAlreadyExistsException.class, () -> checksums.recompressAll(Map.of(source, target)));
        assertTrue(
                other.getMessage().startsWith(target + ": it is not a recompressed copy of " + source + ": "),
                other::getMessage);
    }

    // Would catch: a second run that does everything again, or takes any file at the target for its own.
    @Test
    void secondCallWritesOnlyWhatIsMissing() throws IOException {
        Map<Path, Path> targets = targets();
        ZSTD.recompressAll(targets);
        List<Path> all = List.copyOf(targets.values());
        List<Path> sources = List.copyOf(targets.keySet());
        Files.delete(all.get(2));
        Files.copy(all.get(5), all.get(4), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(all.get(7), "something else");
        RecompressReport report = KEEP_GOING.recompressAll(targets);
        assertTrue(report.results().get(sources.get(2)).written());
        assertEquals(
                List.of(sources.get(4), sources.get(7)),
                List.copyOf(report.failures().keySet()));
        FileAlreadyExistsException other = assertInstanceOf(
                FileAlreadyExistsException.class, report.failures().get(sources.get(7)));
        assertTrue(
                other.getMessage()
                        .startsWith(all.get(7) + ": it is not a recompressed copy of " + sources.get(7) + ": it "),
                other::getMessage);
        assertEquals("something else", Files.readString(all.get(7)));
        report.results().forEach((source, result) -> {
            assertEquals(source.equals(sources.get(2)), result.written(), source::toString);
            assertEquals(targets.get(source).toFile().length(), result.bytesAfter());
        });
        FileAlreadyExistsException gzip = assertThrows(
                FileAlreadyExistsException.class,
                () -> Recompressor.of(Plan.to(CompressionCodecName.GZIP))
                        .recompressAll(Map.of(sources.get(0), all.get(0))));
        assertTrue(gzip.getMessage().contains("by another plan"), gzip::getMessage);
    }

    // Would catch: a message that invites the user to delete the only good copy.
    @Test
    void namesASourceDamagedSinceTheFirstRun() throws IOException {
        Path source = Files.copy(Layouts.file("pyarrow-v1-snappy"), directory.resolve("source"));
        Map<Path, Path> targets = Map.of(source, directory.resolve("target"));
        ZSTD.recompressAll(targets);
        byte[] bytes = Files.readAllBytes(source);
        int footer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
        bytes[bytes.length - 8 - footer] = 0; // the footer ends at once
        Files.write(source, bytes);
        RefusedFileException refused = assertThrows(RefusedFileException.class, () -> ZSTD.recompressAll(targets));
        assertEquals(source.toString(), refused.file());
    }

    @Test
    void failureEndsTheCallOrIsReported() throws IOException {
        Map<Path, Path> targets = new LinkedHashMap<>();
        Path damaged = damaged();
        targets.put(damaged, directory.resolve("target-0"));
        targets.put(Layouts.file("pyarrow-v1-snappy"), directory.resolve("target-1"));
        RefusedFileException refused = assertThrows(
                RefusedFileException.class,
                () -> Recompressor.of(OPTIONS.withThreads(1)).recompressAll(targets));
        assertEquals(damaged.toString(), refused.file());
        assertEquals(List.of(damaged), filesBelow(directory));
        RecompressReport report = KEEP_GOING.recompressAll(targets);
        assertEquals(refused.getMessage(), report.failures().get(damaged).getMessage());
        assertEquals(List.of(damaged, directory.resolve("target-1")), filesBelow(directory));
    }

    // Would catch: a progress bar that ends early or never.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void progressAddsUpToTheLengthsOfTheSources(boolean verifies) throws IOException {
        LongAdder done = new LongAdder();
        Recompressor recompressor =
                Recompressor.of(OPTIONS.withVerify(verifies)).withProgress(done::add);
        Map<Path, Path> targets = targets();
        long length = targets.keySet().stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
        recompressor.recompressAll(targets);
        assertEquals(length, done.sum());
        recompressor.recompressAll(targets);
        assertEquals(2 * length, done.sum());
    }

    // Would catch: an interrupt that is lost, half a file that stays.
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void interruptLeavesNoPartialFile(int threads) throws IOException {
        Map<Path, Path> targets = targets();
        Thread caller = Thread.currentThread();
        Recompressor recompressor = Recompressor.of(OPTIONS.withThreads(threads).withKeepGoing(true))
                .withProgress(bytes -> caller.interrupt());
        assertThrows(InterruptedIOException.class, () -> recompressor.recompressAll(targets));
        assertTrue(Thread.interrupted());
        for (Path file : filesBelow(directory)) {
            assertFalse(file.toString().endsWith(".tmp"), file::toString);
        }
        RecompressReport report = ZSTD.recompressAll(targets);
        assertEquals(targets.size(), report.results().size());
    }

    // Would catch: a wrong level that is found after half of the files.
    @Test
    void rejectsAWrongLevelBeforeTheFirstFile() throws IOException {
        Recompressor wrong = Recompressor.of(RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD))
                .withCodecs(FastCodecOptions.defaults().withLevel(CompressionCodecName.ZSTD, "99"))
                .withKeepGoing(true));
        assertThrows(IllegalArgumentException.class, () -> wrong.recompressAll(new LinkedHashMap<>(targets())));
        assertEquals(new ArrayList<>(), filesBelow(directory));
    }
}
