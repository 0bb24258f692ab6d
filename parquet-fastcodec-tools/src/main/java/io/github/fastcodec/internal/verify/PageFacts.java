// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.Place;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.statistics.Statistics;

/** What the check of a page told. For one thread, and then for another. */
final class PageFacts {

    static final long UNKNOWN = -1;

    private final int page;
    private final Place place;
    private final List<Found> findings = new ArrayList<>(0);
    private final List<String> notes = new ArrayList<>(0);
    private boolean decompressed;
    private boolean checksummed;
    private long decompressedBytes;
    private long valueCount = UNKNOWN;
    private long rows = UNKNOWN;
    private long nulls = UNKNOWN;
    private Statistics<?> values;

    PageFacts(int page, Place place) {
        this.page = page;
        this.place = place;
    }

    void found(String message) {
        findings.add(new Found(place, message));
    }

    void note(String note) {
        notes.add(note);
    }

    /** Says that the page has a checksum, which is right. */
    void checksummed() {
        checksummed = true;
    }

    void decompressed(long bytes, long newValueCount) {
        decompressed = true;
        decompressedBytes = bytes;
        valueCount = newValueCount;
    }

    void rows(long newRows) {
        rows = newRows;
    }

    void nulls(long newNulls) {
        nulls = newNulls;
    }

    void values(Statistics<?> newValues) {
        values = newValues;
    }

    /** Returns the index of the page in its chunk. */
    int page() {
        return page;
    }

    Place place() {
        return place;
    }

    List<Found> findings() {
        return findings;
    }

    List<String> notes() {
        return notes;
    }

    boolean isDecompressed() {
        return decompressed;
    }

    /** Returns whether the page is known to have nulls, and nothing else. */
    boolean isAllNulls() {
        return valueCount > 0 && nulls == valueCount;
    }

    boolean hasChecksum() {
        return checksummed;
    }

    long decompressedBytes() {
        return decompressedBytes;
    }

    /** Returns the number of rows that begin in the page, or {@link #UNKNOWN}. */
    long rows() {
        return rows;
    }

    /** Returns the number of nulls, or {@link #UNKNOWN}. */
    long nulls() {
        return nulls;
    }

    /** Returns the least and the largest value, or null if they were not looked for. */
    Statistics<?> values() {
        return values;
    }
}
