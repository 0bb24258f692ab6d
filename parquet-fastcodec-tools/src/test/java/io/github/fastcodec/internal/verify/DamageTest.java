// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The damage that is found, and the damage that no checksum covers. Prints the counts for docs/verify.md. */
@Tag("slow")
class DamageTest {

    private static final int FILES = Integer.getInteger("damaged.verified", 60);
    private static final long SEED = 20_261_122;

    /** The distance between flipped bytes of a file; a prime, so that no field is always skipped. */
    private static final int STEP = Integer.getInteger("damaged.step", 7);

    private static final MessageType SCHEMA = MessageTypeParser.parseMessageType("""
            message rows {
              required int32 id;
              optional binary text (UTF8);
              repeated int64 many;
            }""");

    @TempDir
    Path directory;

    /** The outcome of a damage. */
    private enum Outcome {
        /** Found without decoding values. */
        FOUND,
        /** Found when values are decoded. */
        FOUND_BY_VALUES,
        /** Readers return the same rows, or there is a note. */
        SAME_ROWS,
        /** parquet-java refuses the file. */
        UNREADABLE,
        /** Readers return other rows. */
        OTHER_ROWS
    }

    private Outcome outcome(byte[] damaged, List<List<?>> rows) throws IOException {
        Path path = Files.write(directory.resolve("damaged.parquet"), damaged);
        VerifyOptions options = VerifyOptions.defaults().withThreads(1);
        if (!Verifier.of(options).verify(path).isSound()) {
            return Outcome.FOUND;
        }
        if (!Verifier.of(options.withValues(true)).verify(path).isSound()) {
            return Outcome.FOUND_BY_VALUES;
        }
        try {
            return read(path).equals(rows) ? Outcome.SAME_ROWS : Outcome.OTHER_ROWS;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            return Outcome.UNREADABLE;
        }
    }

    private static List<List<?>> read(Path path) throws IOException {
        return GroupFiles.read(path, reader -> reader.withCodecFactory(new FastCodecFactory()));
    }

    private Path written(Rows rows, Consumer<ExampleParquetWriter.Builder> settings) throws IOException {
        Path path = directory.resolve("whole.parquet");
        Files.deleteIfExists(path);
        GroupFiles.write(path, rows, builder -> settings.accept(builder.withCodecFactory(new FastCodecFactory())));
        assertEquals(
                List.of(),
                Verifier.of(VerifyOptions.defaults().withValues(true))
                        .verify(path)
                        .findings());
        return path;
    }

    // Would catch: a checksum that is not verified, a page that is skipped, a GZIP trailer that is not read.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "LZO")
    void findsEveryDamageInAPageWithAChecksum(CompressionCodecName codec) throws IOException {
        for (boolean checksums : new boolean[] {true, false}) {
            Rows rows = Rows.random(FileShape.Schemas.FLAT, 120, 0.1, SEED);
            Path path = written(
                    rows,
                    builder -> builder.withCompressionCodec(codec)
                            .withPageRowCountLimit(40)
                            .withPageWriteChecksumEnabled(checksums));
            byte[] file = Files.readAllBytes(path);
            List<int[]> pages = pages(path);
            Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
            for (int number = 0; number < FILES; number++) {
                byte[] damaged = damaged(file, pages, new Random(SEED + number));
                Outcome outcome = Arrays.equals(damaged, file) ? Outcome.SAME_ROWS : outcome(damaged, rows.values());
                counts.merge(outcome, 1, Integer::sum);
                if ((checksums || codec == CompressionCodecName.GZIP) && !Arrays.equals(damaged, file)) {
                    // a GZIP header has meaningless bytes that no checksum covers
                    assertTrue(
                            outcome == Outcome.FOUND || !checksums && outcome == Outcome.SAME_ROWS,
                            codec + " " + outcome + ", seed " + (SEED + number));
                }
            }
            System.out.println(codec + (checksums ? " with" : " without") + " page checksums: " + counts);
        }
    }

    /** Damages a file like {@code DamagedFileTest}. */
    private static byte[] damaged(byte[] file, List<int[]> pages, Random random) {
        byte[] damaged = file.clone();
        int[] page = pages.get(random.nextInt(pages.size()));
        int end = page[1];
        int at = page[0] + random.nextInt(end - page[0]);
        switch (random.nextInt(4)) {
            case 0 -> Arrays.fill(damaged, at, end, (byte) 0);
            case 1 -> {
                int lost = Math.min(end - at, 1 + random.nextInt(8));
                System.arraycopy(file, at + lost, damaged, at, end - at - lost);
            }
            case 2 -> damaged[at] = (byte) random.nextInt();
            default -> damaged[at] ^= (byte) (1 << random.nextInt(8));
        }
        return damaged;
    }

    private static List<int[]> pages(Path path) throws IOException {
        List<int[]> pages = new ArrayList<>();
        EditedFile file = EditedFile.of(path);
        for (int column = 0; column < file.columns(); column++) {
            pages.addAll(file.bodies(column));
        }
        return pages;
    }

    // Would catch: a rule that was dropped.
    @Test
    void findsMostFlippedBytesInAFileWithChecksums() throws IOException {
        Rows rows = Rows.random(SCHEMA, 60, 0.2, SEED);
        Path path = written(
                rows,
                builder -> builder.withCompressionCodec(CompressionCodecName.ZSTD)
                        .withWriterVersion(WriterVersion.PARQUET_2_0)
                        .withPageRowCountLimit(20)
                        .withBloomFilterEnabled("id", true)
                        .withBloomFilterNDV("id", 60)
                        .withPageWriteChecksumEnabled(true));
        Map<Outcome, Integer> counts = flipEach(path, rows.values());
        System.out.println("parquet-java, ZSTD, page checksums: " + counts);
        int all = counts.values().stream().mapToInt(Integer::intValue).sum();
        int silent = counts.getOrDefault(Outcome.OTHER_ROWS, 0) + counts.getOrDefault(Outcome.UNREADABLE, 0);
        assertTrue(silent <= all / 20, counts::toString);
        assertTrue(counts.getOrDefault(Outcome.FOUND, 0) > all / 2, counts::toString);
    }

    @ParameterizedTest
    @org.junit.jupiter.params.provider.ValueSource(
            strings = {"pyarrow-v2-snappy-stored", "pyarrow-v1-zstd-no-rows", "pyarrow-v1-gzip-no-groups"})
    void findsFlippedBytesInFilesOfOtherWriters(String name) throws IOException {
        Path path = Path.of("src/test/resources/layouts", name + ".parquet");
        Map<Outcome, Integer> counts = flipEach(path, read(path));
        System.out.println(name + ": " + counts);
        assertTrue(counts.getOrDefault(Outcome.FOUND, 0) > 0, counts::toString);
    }

    private Map<Outcome, Integer> flipEach(Path path, List<List<?>> rows) throws IOException {
        byte[] file = Files.readAllBytes(path);
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        Random random = new Random(SEED);
        for (int at = 0; at < file.length; at += STEP) {
            byte[] damaged = file.clone();
            damaged[at] ^= (byte) (1 << random.nextInt(8));
            Outcome outcome = outcome(damaged, rows);
            counts.merge(outcome, 1, Integer::sum);
            if (outcome == Outcome.OTHER_ROWS && Boolean.getBoolean("damaged.print")) {
                System.out.println("other rows by the byte at " + at + " of " + file.length);
            }
        }
        return counts;
    }
}
