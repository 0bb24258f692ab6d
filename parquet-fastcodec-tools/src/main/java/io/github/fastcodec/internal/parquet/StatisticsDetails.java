// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a column chunk's statistics that parquet-java reads only from version 1.14 on. They are read here so that any version
 * of parquet-java will do. Immutable.
 *
 * @param isLeastExact whether the least value occurs in the chunk, or null if this is not specified
 * @param isLargestExact whether the largest value occurs in the chunk, or null if this is not specified
 * @param repetitionLevels the number of elements in the histogram of repetition levels; 0 if there is no histogram
 * @param hasByteArrayBytes whether the length of byte arrays without an encoding is stated
 * @param definitionLevels the number of elements in the histogram of definition levels; 0 if there is no histogram
 */
public record StatisticsDetails(
        @Nullable Boolean isLeastExact,
        @Nullable Boolean isLargestExact,
        boolean hasByteArrayBytes,
        int repetitionLevels,
        int definitionLevels) {

    private static final int STATISTICS = 12;
    private static final int IS_MAX_VALUE_EXACT = 7;
    private static final int IS_MIN_VALUE_EXACT = 8;
    private static final int NAN_COUNT = 9;

    private static final int SIZE_STATISTICS = 16;
    private static final int BYTE_ARRAY_BYTES = 1;
    private static final int REPETITION_LEVEL_HISTOGRAM = 2;
    private static final int DEFINITION_LEVEL_HISTOGRAM = 3;

    /**
     * Reads the fields from a ColumnMetaData. A field of the wrong type counts as missing, as for Thrift's readers.
     *
     * @throws FileDefect if the number of NaN values is negative
     */
    public static StatisticsDetails read(byte[] columnMetaData) throws FileDefect {
        CompactScanner scanner = new CompactScanner(columnMetaData, 0, columnMetaData.length, 0);
        Boolean least = null;
        Boolean largest = null;
        boolean hasByteArrayBytes = false;
        int repetitionLevels = 0;
        int definitionLevels = 0;
        for (CompactScanner.Struct chunk = scanner.struct("ColumnMetaData"); chunk.next(); ) {
            if (chunk.id() == STATISTICS && chunk.is(CompactScanner.STRUCT)) {
                for (CompactScanner.Struct statistics = chunk.struct("Statistics"); statistics.next(); ) {
                    boolean isBool = statistics.is(CompactScanner.BOOLEAN_TRUE);
                    if (isBool && statistics.id() == IS_MIN_VALUE_EXACT) {
                        least = statistics.bool();
                    } else if (isBool && statistics.id() == IS_MAX_VALUE_EXACT) {
                        largest = statistics.bool();
                    } else if (statistics.id() == NAN_COUNT && statistics.is(CompactScanner.I64)) {
                        requireCount(statistics.i64(), "NaN values");
                    } else {
                        statistics.skip();
                    }
                }
            } else if (chunk.id() == SIZE_STATISTICS && chunk.is(CompactScanner.STRUCT)) {
                for (CompactScanner.Struct sizes = chunk.struct("SizeStatistics"); sizes.next(); ) {
                    if (sizes.id() == REPETITION_LEVEL_HISTOGRAM) {
                        repetitionLevels = histogram(sizes, scanner);
                    } else if (sizes.id() == DEFINITION_LEVEL_HISTOGRAM) {
                        definitionLevels = histogram(sizes, scanner);
                    } else {
                        hasByteArrayBytes |= sizes.id() == BYTE_ARRAY_BYTES && sizes.is(CompactScanner.I64);
                        sizes.skip();
                    }
                }
            } else {
                chunk.skip();
            }
        }
        return new StatisticsDetails(least, largest, hasByteArrayBytes, repetitionLevels, definitionLevels);
    }

    /** Requires that a number of values is not negative. */
    public static void requireCount(long count, String what) throws FileDefect {
        if (count < 0) {
            throw new FileDefect("its statistics say " + count + " " + what + ", expected 0 or more: readers skip rows"
                    + " by this number, or refuse it");
        }
    }

    private static int histogram(CompactScanner.Struct sizes, CompactScanner scanner) throws FileDefect {
        if (!sizes.is(CompactScanner.LIST)) {
            sizes.skip();
            return 0;
        }
        int count = sizes.list(CompactScanner.I64);
        for (int i = 0; i < count; i++) {
            scanner.i64Element();
        }
        return count;
    }
}
