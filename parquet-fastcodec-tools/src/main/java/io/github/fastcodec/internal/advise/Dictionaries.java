// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.verify.page.DictionaryTrial;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Finds the columns for which parquet-java builds a dictionary in each row group and throws it away. It decides at the end of the first
 * page, and then writes the page again without a dictionary. Not thread-safe. The serialized form lacks the chunks to try.
 */
final class Dictionaries implements Serializable {

    private static final long serialVersionUID = 1L;

    /** parquet-java since 1.12. Photon ("parquet-mr compatible Photon") and Trino ("parquet-mr-trino") have their own writers. */
    private static final Pattern PARQUET_JAVA = Pattern.compile("parquet-mr version (1\\.(1[2-9]|[2-9]\\d)|[2-9])\\.");

    /**
     * The types whose dictionaries are tried and may be abandoned. None is tried for BOOLEAN and, in V1 pages, for
     * FIXED_LEN_BYTE_ARRAY. One for INT96 and, in V2 pages, for FIXED_LEN_BYTE_ARRAY is kept at the first page even if all values differ:
     * parquet-java counts four bytes too many for each value.
     */
    private static final Set<PrimitiveTypeName> ABANDONED = Set.of(
            PrimitiveTypeName.INT32,
            PrimitiveTypeName.INT64,
            PrimitiveTypeName.FLOAT,
            PrimitiveTypeName.DOUBLE,
            PrimitiveTypeName.BINARY);

    /** The number of rows, or of bytes, of a full page by default. */
    private static final int FULL_ROWS = ParquetProperties.DEFAULT_PAGE_ROW_COUNT_LIMIT;

    private static final int FULL_BYTES = ParquetProperties.DEFAULT_PAGE_SIZE;

    /** The least number of bytes at which parquet-java ends a page, which is 10 % before its limit. */
    private static final long LEAST_FULL_BYTES = FULL_BYTES / 10 * 9;

    /**
     * The outcome of trying a dictionary for a column chunk without one.
     *
     * @param rows the number of rows of the chunk
     * @param firstRows the number of rows of its first page
     * @param paysAtFirst whether a dictionary of the first page would be no larger than PLAIN. parquet-java would have kept it
     * @param mayPay whether a dictionary of the whole chunk may be no larger than PLAIN
     */
    record Outcome(long rows, long firstRows, boolean paysAtFirst, boolean mayPay) implements Serializable {}

    /**
     * A column's largest chunk whose first page is full.
     *
     * @param rows the number of rows of the chunk
     */
    record Candidate(ColumnSample.Chunk chunk, ColumnDescriptor column, long rows) {

        String path() {
            return chunk.pages().chunk().path();
        }

        private long size() {
            return chunk.pages().chunk().statedUncompressedLength();
        }

        /** Reads all pages of the chunk, one at a time. Returns nothing if it has no values, or if its first page is not full. */
        Optional<Outcome> outcome(FileInput input, FastCodecFactory factory, long memory) throws IOException {
            BytesInputDecompressor decompressor = factory.getDecompressor(chunk.codec());
            DictionaryTrial trial = new DictionaryTrial(column);
            long firstRows = 0;
            boolean paysAtFirst = false;
            for (int page = 0; page < chunk.pages().count(); page++) {
                Slice.Page whole = new Slice.Page(page, 0, 1, 1, 1);
                LoadedPage loaded = LoadedPage.read(chunk, whole, input, decompressor, memory);
                trial.add(loaded.raw(), loaded.values());
                if (page == 0) {
                    firstRows = trial.rows();
                    paysAtFirst = trial.mayPay();
                    if (firstRows < FULL_ROWS && trial.plainBytes() < LEAST_FULL_BYTES) {
                        return Optional.empty();
                    }
                }
            }
            return Optional.of(new Outcome(rows, firstRows, paysAtFirst, trial.mayPay()))
                    .filter(outcome -> trial.plainBytes() > 0);
        }
    }

    private boolean isParquetJava = true;

    /** The columns with a dictionary in at least one chunk. */
    private final TreeSet<String> present = new TreeSet<>();

    private final TreeMap<String, Outcome> outcomes = new TreeMap<>();
    private final transient Map<String, Candidate> candidates = new HashMap<>();

    /** @param chunks the chunks of the requested columns */
    void add(Footer footer, List<ColumnSample.Chunk> chunks) {
        isParquetJava &= PARQUET_JAVA.matcher(footer.createdBy()).lookingAt();
        footer.chunks().stream()
                .filter(ColumnChunk::promisesDictionary)
                .map(ColumnChunk::path)
                .forEach(present::add);
        List<ColumnDescriptor> columns = isParquetJava ? columns(footer) : List.of();
        if (columns.isEmpty()) {
            return;
        }
        for (ColumnSample.Chunk sampled : chunks) {
            ColumnChunk chunk = sampled.pages().chunk();
            RowGroup group = footer.rowGroups().get(chunk.rowGroup());
            ColumnDescriptor column = columns.get(group.chunks().indexOf(chunk));
            boolean isFull = group.rowCount() >= FULL_ROWS || chunk.statedUncompressedLength() >= FULL_BYTES;
            if (isFull && ABANDONED.contains(column.getPrimitiveType().getPrimitiveTypeName())) {
                candidates.merge(
                        chunk.path(),
                        new Candidate(sampled, column, group.rowCount()),
                        BinaryOperator.maxBy(Comparator.comparingLong(Candidate::size)));
            }
        }
    }

    /** Returns the columns of the schema; none if parquet-java cannot read it, such as types newer than itself. */
    private static List<ColumnDescriptor> columns(Footer footer) {
        try (InputStream schema = new ByteArrayInputStream(footer.bytesWithoutRowGroups())) {
            return new ParquetMetadataConverter()
                    .fromParquetMetadata(Util.readFileMetaData(schema))
                    .getFileMetaData()
                    .getSchema()
                    .getColumns();
        } catch (IOException | RuntimeException e) {
            return List.of();
        }
    }

    /** Returns the chunks to try: one of each column that has no dictionary in any file. */
    Collection<Candidate> candidates() {
        candidates.keySet().removeAll(present);
        return isParquetJava ? candidates.values() : List.of();
    }

    void add(String column, Outcome outcome) {
        outcomes.put(column, outcome);
    }

    /** Adds the columns and outcomes of other files. */
    void add(Dictionaries other) {
        isParquetJava &= other.isParquetJava;
        present.addAll(other.present);
        outcomes.putAll(other.outcomes);
    }

    /** Returns the columns that have no dictionary because none pays. */
    List<String> useless() {
        return List.copyOf(columns(false).keySet());
    }

    /** Returns the columns whose dictionaries parquet-java abandons, and for which one of a whole chunk may pay, or does not. */
    private SortedMap<String, Outcome> columns(boolean mayPay) {
        SortedMap<String, Outcome> columns = new TreeMap<>(outcomes);
        columns.keySet().removeAll(present);
        // parquet-java would have kept a dictionary, but no column has any
        boolean areOff = present.isEmpty() && columns.values().stream().anyMatch(Outcome::paysAtFirst);
        columns.values()
                .removeIf(outcome -> !isParquetJava || areOff || outcome.paysAtFirst || outcome.mayPay != mayPay);
        return columns;
    }

    /** Returns the columns that have no dictionary, keyed by path, each with the rest of a sentence that says why. */
    Map<String, String> reasons() {
        Map<String, String> reasons = new LinkedHashMap<>();
        columns(false)
                .forEach((column, outcome) -> reasons.put(
                        column,
                        String.format(
                                Locale.ROOT,
                                "has no dictionary, and none would pay; if your writer tries one, which is the default, it"
                                        + " hashes the first %,d of %,d rows of each row group for nothing.",
                                outcome.firstRows,
                                outcome.rows)));
        columns(true)
                .forEach((column, outcome) -> reasons.put(
                        column,
                        "has no dictionary, although one of a whole row group may pay: if your writer tries one, it abandons it"
                                + " too early, at the first page (parquet-java#3479)."));
        return reasons;
    }
}
