// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.verify.finding.Findings;
import io.github.fastcodec.internal.verify.finding.Losses;
import io.github.fastcodec.verify.FindingKind;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.statistics.Statistics;
import org.jspecify.annotations.Nullable;

/** The results of checking a page. Filled by one thread, then read by another. */
public final class PageFacts {

    public static final long UNKNOWN = -1;

    /** The index of the page in its chunk. */
    public final int page;

    public final Place place;
    final List<Found> findings = new ArrayList<>(0);
    boolean isDecompressed;
    public boolean hasChecksum;

    /** Whether this is a data page with values that are not in the dictionary. */
    public boolean isWithoutDictionary;

    long decompressedBytes;
    public long valueCount = UNKNOWN;

    /** The number of rows that begin in the page, or {@link #UNKNOWN}. */
    public long rows = UNKNOWN;

    /** Whether the first value continues a row of the page before, as it may in a V1 page without an offset index. */
    public boolean beginsWithinRow;

    /** If the page cannot be read, the number of rows that its header claims; otherwise {@link #UNKNOWN}. */
    public long claimedRows = UNKNOWN;

    /** The number of nulls, or {@link #UNKNOWN}. */
    public long nulls = UNKNOWN;

    /** The number of NaN values, or {@link #UNKNOWN}. */
    public long nans = UNKNOWN;

    /** The number of rows that begin in the page and have a null list, or {@link #UNKNOWN}. */
    public long nullLists = UNKNOWN;

    /** Digests of where the groups of the column's {@link Nesting} are null or repeated; null if unknown. */
    @Nullable
    public List<Nesting.Digest> groups;

    /** The order of the values of a sorted column, or null if it is unknown. */
    @Nullable
    public RowOrder order;

    /** The least and the largest value, or null if they were not determined. */
    @Nullable
    public Statistics<?> values;

    PageFacts(int page, Place place) {
        this.page = page;
        this.place = place;
    }

    /** Returns a sum, or {@link #UNKNOWN} if one of the numbers is unknown. */
    public static long sum(long sum, long number) {
        return sum == UNKNOWN || number == UNKNOWN ? UNKNOWN : sum + number;
    }

    /** A finding, without its place. */
    record Found(FindingKind kind, String message) {}

    public void found(FindingKind kind, String message) {
        findings.add(new Found(kind, message));
    }

    /** Adds the findings in this page, and counts it. */
    public void addTo(Findings result) {
        findings.forEach(finding -> result.found(finding.kind(), place, finding.message()));
        if (isDecompressed) {
            result.decompressed(hasChecksum, decompressedBytes);
        }
    }

    /**
     * Returns whether values of the page are or may be lost. If the page contradicts an index or statistics, either the page or
     * that metadata may be wrong. A checksum does not show which of them is wrong, because it does not cover the header.
     */
    public boolean isLost() {
        return findings.stream().anyMatch(found -> Losses.causedBy(found.kind()) || isRedundant(found.kind()));
    }

    /** Returns whether a damaged dictionary may be the cause of a finding, because the values are decoded with it. */
    public boolean mayBlameDictionary() {
        return !isWithoutDictionary
                && findings.stream().anyMatch(found -> found.kind() == FindingKind.VALUES || isRedundant(found.kind()));
    }

    /** Returns whether findings of a kind are about metadata that only repeats the content of the pages. */
    private static boolean isRedundant(FindingKind kind) {
        return switch (kind) {
            case STATISTICS, COLUMN_INDEX, OFFSET_INDEX, BLOOM_FILTER -> true;
            default -> false;
        };
    }

    /** Returns whether all values of the page are known to be null. */
    public boolean isAllNulls() {
        return valueCount > 0 && nulls == valueCount;
    }
}
