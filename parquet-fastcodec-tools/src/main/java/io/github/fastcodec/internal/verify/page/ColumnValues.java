// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.verify.footer.Bounds;
import io.github.fastcodec.internal.verify.footer.ChunkStatistics;
import io.github.fastcodec.internal.verify.footer.NewTypes;
import io.github.fastcodec.internal.verify.footer.Utf8;
import io.github.fastcodec.verify.FindingKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ValuesType;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.io.ParquetDecodingException;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Decodes the values of a column chunk's pages with parquet-java's decoders. Immutable and thread-safe. */
public final class ColumnValues {

    private final ColumnDescriptor column;
    private final PrimitiveType type;
    private final Bounds bounds;
    private final PageIndexes pageIndexes;
    private final @Nullable BloomFilter bloomFilter;

    /**
     * Creates a decoder of the values of a chunk.
     *
     * @param bounds the chunk's bounds in the footer
     * @param pageIndexes the chunk's column index and offset index
     * @param bloomFilter the bloom filter that must contain each value, or null
     */
    public ColumnValues(
            ColumnDescriptor column, Bounds bounds, PageIndexes pageIndexes, @Nullable BloomFilter bloomFilter) {
        this.column = column;
        this.type = column.getPrimitiveType();
        this.bounds = bounds;
        this.pageIndexes = pageIndexes;
        this.bloomFilter = bloomFilter;
    }

    /** Decodes a dictionary page. If it is malformed, adds a finding and returns null. */
    @Nullable
    Dictionary dictionary(Encoding encoding, PageHeader header, ByteBuffer page, PageFacts facts) {
        try {
            EncodingCheck.requireRoom(type, page, header.valueCount());
            int length = ChunkStatistics.lengthOf(type);
            if (length > 0 && page.remaining() % length != 0) {
                throw new FileDefect("it has " + page.remaining() + " bytes, expected a multiple of " + length
                        + ": polars refuses the file");
            }
            Dictionary dictionary = encoding.initDictionary(
                    column, new DictionaryPage(BytesInput.from(page), header.valueCount(), encoding));
            if (isText()) {
                int id = 0;
                while (id <= dictionary.getMaxId() && checkText(dictionary.decodeToBinary(id), id, facts)) {
                    id++;
                }
            }
            return dictionary;
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            facts.found(FindingKind.VALUES, "its dictionary cannot be decoded: " + reason(e));
            return null;
        }
    }

    /**
     * Decodes the values of a data page, and compares them with the bounds and the bloom filter.
     *
     * @param present the number of values that are not null
     * @param dictionary the chunk's dictionary, or null if the page does not use it
     * @param sorted how the column is sorted, or null if it is not
     */
    void check(
            Encoding encoding,
            PageParts page,
            int present,
            @Nullable Dictionary dictionary,
            @Nullable SortedColumn sorted,
            PageFacts facts) {
        ByteBuffer values = page.values();
        Bounds pageBounds = pageIndexes.bounds(facts.page, type, facts);
        try {
            if (EncodingCheck.check(encoding, type, values, present)) {
                facts.found(
                        FindingKind.WIDE_DELTAS,
                        "its deltas of 32-bit numbers have more bits, as DuckDB writes them: pyarrow and Trino refuse the"
                                + " file");
            }
            Statistics<?> found = Statistics.createStats(type);
            long missing = dictionary != null
                    ? readIndexes(values, present, dictionary, found, facts)
                    : areBooleanRuns(encoding)
                            ? readRuns(values, present, found, facts)
                            : read(reader(column, encoding, page), present, isText(), found, facts);
            if (present > 0 && NewTypes.isUnknown(type.getLogicalTypeAnnotation())) {
                facts.found(
                        FindingKind.VALUES,
                        "it has values, but its type is UNKNOWN, which has none: pyarrow and DuckDB read nulls");
            }
            if (missing > 0) {
                facts.found(
                        FindingKind.BLOOM_FILTER, missing + " of its values are not in the bloom filter, expected all");
            }
            if (isOrdered(type)) {
                bounds.check(found, facts::found);
                if (pageBounds != null) {
                    pageBounds.check(found, facts::found);
                }
                facts.values = found;
            }
            if (sorted != null) {
                facts.order = order(encoding, page, present, dictionary, sorted);
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            facts.nans = PageFacts.UNKNOWN;
            facts.found(FindingKind.VALUES, "its values cannot be decoded: " + reason(e));
        }
    }

    /** Returns whether the type has a defined order, and therefore a least and a largest value. */
    public static boolean isOrdered(PrimitiveType type) {
        return type.getPrimitiveTypeName() != PrimitiveType.PrimitiveTypeName.INT96
                && type.columnOrder().getColumnOrderName() != ColumnOrder.ColumnOrderName.UNDEFINED;
    }

    /**
     * Reads the dictionary indexes run by run, and each dictionary value in use only once. Returns how many of these values are
     * not in the bloom filter.
     */
    private long readIndexes(ByteBuffer values, int count, Dictionary dictionary, Statistics<?> found, PageFacts facts)
            throws FileDefect {
        if (count > 0 && dictionary.getMaxId() < 0) {
            throw new FileDefect("it has values, but its dictionary has none");
        }
        BitSet used = new BitSet();
        Levels indexes = Levels.ofIndexes(values, dictionary.getMaxId());
        for (int done = 0; done < count; ) {
            int run = indexes.run(done, count);
            used.set(indexes.level());
            done += indexes.take(run);
        }
        if (indexes.isCut()) {
            facts.found(
                    FindingKind.LAST_GROUP,
                    "its last group of indexes ends with the last value, as Impala writes it: of the known readers,"
                            + " only Spark's vectorized reader and Trino fail");
        }
        long missing = read(new DictionaryValues(dictionary, used), used.cardinality(), false, found, facts);
        if (facts.nans > 0) {
            facts.nans = countNans(Levels.ofIndexes(values, dictionary.getMaxId()), count, dictionary);
        }
        return missing;
    }

    private long countNans(Levels indexes, int count, Dictionary dictionary) throws FileDefect {
        long nans = 0;
        for (int done = 0; done < count; ) {
            int run = indexes.run(done, count);
            int index = indexes.level();
            boolean isNan = switch (type.getPrimitiveTypeName()) {
                case FLOAT -> Float.isNaN(dictionary.decodeToFloat(index));
                case DOUBLE -> Double.isNaN(dictionary.decodeToDouble(index));
                default -> isNaN(dictionary.decodeToBinary(index));
            };
            nans += isNan ? run : 0;
            done += indexes.take(run);
        }
        return nans;
    }

    /** Reads booleans run by run. */
    private static long readRuns(ByteBuffer values, int count, Statistics<?> found, PageFacts facts) throws FileDefect {
        long trues = Levels.ofBooleans(values).count(1, count);
        if (trues > 0) {
            found.updateStats(true);
        }
        if (trues < count) {
            found.updateStats(false);
        }
        facts.nans = 0;
        return 0;
    }

    /** Returns a reader of the values of a page that does not use a dictionary. */
    static ValuesReader reader(ColumnDescriptor column, Encoding encoding, PageParts page) throws IOException {
        ValuesReader reader = encoding.getValuesReader(column, ValuesType.VALUES);
        reader.initFromPage(
                page.header().valueCount(),
                ByteBufferInputStream.wrap(page.values().duplicate()));
        return reader;
    }

    /** Reads the values of a checked page again, row by row or run by run, and returns their order. */
    private RowOrder order(
            Encoding encoding, PageParts page, int present, @Nullable Dictionary dictionary, SortedColumn sorted)
            throws IOException {
        RowOrder order = new RowOrder(sorted);
        int maxDefinition = column.getMaxDefinitionLevel();
        Levels definitions = page.definitions(maxDefinition);
        Levels runs = dictionary != null
                ? Levels.ofIndexes(page.values(), dictionary.getMaxId())
                : areBooleanRuns(encoding) ? Levels.ofBooleans(page.values()) : null;
        ValuesReader reader = runs == null ? reader(column, encoding, page) : null;
        int rows = page.header().valueCount();
        int read = 0;
        for (int done = 0; done < rows; ) {
            int run = definitions == null ? rows - done : definitions.run(done, rows);
            if (definitions != null && definitions.level() < maxDefinition) {
                order.add(null, run);
            } else if (runs != null) {
                run = Math.min(run, runs.run(read, present));
                order.add(dictionary == null ? runs.level() == 1 : value(dictionary, runs.level()), run);
                read += runs.take(run);
            } else if (reader != null) {
                run = 1;
                order.add(value(reader), 1);
            }
            done += definitions == null ? run : definitions.take(run);
        }
        order.detach();
        return order;
    }

    private Object value(ValuesReader reader) {
        return switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> reader.readBoolean();
            case INT32 -> reader.readInteger();
            case INT64 -> reader.readLong();
            case FLOAT -> reader.readFloat();
            case DOUBLE -> reader.readDouble();
            default -> reader.readBytes();
        };
    }

    private Object value(Dictionary dictionary, int index) {
        return switch (type.getPrimitiveTypeName()) {
            case INT32 -> dictionary.decodeToInt(index);
            case INT64 -> dictionary.decodeToLong(index);
            case FLOAT -> dictionary.decodeToFloat(index);
            case DOUBLE -> dictionary.decodeToDouble(index);
            default -> dictionary.decodeToBinary(index);
        };
    }

    /** Returns whether the values are booleans that are encoded in runs. */
    private boolean areBooleanRuns(Encoding encoding) {
        return encoding == Encoding.RLE && type.getPrimitiveTypeName() == PrimitiveTypeName.BOOLEAN;
    }

    /** Returns whether the values must be UTF-8, because readers treat them as text. */
    private boolean isText() {
        LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
        return annotation instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.EnumLogicalTypeAnnotation
                || annotation instanceof LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
    }

    /** Returns whether a value is UTF-8. Adds a finding if it is not. */
    private boolean checkText(Binary value, int index, PageFacts facts) {
        boolean isText = Utf8.isValid(value.toByteBuffer());
        if (!isText) {
            facts.found(
                    FindingKind.VALUES,
                    "value " + index + " is not UTF-8, which " + type.getLogicalTypeAnnotation()
                            + " must be: DuckDB and polars refuse the file");
        }
        return isText;
    }

    /**
     * Reads the values. Returns the number of values that are not in the bloom filter.
     *
     * @param checksText whether the values must be UTF-8, but were not already checked as part of a dictionary
     */
    private long read(ValuesReader reader, int count, boolean checksText, Statistics<?> found, PageFacts facts) {
        facts.nans = 0;
        boolean ordered = isOrdered(type);
        boolean isFloat16 = NewTypes.isFloat16(type.getLogicalTypeAnnotation());
        long missing = 0;
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> {
                for (int i = 0; i < count; i++) {
                    found.updateStats(reader.readBoolean());
                }
            }
            case INT32 -> {
                for (int i = 0; i < count; i++) {
                    int value = reader.readInteger();
                    found.updateStats(value);
                    missing += bloomFilter == null || bloomFilter.findHash(bloomFilter.hash(value)) ? 0 : 1;
                }
            }
            case INT64 -> {
                for (int i = 0; i < count; i++) {
                    long value = reader.readLong();
                    found.updateStats(value);
                    missing += bloomFilter == null || bloomFilter.findHash(bloomFilter.hash(value)) ? 0 : 1;
                }
            }
            case FLOAT -> {
                for (int i = 0; i < count; i++) {
                    float value = reader.readFloat();
                    if (Float.isNaN(value)) { // bounds never include NaN
                        facts.nans++;
                    } else {
                        found.updateStats(value);
                    }
                    missing += bloomFilter == null || bloomFilter.findHash(bloomFilter.hash(value)) ? 0 : 1;
                }
            }
            case DOUBLE -> {
                for (int i = 0; i < count; i++) {
                    double value = reader.readDouble();
                    if (Double.isNaN(value)) {
                        facts.nans++;
                    } else {
                        found.updateStats(value);
                    }
                    missing += bloomFilter == null || bloomFilter.findHash(bloomFilter.hash(value)) ? 0 : 1;
                }
            }
            default -> {
                boolean allText = checksText; // up to the first value that is not UTF-8
                int decimalBytes = ChunkStatistics.decimalBytes(type);
                for (int i = 0; i < count; i++) {
                    Binary value = reader.readBytes();
                    if (decimalBytes > 0 && (value.length() == 0 || value.length() > decimalBytes)) {
                        throw new ParquetDecodingException("a " + type.getLogicalTypeAnnotation() + " has "
                                + value.length() + " bytes, expected 1 to " + decimalBytes
                                + ": pyarrow and polars refuse the file");
                    }
                    allText = allText && checkText(value, i, facts);
                    if (isFloat16 && isNaN(value)) {
                        facts.nans++;
                    } else if (ordered) {
                        found.updateStats(value);
                    }
                    missing += bloomFilter == null || bloomFilter.findHash(bloomFilter.hash(value)) ? 0 : 1;
                }
            }
        }
        return missing;
    }

    /** Returns whether a little-endian 16-bit floating-point number is NaN (IEEE 754: 5 bits of exponent). */
    private static boolean isNaN(Binary float16) {
        byte[] bytes = float16.getBytesUnsafe();
        return (bytes[1] & 0x7c) == 0x7c && ((bytes[1] & 3) | bytes[0]) != 0;
    }

    private static String reason(Throwable e) {
        return e instanceof OutOfMemoryError
                ? "the decoder requests more memory than is available"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
