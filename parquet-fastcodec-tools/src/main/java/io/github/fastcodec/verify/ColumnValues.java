// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.Set;
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
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/** Decodes the values of a column chunk's pages by parquet-java's decoders. Immutable; safe for use by many threads. */
final class ColumnValues {

    /** The encodings that begin with the header of deltas. */
    private static final Set<Encoding> DELTAS =
            EnumSet.of(Encoding.DELTA_BINARY_PACKED, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY);

    /** Writers have blocks of some hundred values. */
    private static final int LARGEST_BLOCK = 1 << 20;

    private final ColumnDescriptor column;
    private final PrimitiveType type;
    private final Bounds bounds;
    private final ChunkPromises promises;
    private final @Nullable BloomFilter bloomFilter;

    /**
     * @param bounds what the footer states
     * @param promises what the column index states of pages
     * @param bloomFilter what each value must be in, or null
     */
    ColumnValues(ColumnDescriptor column, Bounds bounds, ChunkPromises promises, @Nullable BloomFilter bloomFilter) {
        this.column = column;
        this.type = column.getPrimitiveType();
        this.bounds = bounds;
        this.promises = promises;
        this.bloomFilter = bloomFilter;
    }

    /** Decodes a dictionary page, or adds what is wrong and returns null. */
    @Nullable
    Dictionary dictionary(Encoding encoding, PageHeader header, ByteBuffer page, PageFacts facts) {
        try {
            requireRoom(header.valueCount(), page.remaining());
            return encoding.initDictionary(
                    column, new DictionaryPage(BytesInput.from(page), header.valueCount(), encoding));
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            facts.found(Kind.VALUES, "its dictionary cannot be decoded: " + reason(e));
            return null;
        }
    }

    /** Decoders allocate by the number of values that a dictionary claims. */
    private void requireRoom(int count, int length) throws FileDefect {
        int least = type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY
                ? Integer.BYTES // the length of the value
                : Math.max(1, ChunkStatistics.lengthOf(type));
        if (count > length / least) {
            throw new FileDefect(
                    "it claims " + count + " values, its " + length + " bytes hold at most " + length / least);
        }
    }

    /**
     * Decodes the values of a data page, and compares them with what the file states of them.
     *
     * @param present how many of them there are
     * @param dictionary the chunk's dictionary, if the page needs one
     */
    void check(
            Encoding encoding,
            PageHeader header,
            ByteBuffer values,
            int present,
            @Nullable Dictionary dictionary,
            PageFacts facts) {
        Bounds pageBounds = promises.bounds(facts.page, type, facts);
        try {
            if (dictionary != null) {
                Levels.requireIndexes(values, present);
            } else if (encoding == Encoding.RLE) {
                Levels.requireBooleans(values, present);
            } else if (DELTAS.contains(encoding)) {
                requireDeltas(values.duplicate(), present);
            }
            Statistics<?> found = Statistics.createStats(type);
            long missing = read(reader(encoding, header, values, dictionary), present, found, facts);
            if (missing > 0) {
                facts.found(
                        Kind.BLOOM_FILTER,
                        missing + " of its " + present + " values are not in the bloom filter, expected all");
            }
            if (isOrdered()) {
                bounds.check(found, facts::found);
                if (pageBounds != null) {
                    pageBounds.check(found, facts::found);
                }
                facts.values = found;
            }
        } catch (IOException | RuntimeException | OutOfMemoryError e) {
            facts.nans = PageFacts.UNKNOWN;
            facts.found(Kind.VALUES, "its values cannot be decoded: " + reason(e));
        }
    }

    /** Requires that a header of deltas claims no more than the page's values, by which decoders allocate. */
    private static void requireDeltas(ByteBuffer values, int present) throws FileDefect {
        long block = varint(values);
        varint(values); // into how many parts it is divided
        long claimed = varint(values);
        if (block > LARGEST_BLOCK || claimed > present) {
            throw new FileDefect("its deltas claim " + claimed + " values in blocks of " + block + ", expected "
                    + present + " in blocks of at most " + LARGEST_BLOCK);
        }
    }

    private static long varint(ByteBuffer bytes) throws FileDefect {
        long value = 0;
        for (int shift = 0; shift < Long.SIZE && bytes.hasRemaining(); shift += 7) {
            int next = bytes.get();
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value & Long.MAX_VALUE;
            }
        }
        throw new FileDefect("its deltas have no header");
    }

    /** Adds what is wrong if the column's values cannot be in an encoding, in a page that has none of them. */
    void requireReader(Encoding encoding, PageFacts facts) {
        try {
            if (!encoding.usesDictionary()) {
                encoding.getValuesReader(column, ValuesType.VALUES);
            }
        } catch (RuntimeException e) {
            facts.found(Kind.VALUES, "its values cannot be decoded: " + reason(e));
        }
    }

    /** Returns whether there is an order for least and largest values. */
    private boolean isOrdered() {
        return type.getPrimitiveTypeName() != PrimitiveType.PrimitiveTypeName.INT96
                && !(type.getLogicalTypeAnnotation() instanceof LogicalTypeAnnotation.Float16LogicalTypeAnnotation)
                && type.columnOrder().getColumnOrderName() != ColumnOrder.ColumnOrderName.UNDEFINED;
    }

    private ValuesReader reader(
            Encoding encoding, PageHeader header, ByteBuffer values, @Nullable Dictionary dictionary)
            throws IOException {
        ValuesReader reader = encoding.usesDictionary()
                ? encoding.getDictionaryBasedValuesReader(column, ValuesType.VALUES, dictionary)
                : encoding.getValuesReader(column, ValuesType.VALUES);
        reader.initFromPage(header.valueCount(), ByteBufferInputStream.wrap(values));
        return reader;
    }

    /** Reads the values, and returns how many of them the bloom filter does not have. */
    private long read(ValuesReader reader, int count, Statistics<?> found, PageFacts facts) {
        facts.nans = 0;
        boolean ordered = isOrdered();
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
                    if (Float.isNaN(value)) { // which no bounds hold
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
                for (int i = 0; i < count; i++) {
                    Binary value = reader.readBytes();
                    if (ordered) {
                        found.updateStats(value);
                    }
                    missing += bloomFilter == null || bloomFilter.findHash(bloomFilter.hash(value)) ? 0 : 1;
                }
            }
        }
        return missing;
    }

    private static String reason(Throwable e) {
        return e instanceof OutOfMemoryError
                ? "the decoder asks for more memory than there is"
                : e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
