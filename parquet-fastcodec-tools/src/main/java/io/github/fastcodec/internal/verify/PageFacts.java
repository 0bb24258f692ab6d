// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.verify.FindingKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** What the check of a page found. Filled by one thread, and then read by another. */
final class PageFacts {

    static final long UNKNOWN = -1;

    /** The index of the page in its chunk. */
    final int page;

    final Place place;
    final List<Found> findings = new ArrayList<>(0);
    boolean isDecompressed;
    boolean hasChecksum;

    /** Whether it is a data page with values that are in no dictionary. */
    boolean isWithoutDictionary;

    long decompressedBytes;
    long valueCount = UNKNOWN;

    /** The number of rows that begin in the page, or {@link #UNKNOWN}. */
    long rows = UNKNOWN;

    /** The number of rows that the header of a page claims which cannot be read, or {@link #UNKNOWN}. */
    long claimedRows = UNKNOWN;

    /** The number of nulls, or {@link #UNKNOWN}. */
    long nulls = UNKNOWN;

    /** The number of NaN, or {@link #UNKNOWN}. */
    long nans = UNKNOWN;

    /** The number of rows that begin in the page and whose list is null, or {@link #UNKNOWN}. */
    long nullLists = UNKNOWN;

    /** Where the groups of the column's {@link Nesting} are null or repeated, or null if that is unknown. */
    @Nullable
    List<Nesting.Digest> groups;

    /** How the values of a sorted column differ from row to row, or null if that is unknown. */
    @Nullable
    RowOrder order;

    /** The least and the largest value, or null if they were not looked for. */
    @Nullable
    Statistics<?> values;

    PageFacts(int page, Place place) {
        this.page = page;
        this.place = place;
    }

    /** Returns a sum, or {@link #UNKNOWN} if one of the numbers is. */
    static long sum(long sum, long number) {
        return sum == UNKNOWN || number == UNKNOWN ? UNKNOWN : sum + number;
    }

    /** A finding, without its place. */
    record Found(FindingKind kind, String message) {}

    void found(FindingKind kind, String message) {
        findings.add(new Found(kind, message));
    }

    /**
     * Returns whether values of the page are lost, or may be: where it contradicts an index or statistics, the one or the other is
     * wrong. A checksum does not tell which, as it leaves out the header.
     */
    boolean isLost() {
        return findings.stream().anyMatch(found -> Losses.causedBy(found.kind()) || isAboutPages(found.kind()));
    }

    /** Returns whether what is wrong may be wrong in the dictionary, by which the values are decoded. */
    boolean mayBlameDictionary() {
        return !isWithoutDictionary
                && findings.stream()
                        .anyMatch(found -> found.kind() == FindingKind.VALUES || isAboutPages(found.kind()));
    }

    /** Returns whether a kind is about what a file says of its pages a second time. */
    private static boolean isAboutPages(FindingKind kind) {
        return switch (kind) {
            case STATISTICS, COLUMN_INDEX, OFFSET_INDEX, BLOOM_FILTER -> true;
            default -> false;
        };
    }

    /** Returns whether the page is known to have nulls, and nothing else. */
    boolean isAllNulls() {
        return valueCount > 0 && nulls == valueCount;
    }
}
