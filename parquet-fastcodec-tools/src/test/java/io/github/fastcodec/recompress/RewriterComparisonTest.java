// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.rewrite.ParquetRewriter;
import org.apache.parquet.hadoop.rewrite.RewriteOptions;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The features of the layouts that parquet-java's ParquetRewriter and this project's Recompressor keep: the facts in the table of
 * docs/recompress.md. Prints them; fails when a version of parquet-java changes one.
 */
class RewriterComparisonTest {

    @TempDir
    Path directory;

    private int files;

    @FunctionalInterface
    private interface Way {
        void to(CompressionCodecName codec, Path source, Path target) throws IOException;
    }

    private static void rewriter(CompressionCodecName codec, Path source, Path target) throws IOException {
        RewriteOptions options = new RewriteOptions.Builder(
                        new PlainParquetConfiguration(), new LocalInputFile(source), new LocalOutputFile(target))
                .transform(codec)
                .build();
        try (ParquetRewriter rewriter = new ParquetRewriter(options)) {
            rewriter.processBlocks();
        }
    }

    private static void ours(CompressionCodecName codec, Path source, Path target) throws IOException {
        Recompressor.of(Plan.to(codec)).recompress(source, target);
    }

    private static boolean anyChunk(IndependentFile file, Predicate<ColumnChunk> has) {
        return file.chunks().stream().anyMatch(has);
    }

    private static boolean anyGroup(IndependentFile file, Predicate<RowGroup> has) {
        return file.metaData().getRow_groups().stream().anyMatch(has);
    }

    /** The features of files, with a test for each. */
    private static Map<String, Predicate<IndependentFile>> features() {
        Map<String, Predicate<IndependentFile>> features = new LinkedHashMap<>();
        features.put(
                "statistics of chunks",
                file -> anyChunk(file, chunk -> chunk.getMeta_data().isSetStatistics()));
        features.put(
                "exactness of minimum and maximum",
                file -> anyChunk(
                        file,
                        chunk -> chunk.getMeta_data().isSetStatistics()
                                && chunk.getMeta_data().getStatistics().isSetIs_min_value_exact()));
        features.put(
                "size statistics",
                file -> anyChunk(file, chunk -> chunk.getMeta_data().isSetSize_statistics()));
        features.put(
                "geospatial statistics",
                file -> anyChunk(file, chunk -> chunk.getMeta_data().isSetGeospatial_statistics()));
        features.put("column indexes", file -> anyChunk(file, ColumnChunk::isSetColumn_index_offset));
        features.put(
                "bloom filters",
                file -> anyChunk(file, chunk -> chunk.getMeta_data().isSetBloom_filter_offset()));
        features.put("sorting columns", file -> anyGroup(file, RowGroup::isSetSorting_columns));
        return features;
    }

    /** Returns, for each feature, the number of layouts that have it and in how many of them it is kept. */
    private Map<String, String> kept(Way way) throws IOException {
        Map<String, int[]> counts = new LinkedHashMap<>();
        int[] createdBy = new int[2];
        int[] readable = new int[2];
        for (Path source : Layouts.files()
                .filter(file -> !file.toString().contains("brotli"))
                .toList()) {
            Path target = directory.resolve(files++ + ".parquet");
            readable[0]++;
            try {
                way.to(CompressionCodecName.GZIP, source, target);
                readable[1] += Values.of(source).equals(Values.of(target)) ? 1 : 0;
            } catch (IOException | RuntimeException e) {
                // counted as unreadable
            }
            if (!Files.exists(target) || Files.size(target) < 12) {
                continue;
            }
            IndependentFile before = IndependentFile.read(source);
            IndependentFile after;
            try {
                after = IndependentFile.read(target);
            } catch (IOException | RuntimeException e) {
                continue;
            }
            createdBy[0]++;
            createdBy[1] +=
                    before.metaData().getCreated_by().equals(after.metaData().getCreated_by()) ? 1 : 0;
            features().forEach((name, has) -> {
                int[] count = counts.computeIfAbsent(name, key -> new int[2]);
                if (has.test(before)) {
                    count[0]++;
                    count[1] += has.test(after) ? 1 : 0;
                }
            });
        }
        counts.put("created_by", createdBy);
        counts.put("files with equal values", readable);
        Map<String, String> kept = new LinkedHashMap<>();
        counts.forEach((name, count) -> kept.put(name, count[1] + " of " + count[0]));
        return kept;
    }

    @Test
    void whatIsKept() throws IOException {
        Map<String, String> theirs = kept(RewriterComparisonTest::rewriter);
        Map<String, String> ours = kept(RewriterComparisonTest::ours);
        System.out.println("| files of src/test/resources that keep | ParquetRewriter | recompress |");
        System.out.println("| --- | ---: | ---: |");
        ours.forEach(
                (name, count) -> System.out.println("| " + name + " | " + theirs.get(name) + " | " + count + " |"));
        ours.forEach(
                (name, count) -> assertEquals(count.replaceAll(".* of ", ""), count.replaceAll(" of .*", ""), name));
        for (String lost : List.of("size statistics", "sorting columns")) {
            assertEquals("0", theirs.get(lost).replaceAll(" of .*", ""), "ParquetRewriter keeps its " + lost + " now");
        }
    }

    private static boolean holds(List<String> values, Path file) {
        try {
            return Values.of(file).equals(values);
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }

    @Test
    void theRewriterCompressesStoredPagesOfV2AndStillSaysThatTheyAreStored() throws IOException {
        Path source = Layouts.file("pyarrow-v2-snappy-stored");
        List<String> values = Values.of(source);
        Path theirs = directory.resolve("theirs.parquet");
        rewriter(CompressionCodecName.GZIP, source, theirs);
        assertFalse(holds(values, theirs));
        Path ours = directory.resolve("ours.parquet");
        ours(CompressionCodecName.GZIP, source, ours);
        assertTrue(holds(values, ours));
    }

    @Test
    void theRewriterGivesADamagedPageANewChecksum() throws IOException {
        Path source = Files.copy(
                Layouts.file("pyarrow-v1-uncompressed-index-checksums"), directory.resolve("source.parquet"));
        byte[] bytes = Files.readAllBytes(source);
        try (LocalInput input = LocalInput.open(source)) {
            long endOfPage =
                    ParquetFile.open(input, 1 << 20).walk().pages().get(0).offset(1);
            bytes[Math.toIntExact(endOfPage) - 1] ^= 1;
        }
        Files.write(source, bytes);
        assertThrows(RuntimeException.class, () -> Values.of(source));
        Path theirs = directory.resolve("theirs.parquet");
        rewriter(CompressionCodecName.GZIP, source, theirs);
        Values.of(theirs);
        assertThrows(
                RefusedFileException.class,
                () -> ours(CompressionCodecName.GZIP, source, directory.resolve("ours.parquet")));
    }

    @Test
    void aLevelOfTheSameCodecIsNothingThatTheRewriterChanges() throws IOException {
        Path source = Layouts.file("parquet-java-1.18.1-v1-zstd-deep");
        Path target = directory.resolve("same.parquet");
        rewriter(CompressionCodecName.ZSTD, source, target);
        assertEquals(
                IndependentFile.read(source).chunks().get(0).getMeta_data().getTotal_compressed_size(),
                IndependentFile.read(target).chunks().get(0).getMeta_data().getTotal_compressed_size());
    }
}
