// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files written by pyarrow, DuckDB and polars: only their compression changes. */
class RecompressorTest {

    private static final Path SNAPPY = Layouts.file("pyarrow-v1-snappy");

    /** Codecs that parquet-java reads without Hadoop's native libraries. */
    private static final Set<CompressionCodecName> TARGETS = EnumSet.of(
            CompressionCodecName.UNCOMPRESSED,
            CompressionCodecName.SNAPPY,
            CompressionCodecName.GZIP,
            CompressionCodecName.ZSTD,
            CompressionCodecName.LZ4_RAW);

    @TempDir
    Path directory;

    private int files;

    static Stream<Path> files() {
        return Layouts.files();
    }

    private Path target() {
        return directory.resolve("target-" + files++ + ".parquet");
    }

    private Path recompressed(Path source, Plan plan) throws IOException {
        Path target = target();
        RecompressResult result = Recompressor.of(plan).recompress(source, target);
        assertTrue(result.verified());
        assertEquals(Files.size(source), result.bytesBefore());
        assertEquals(Files.size(target), result.bytesAfter());
        return target;
    }

    // Would catch: an offset that is not adjusted, a statistic that is dropped, a page in the wrong column, V2
    // pages that are compressed but marked as uncompressed.
    @ParameterizedTest
    @MethodSource("files")
    void keepsTheMetadataAndValuesOfTheSource(Path source) throws IOException {
        IndependentFile before = IndependentFile.read(source);
        List<String> values = Values.of(source);
        for (CompressionCodecName codec : TARGETS) {
            Path target = recompressed(source, Plan.to(codec));
            before.assertRecompressedTo(IndependentFile.read(target), column -> CompressionCodec.valueOf(codec.name()));
            assertEquals(values, Values.of(target), codec + " of " + source);
        }
    }

    // Would catch: anything that a change adds or loses permanently.
    @ParameterizedTest
    @MethodSource("files")
    void everyPathToACodecGivesTheSameBytes(Path source) throws IOException {
        Map<CompressionCodecName, Path> straight = new EnumMap<>(CompressionCodecName.class);
        Set<CompressionCodecName> keepingPages = EnumSet.noneOf(CompressionCodecName.class);
        for (CompressionCodecName codec : TARGETS) {
            Path target = target();
            if (Recompressor.of(Plan.to(codec)).recompress(source, target).keptChunks() > 0) {
                keepingPages.add(codec);
            }
            straight.put(codec, target);
        }
        for (CompressionCodecName codec : TARGETS) {
            Path one = keepingPages.contains(codec) ? null : straight.get(codec);
            for (CompressionCodecName detour : TARGETS) {
                // A V2 page that does not shrink is marked as uncompressed, so that its mark before
                // UNCOMPRESSED is lost.
                boolean forgets = source.toString().contains("v2")
                        && (codec == CompressionCodecName.UNCOMPRESSED || detour == CompressionCodecName.UNCOMPRESSED);
                if (detour != codec && !forgets) {
                    Path way = recompressed(straight.get(detour), Plan.to(codec));
                    one = one == null ? way : one;
                    assertEquals(-1, Files.mismatch(one, way), codec + " by way of " + detour);
                }
            }
        }
    }

    // Would catch: a changed field that parquet-format's classes do not know, so that the comparison above does
    // not see it.
    @ParameterizedTest
    @MethodSource("files")
    void keepsUnrelatedFieldsThereAndBack(Path source) throws IOException {
        List<String> fields = IndependentFile.read(source).unchangingFields();
        Path there = recompressed(source, Plan.to(CompressionCodecName.ZSTD));
        assertEquals(fields, IndependentFile.read(there).unchangingFields());
        Path back = recompressed(there, Plan.to(CompressionCodecName.SNAPPY));
        assertEquals(fields, IndependentFile.read(back).unchangingFields());
    }

    // Would catch: a test above that compares nothing, or only known fields.
    @Test
    void comparesUnknownFieldsToo() throws IOException {
        List<String> plain =
                IndependentFile.read(HandMadeFile.plain().write(target())).unchangingFields();
        for (String struct : List.of("Statistics", "SchemaElement", "DataPageHeader")) {
            HandMadeFile file = HandMadeFile.plain().unknownFieldIn(struct, 40);
            assertNotEquals(plain, IndependentFile.read(file.write(target())).unchangingFields());
        }
        HandMadeFile snappy = HandMadeFile.plain().withChecksum(0).withChecksum(1);
        Path same = recompressed(snappy.write(target()), Plan.to(CompressionCodecName.GZIP));
        assertEquals(
                IndependentFile.read(snappy.write(target())).unchangingFields(),
                IndependentFile.read(same).unchangingFields());
    }

    /** Returns the files whose chunks all have the same codec. */
    private static Stream<Path> filesOfOneCodec() {
        return files().filter(file -> codecs(file).size() == 1);
    }

    static Stream<Path> uncompressedFiles() {
        return filesOfOneCodec().filter(file -> codecs(file).contains(CompressionCodecName.UNCOMPRESSED));
    }

    private static Set<CompressionCodecName> codecs(Path file) {
        try {
            return IndependentFile.read(file).chunks().stream()
                    .map(chunk -> CompressionCodecName.valueOf(
                            chunk.getMeta_data().getCodec().name()))
                    .collect(Collectors.toSet());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    // Would catch: a number that is written in more bytes than before, an offset that is only nearly right.
    @ParameterizedTest
    @MethodSource("uncompressedFiles")
    void roundTripRestoresTheSource(Path file) throws IOException {
        // The result is the file itself, byte for byte, unless a note names a correction: see the test of a
        // plan that changes nothing.
        Path source = recompressed(file, Plan.ofColumns());
        for (CompressionCodecName codec : TARGETS) {
            Path there = recompressed(source, Plan.to(codec));
            Path back = recompressed(there, Plan.to(CompressionCodecName.UNCOMPRESSED));
            assertEquals(-1, Files.mismatch(source, back), codec.name());
        }
    }

    /**
     * Where this project compresses with the writer's library, a conversion back to the writer's codec restores the writer's
     * bytes. This holds for SNAPPY by snappy-java, including older releases, and for BROTLI. It does not hold for parquet-java's
     * ZSTD, whose frames lack the size that ours have, or for GZIP, for which this project uses libdeflate.
     */
    // Would catch: a byte anywhere in the file that is not restored.
    @Test
    void roundTripThroughTheWritersLibraryRestoresItsFile() throws IOException {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "snappy's bytes depend on the platform that it was built for");
        List<String> equal = new ArrayList<>();
        for (Path file : filesOfOneCodec().toList()) {
            CompressionCodecName codec = codecs(file).iterator().next();
            CompressionCodecName detour =
                    codec == CompressionCodecName.SNAPPY ? CompressionCodecName.LZ4_RAW : CompressionCodecName.SNAPPY;
            Plan back = codec == CompressionCodecName.BROTLI ? Plan.to(codec, 8) : Plan.to(codec);
            Path source = recompressed(file, Plan.ofColumns());
            if (Files.mismatch(source, recompressed(recompressed(file, Plan.to(detour)), back)) == -1) {
                equal.add(file.getFileName().toString().replace(".parquet", ""));
            }
        }
        System.out.println(equal.size() + " of " + filesOfOneCodec().count()
                + " layouts of one codec are byte for byte the same after the way to another codec and back");
        assertEquals(
                List.of(
                        "parquet-java-1.10.1-v1-snappy",
                        "parquet-java-1.11.2-v1-snappy",
                        "parquet-java-1.12.3-v1-snappy-bloom",
                        "parquet-java-1.13.1-v1-snappy-bloom",
                        "parquet-java-1.14.4-v1-snappy-bloom",
                        "parquet-java-1.15.2-v1-snappy-bloom",
                        "parquet-java-1.16.0-v1-snappy-bloom",
                        "parquet-java-1.17.1-v1-snappy-bloom",
                        "parquet-java-1.18.1-v1-snappy-bloom",
                        "parquet-java-1.18.1-v1-uncompressed",
                        "polars-v1-uncompressed",
                        "pyarrow-v1-brotli-plain",
                        "pyarrow-v1-uncompressed-index-checksums",
                        "pyarrow-v1-zstd-no-rows",
                        "pyarrow-v2-snappy-stored",
                        "spark-3.5.9-v1-snappy-bloom",
                        "spark-4.2.0-v1-snappy-bloom"),
                equal);
    }

    // Would catch: a header that is rewritten instead of spliced, an offset that is changed although it was
    // right.
    @ParameterizedTest
    @MethodSource("files")
    void emptyPlanCopiesTheFile(Path source) throws IOException {
        Path target = target();
        RecompressResult result = Recompressor.of(Plan.ofColumns()).recompress(source, target);
        assertEquals(0, result.changedChunks());
        if (result.notes().isEmpty()) {
            assertEquals(-1, Files.mismatch(source, target));
        } else {
            assertTrue(source.toString().contains("polars"), result.notes()::toString);
            assertEquals(
                    List.of(
                            "a column chunk has a file_offset where no page starts, which is set to 0",
                            "copies of metadata after column chunks are left out"),
                    result.notes());
        }
    }

    // Would catch: pages or regions out of order, a last batch that is not awaited.
    @ParameterizedTest
    @MethodSource("files")
    void newFileDoesNotDependOnThreadsOrMemory(Path source) throws IOException {
        RecompressOptions options = RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD, 1));
        Path one = target();
        Path four = target();
        Path little = target();
        Recompressor.of(options.withThreads(1)).recompress(source, one);
        Recompressor.of(options.withThreads(4)).recompress(source, four);
        Recompressor.of(options.withThreads(3).withMemory(1 << 20)).recompress(source, little);
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(four));
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(little));
    }

    // Would catch: a codec that is left out, or a codec with a wrong number.
    @ParameterizedTest
    @EnumSource
    void convertsToAndFromEveryCodec(CompressionCodecName codec) throws IOException {
        Path changed = recompressed(SNAPPY, Plan.to(codec));
        IndependentFile.read(SNAPPY)
                .assertRecompressedTo(IndependentFile.read(changed), column -> CompressionCodec.valueOf(codec.name()));
        Path back = recompressed(changed, Plan.to(CompressionCodecName.ZSTD));
        assertEquals(Values.of(SNAPPY), Values.of(back));
    }

    @ParameterizedTest
    @CsvSource({"ZSTD, 19", "LZ4_RAW, 9", "GZIP, 12"})
    void explicitLevelRecompressesTheSameCodec(CompressionCodecName codec, int level) throws IOException {
        Path fast = recompressed(SNAPPY, Plan.to(codec, 1));
        Path same = recompressed(fast, Plan.to(codec));
        Path small = recompressed(fast, Plan.to(codec, level));
        assertEquals(-1, Files.mismatch(fast, same));
        assertTrue(Files.size(small) < Files.size(fast));
        assertEquals(Values.of(SNAPPY), Values.of(small));
    }

    @Test
    void columnsMayHaveTheirOwnTargets() throws IOException {
        Plan plan = Plan.ofColumns()
                .withColumn("word", new CodecLevel(CompressionCodecName.GZIP))
                .withColumn("pair.b", new CodecLevel(CompressionCodecName.ZSTD, 5));
        Path target = target();
        RecompressResult result = Recompressor.of(plan).recompress(SNAPPY, target);
        IndependentFile.read(SNAPPY).assertRecompressedTo(IndependentFile.read(target), column -> {
            String path = String.join(".", column.getPath_in_schema());
            return path.equals("word")
                    ? CompressionCodec.GZIP
                    : path.equals("pair.b") ? CompressionCodec.ZSTD : CompressionCodec.SNAPPY;
        });
        assertEquals(4, result.changedChunks());
        assertEquals(Values.of(SNAPPY), Values.of(target));
    }

    // Would catch: bytes of the larger chunk that stay in the file, offsets of the larger chunk.
    @ParameterizedTest
    @MethodSource("files")
    void keepsAChunkThatWouldGrow(Path source) throws IOException {
        Path target = target();
        RecompressResult result = Recompressor.of(
                        Plan.to(CompressionCodecName.UNCOMPRESSED).keepSmaller())
                .recompress(source, target);
        assertTrue(result.bytesAfter() <= result.bytesBefore(), result::toString);
        IndependentFile before = IndependentFile.read(source);
        IndependentFile after = IndependentFile.read(target);
        for (int i = 0; i < before.chunks().size(); i++) {
            assertTrue(after.chunks().get(i).getMeta_data().getTotal_compressed_size()
                    <= before.chunks().get(i).getMeta_data().getTotal_compressed_size());
        }
        assertEquals(Values.of(source), Values.of(target));
    }

    @Test
    void keepsAnExistingTarget() throws IOException {
        Path target = Files.writeString(target(), "mine");
        assertThrows(
                FileAlreadyExistsException.class,
                () -> Recompressor.of(Plan.to(CompressionCodecName.ZSTD)).recompress(SNAPPY, target));
        assertEquals("mine", Files.readString(target));
        assertOnlyFile(target);
    }

    // Would catch: a temporary file that stays, a checksum file of Hadoop's with which Hadoop cannot read the
    // new file.
    @Test
    void leavesNothingNextToTheNewFile() throws IOException {
        Path target = target();
        Files.writeString(directory.resolve("." + target.getFileName() + ".crc"), "stale");
        Recompressor.of(Plan.to(CompressionCodecName.ZSTD)).recompress(SNAPPY, target);
        assertOnlyFile(target);
    }

    // Would catch: a deleted file of another program, or a deleted file next to a target that is not written.
    @Test
    void temporaryFiles_rejectedFileDeletesNothing() throws IOException {
        Path target = target();
        Path refused = Files.writeString(directory.resolve("refused"), "nothing of Parquet");
        String beside = "." + target.getFileName() + "." + UUID.randomUUID();
        Path theirs = Files.writeString(directory.resolve(beside + ".tmp"), "theirs");
        Path ours = Files.writeString(directory.resolve(beside + ".fastcodec.tmp"), "half");
        Recompressor zstd = Recompressor.of(Plan.to(CompressionCodecName.ZSTD));
        assertThrows(RefusedFileException.class, () -> zstd.recompress(refused, target));
        assertTrue(Files.exists(theirs) && Files.exists(ours));
        zstd.recompress(SNAPPY, target);
        assertTrue(Files.exists(theirs) && Files.notExists(ours));
    }

    @Test
    void rejectsAMissingColumn() throws IOException {
        Path target = target();
        RefusedFileException refused = assertThrows(
                RefusedFileException.class,
                () -> Recompressor.of(Plan.ofColumns().withColumn("nowhere", new CodecLevel(CompressionCodecName.ZSTD)))
                        .recompress(SNAPPY, target));
        assertTrue(
                refused.getMessage().contains("it has no column nowhere; its columns are at, flag, gone, id,"),
                refused::getMessage);
        assertEquals(SNAPPY.toString(), refused.file());
        assertFalse(Files.exists(target));
    }

    @Test
    void rejectsAPageThatNeedsMoreMemoryThanTheLimit() {
        RecompressOptions options = RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD));
        Recompressor little = Recompressor.of(options.withMemory(1000));
        Recompressor more = Recompressor.of(options.withMemory(48 << 10));
        RefusedFileException refused = assertThrows(
                RefusedFileException.class, () -> little.recompress(Layouts.file("pyarrow-v1-zstd-no-rows"), target()));
        assertTrue(
                refused.getMessage()
                        .contains("the limit is 125 bytes: raise the memory limit (option memory) to at least "),
                refused::getMessage);
        RefusedFileException page = assertThrows(
                RefusedFileException.class, () -> more.recompress(Layouts.file("duckdb-v2-zstd"), target()));
        assertTrue(
                page.getMessage()
                        .contains("row group 0, column noise, page 0 at offset 54: it needs 62 KiB of memory, pages"
                                + " may take 48 KiB: raise the memory limit (option memory) to at least 62 KiB"),
                page::getMessage);
    }

    @Test
    void rejectsAnInvalidLevelBeforehand() throws IOException {
        Path target = target();
        assertThrows(
                IllegalArgumentException.class,
                () -> Recompressor.of(Plan.to(CompressionCodecName.ZSTD, 23)).recompress(SNAPPY, target));
        IllegalArgumentException none =
                assertThrows(IllegalArgumentException.class, () -> Plan.to(CompressionCodecName.SNAPPY, 1));
        assertEquals("SNAPPY has no compression levels, got level 1", none.getMessage());
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    // Would catch: state that recompressions share, a thread that stays.
    @Test
    void recompressorServesThreadsAndLeavesNone() throws Exception {
        Recompressor recompressor = Recompressor.of(
                RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD)).withThreads(2));
        List<Path> sources = Layouts.files().toList();
        List<Path> targets = sources.stream().map(source -> target()).toList();
        IntStream.range(0, sources.size()).parallel().forEach(i -> {
            try {
                recompressor.recompress(sources.get(i), targets.get(i));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        for (int i = 0; i < sources.size(); i++) {
            Path alone = recompressed(sources.get(i), Plan.to(CompressionCodecName.ZSTD));
            assertEquals(
                    -1, Files.mismatch(alone, targets.get(i)), sources.get(i).toString());
        }
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("parquet-fastcodec-recompress")) {
                thread.join(60_000); // its pool has ended, and it is about to end
                assertFalse(thread.isAlive());
            }
        }
    }

    private void assertOnlyFile(Path target) throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(target), left.toList());
        }
    }
}
