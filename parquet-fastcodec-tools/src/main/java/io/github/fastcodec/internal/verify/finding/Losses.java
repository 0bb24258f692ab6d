// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.finding;

import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.LostRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects the lost rows of a file, grouped by column chunk or row group. An unknown range is assumed to be as large as possible.
 * Not thread-safe.
 */
public final class Losses {

    /** The maximum number of separate ranges in a file. Further ranges are merged with the previous range of their chunk. */
    private static final int MAX_RANGES = 10_000;

    /** A range of rows in a row group; {@code end} is exclusive. */
    private record Range(long start, long end) {
        private static final Range ALL = new Range(0, Long.MAX_VALUE);
    }

    private final Map<Place, List<Range>> byChunk = new LinkedHashMap<>();
    private boolean isWholeFile;
    private int ranges;

    /**
     * Returns whether a finding of this kind means that all rows at its place are lost. Statistics, indexes and bloom filters do
     * not contain rows.
     */
    public static boolean causedBy(FindingKind kind) {
        return switch (kind) {
            case FILE, FOOTER, SCHEMA, COLUMN_CHUNK, PAGE, LEVELS, VALUES -> true;
            default -> false;
        };
    }

    /** Adds all rows at a place: of a column chunk, a row group, or the file. */
    public void addAll(Place place) {
        if (place.rowGroup() < 0) {
            isWholeFile = true;
        } else {
            byChunk.put(place, List.of(Range.ALL));
        }
    }

    /**
     * Adds rows of a column chunk. The rows of a chunk must be added in ascending order.
     *
     * @param start the index in the row group of the first row
     * @param end the index in the row group after the last row
     */
    public void add(Place place, long start, long end) {
        List<Range> known = byChunk.computeIfAbsent(place, none -> new ArrayList<>(1));
        int last = known.size() - 1;
        if (last >= 0 && known.get(last).end() == Range.ALL.end()) {
            return;
        }
        if (last >= 0 && (known.get(last).end() >= start || ranges >= MAX_RANGES)) {
            known.set(last, new Range(known.get(last).start(), end));
        } else {
            known.add(new Range(start, end));
            ranges++;
        }
    }

    /**
     * Returns the lost rows, in the order in which their places were first added.
     *
     * @param rowCounts the number of rows of each row group; empty if unknown
     */
    public List<LostRows> list(String file, long... rowCounts) {
        if (isWholeFile || rowCounts.length == 0 && !byChunk.isEmpty()) {
            return List.of(new LostRows(file, null, null, 0, null));
        }
        List<LostRows> lost = new ArrayList<>();
        byChunk.forEach((place, known) -> {
            long first = 0;
            for (int group = 0; group < place.rowGroup(); group++) {
                first += rowCounts[group];
            }
            for (Range range : known) {
                long end = Math.min(range.end(), rowCounts[place.rowGroup()]);
                if (range.start() < end) {
                    lost.add(new LostRows(
                            file, place.rowGroup(), place.column(), first + range.start(), end - range.start()));
                }
            }
        });
        return Collections.unmodifiableList(lost);
    }
}
