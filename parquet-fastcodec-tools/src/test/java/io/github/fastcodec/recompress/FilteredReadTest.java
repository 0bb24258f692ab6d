// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.apache.parquet.filter2.predicate.FilterApi.and;
import static org.apache.parquet.filter2.predicate.FilterApi.binaryColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.eq;
import static org.apache.parquet.filter2.predicate.FilterApi.gtEq;
import static org.apache.parquet.filter2.predicate.FilterApi.longColumn;
import static org.apache.parquet.filter2.predicate.FilterApi.lt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.Plan;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Statistics, indexes and bloom filters let a reader skip the same parts of the new file as of the source. */
class FilteredReadTest {

    /** The means to skip parts of a file, one at a time, so that one does not hide the loss of another. */
    private enum Help {
        STATISTICS(options -> options.useStatsFilter(true)),
        DICTIONARY(options -> options.useDictionaryFilter(true)),
        BLOOM_FILTER(options -> options.useBloomFilter(true)),
        COLUMN_INDEX(options -> options.useColumnIndexFilter(true));

        private final UnaryOperator<ParquetReadOptions.Builder> asked;

        Help(UnaryOperator<ParquetReadOptions.Builder> asked) {
            this.asked = asked;
        }

        ParquetReadOptions options(FilterPredicate filter) {
            return asked.apply(builder()
                            .withRecordFilter(FilterCompat.get(filter))
                            .useRecordFilter(false)
                            .useStatsFilter(false)
                            .useDictionaryFilter(false)
                            .useBloomFilter(false)
                            .useColumnIndexFilter(false))
                    .build();
        }
    }

    /** In all files that have the columns of the filters, these columns have the same values, as far as the filters need. */
    private static final List<FilterPredicate> FILTERS = List.of(
            eq(longColumn("id"), 700L),
            and(gtEq(longColumn("id"), 350L), lt(longColumn("id"), 420L)),
            eq(longColumn("id"), -1L),
            eq(longColumn("id"), 351L),
            eq(binaryColumn("word"), Binary.fromString("word 7")),
            eq(binaryColumn("word"), Binary.fromString("word that no file has")));

    @TempDir
    Path directory;

    static Stream<Path> files() {
        // parquet-java does not read BROTLI
        return Layouts.files()
                .filter(file -> !file.toString().contains("brotli"))
                .filter(FilteredReadTest::hasTheColumns);
    }

    /** Returns options without Hadoop's configuration, which takes longer to read than a file. */
    private static ParquetReadOptions.Builder builder() {
        return ParquetReadOptions.builder(new PlainParquetConfiguration());
    }

    private static boolean hasTheColumns(Path file) {
        try (ParquetFileReader reader =
                ParquetFileReader.open(new LocalInputFile(file), builder().build())) {
            return reader.getFileMetaData().getSchema().containsField("id")
                    && reader.getFileMetaData().getSchema().containsField("word");
        } catch (IOException e) {
            throw new AssertionError(file.toString(), e);
        }
    }

    // Would catch: an index or a filter that is not where the footer says, or that does not describe the new
    // pages.
    @ParameterizedTest
    @MethodSource("files")
    void filtersSkipAsMuchAsInTheSource(Path source) throws IOException {
        for (CompressionCodecName codec : List.of(CompressionCodecName.ZSTD, CompressionCodecName.UNCOMPRESSED)) {
            Path target = directory.resolve(codec + "-" + source.getFileName());
            Recompressor.of(Plan.to(codec)).recompress(source, target);
            for (FilterPredicate filter : FILTERS) {
                for (Help help : Help.values()) {
                    assertEquals(read(source, help, filter), read(target, help, filter), help + " " + filter);
                }
            }
        }
    }

    // Would catch: an index that is kept although another one contradicts its pages: some readers want all
    // indexes of a file or none.
    @Test
    void contradictoryIndexRemovesAllIndexesOfTheFile() throws IOException {
        Path sound = Layouts.file("parquet-java-1.18.1-v1-snappy-bloom");
        byte[] bytes = Files.readAllBytes(sound);
        List<ColumnChunk> chunks = IndependentFile.of(bytes).chunks();
        ColumnChunk last = chunks.get(chunks.size() - 1);
        int start = (int) last.getOffset_index_offset();
        OffsetIndex index = Util.readOffsetIndex(new ByteArrayInputStream(bytes, start, last.getOffset_index_length()));
        PageLocation page = index.getPage_locations().get(0);
        page.setCompressed_page_size(page.getCompressed_page_size() - 1);
        ByteArrayOutputStream wrong = new ByteArrayOutputStream();
        Util.writeOffsetIndex(index, wrong);
        assertEquals(last.getOffset_index_length(), wrong.size());
        System.arraycopy(wrong.toByteArray(), 0, bytes, start, wrong.size());
        Path source = Files.write(directory.resolve("source.parquet"), bytes);
        Path target = directory.resolve("target.parquet");
        Recompressor.of(Plan.to(CompressionCodecName.ZSTD)).recompress(source, target);
        IndependentFile.read(target).chunks().forEach(chunk -> {
            assertFalse(chunk.isSetOffset_index_offset() || chunk.isSetOffset_index_length());
            assertFalse(chunk.isSetColumn_index_offset() || chunk.isSetColumn_index_length());
        });
        assertEquals(Values.of(sound), Values.of(target));
        for (FilterPredicate filter : FILTERS) {
            assertEquals(rows(target, null, filter), rows(target, Help.COLUMN_INDEX, filter));
            for (Help help : List.of(Help.STATISTICS, Help.DICTIONARY, Help.BLOOM_FILTER)) {
                assertEquals(read(sound, help, filter), read(target, help, filter), help + " " + filter);
            }
        }
    }

    // Would catch: a test above that skips nothing in both files.
    @Test
    void eachIndexOrFilterSkipsSomething() throws IOException {
        for (Help help : Help.values()) {
            List<Path> helped = new ArrayList<>();
            for (Path file : files().toList()) {
                for (FilterPredicate filter : FILTERS) {
                    if (rows(file, help, filter) < rows(file, null, filter)) {
                        helped.add(file);
                        break;
                    }
                }
            }
            assertTrue(helped.size() >= 3, help + " skips something in " + helped);
        }
    }

    private static long rows(Path file, Help help, FilterPredicate filter) throws IOException {
        ParquetReadOptions options = help == null ? builder().build() : help.options(filter);
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), options)) {
            return reader.getFilteredRecordCount();
        }
    }

    /** Returns the number of rows that a reader gets of each row group, followed by their indexes. */
    private static List<List<Long>> read(Path file, Help help, FilterPredicate filter) throws IOException {
        List<List<Long>> groups = new ArrayList<>();
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file), help.options(filter))) {
            for (PageReadStore group = reader.readNextFilteredRowGroup();
                    group != null;
                    group = reader.readNextFilteredRowGroup()) {
                List<Long> rows = new ArrayList<>(List.of(group.getRowCount()));
                group.getRowIndexes().ifPresent(indexes -> indexes.forEachRemaining((long row) -> rows.add(row)));
                groups.add(rows);
            }
        }
        return groups;
    }
}
