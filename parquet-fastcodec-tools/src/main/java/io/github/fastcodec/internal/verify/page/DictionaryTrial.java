// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.parquet.RawPage;
import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.ValuesReader;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.io.api.Binary;

/**
 * Compares the size of a dictionary, with the indexes into it, to the size of the same values in the encoding PLAIN. If there are more
 * than 65,536 distinct values, only those whose hash ends with some zeros are counted (Flajolet, On Adaptive Sampling, 1990), so a trial
 * takes a few megabytes at most. Not thread-safe.
 */
public final class DictionaryTrial {

    private static final int MOST_COUNTED = 1 << 16;

    /** The error of an estimate that is allowed for, in standard errors. */
    private static final double ERRORS = 4;

    private final ColumnDescriptor column;

    /** Hashes values, and contains none. */
    private final BloomFilter hashes = new BlockSplitBloomFilter(BlockSplitBloomFilter.LOWER_BOUND_BYTES);

    /** The lengths in PLAIN of the counted distinct values, keyed by hash. */
    private final Map<Long, Integer> lengths = new HashMap<>();

    /** The number of zeros with which the hash of a counted value ends. */
    private int zeros;

    private long rows;
    private long values;
    private long plainBytes;

    /**
     * Begins a trial.
     *
     * @param column a column of a type for which parquet-java may abandon a dictionary: a number, or BINARY
     */
    public DictionaryTrial(ColumnDescriptor column) {
        this.column = column;
    }

    /**
     * Adds the values of a data page.
     *
     * @param plain the decompressed values, backed by an array
     * @throws IOException if the page is damaged, or uses a dictionary
     */
    public void add(RawPage page, ByteBuffer plain) throws IOException {
        int maxDefinition = column.getMaxDefinitionLevel();
        PageParts parts =
                PageParts.of(page.header(), page.levels(), plain, column.getMaxRepetitionLevel(), maxDefinition);
        int present = parts.present(maxDefinition);
        Encoding encoding = PageCheck.encoding(page.header());
        if (encoding == null || encoding.usesDictionary()) {
            throw new FileDefect("its encoding is " + encoding + ", expected one without a dictionary");
        }
        EncodingCheck.check(encoding, column.getPrimitiveType(), parts.values(), present);
        ValuesReader reader = ColumnValues.reader(column, encoding, parts);
        for (int i = 0; i < present; i++) {
            add(reader);
        }
        rows += parts.rows(column.getMaxRepetitionLevel());
        values += present;
    }

    private void add(ValuesReader reader) {
        switch (column.getPrimitiveType().getPrimitiveTypeName()) {
            case INT32 -> add(hashes.hash(reader.readInteger()), Integer.BYTES);
            case INT64 -> add(hashes.hash(reader.readLong()), Long.BYTES);
            case FLOAT -> add(hashes.hash(reader.readFloat()), Float.BYTES);
            case DOUBLE -> add(hashes.hash(reader.readDouble()), Double.BYTES);
            case BINARY -> {
                Binary value = reader.readBytes();
                add(hashes.hash(value), Integer.BYTES + value.length());
            }
            default -> throw new IllegalStateException(column.toString());
        }
    }

    private void add(long hash, int length) {
        plainBytes += length;
        if (Long.numberOfTrailingZeros(hash) >= zeros && lengths.put(hash, length) == null) {
            while (lengths.size() > MOST_COUNTED) {
                zeros++;
                lengths.keySet().removeIf(other -> Long.numberOfTrailingZeros(other) < zeros);
            }
        }
    }

    /** Returns the number of rows that begin in the pages. */
    public long rows() {
        return rows;
    }

    /** Returns the size of the values in PLAIN, in bytes. */
    public long plainBytes() {
        return plainBytes;
    }

    /** Returns whether a dictionary may be as small as PLAIN: false only if it is larger, whatever the error of the estimate. */
    public boolean mayPay() {
        double bytes = 0;
        double squares = 0;
        for (double length : lengths.values()) {
            bytes += length;
            squares += length * length;
        }
        long distinct = (long) leastTotal(lengths.size(), lengths.size());
        double bits = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, distinct - 1));
        return leastTotal(bytes, squares) + values * bits / Byte.SIZE <= plainBytes;
    }

    /** Returns the least total over all distinct values, from the sums of a number, and of its square, over the counted values. */
    private double leastTotal(double sum, double squares) {
        return Math.scalb(zeros == 0 ? sum : sum - ERRORS * Math.sqrt(squares), zeros);
    }
}
