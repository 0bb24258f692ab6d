// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.advise.SliceMeter.Outcome;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Adds up what was measured of a column, and estimates the whole from it. A candidate's size is the column's true size now,
 * times what the sample takes with the candidate over what the same pages take now. For one thread. It travels between JVMs.
 */
final class Tally implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final double NANO = 1e-9;

    /** What was measured: of the whole sample, or of one row group. */
    private static final class Sums implements Serializable {

        private static final long serialVersionUID = 1L;

        private final double[] bytes;
        private final double[] compressNanos;
        private final double[] decompressNanos;
        private double plainBytes;

        private Sums(int candidates) {
            bytes = new double[candidates];
            compressNanos = new double[candidates];
            decompressNanos = new double[candidates];
        }

        private void add(double weight, List<Outcome> outcomes) {
            plainBytes += weight;
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] += outcomes.get(i).weightedBytes();
                compressNanos[i] += weight * outcomes.get(i).compressNanosPerByte();
                decompressNanos[i] += weight * outcomes.get(i).decompressNanosPerByte();
            }
        }

        private void add(Sums other, double weight) {
            plainBytes += weight * other.plainBytes;
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] += weight * other.bytes[i];
                compressNanos[i] += weight * other.compressNanos[i];
                decompressNanos[i] += weight * other.decompressNanos[i];
            }
        }
    }

    private final Column column;
    private final ArrayList<CodecLevel> candidates;
    private final Sums whole;
    private final TreeMap<Integer, Sums> rowGroups = new TreeMap<>();
    private long sampledBytes;
    private long sampledPages;

    /**
     * Creates an empty one.
     *
     * @param candidates those measured; the first is null and stands for the column as it is
     */
    Tally(Column column, List<CodecLevel> candidates) {
        this.column = column;
        this.candidates = new ArrayList<>(candidates);
        this.whole = new Sums(candidates.size());
    }

    void add(Slice slice, List<Outcome> outcomes) {
        whole.add(slice.weight(), outcomes);
        rowGroups
                .computeIfAbsent(slice.chunk().rowGroup(), group -> new Sums(candidates.size()))
                .add(slice.weight(), outcomes);
        sampledBytes += slice.plainBytes();
        sampledPages += slice.pageCount();
    }

    /**
     * Adds what was measured of the column in other files.
     *
     * @param weight how often those files count
     * @param firstRowGroup the number of their first row group among those of all files
     */
    void add(Tally other, double weight, int firstRowGroup) {
        whole.add(other.whole, weight);
        other.rowGroups.forEach((group, sums) -> rowGroups
                .computeIfAbsent(firstRowGroup + group, none -> new Sums(candidates.size()))
                .add(sums, weight));
        sampledBytes += other.sampledBytes;
        sampledPages += other.sampledPages;
    }

    Column column() {
        return column;
    }

    long sampledBytes() {
        return sampledBytes;
    }

    long sampledPages() {
        return sampledPages;
    }

    /** Returns the row groups of which something was measured, by their numbers among those of all files. */
    Iterable<Integer> rowGroups() {
        return rowGroups.keySet();
    }

    /** Returns what each candidate makes of the column; the first is the column as it is, under {@code now}. */
    Measurement[] measurements(CodecLevel now) {
        return measurements(whole, now);
    }

    /** Returns the same if the whole column were as what was measured of a row group; null if nothing was. */
    Measurement[] measurements(int rowGroup, CodecLevel now) {
        Sums sums = rowGroups.get(rowGroup);
        return sums == null ? null : measurements(sums, now);
    }

    private Measurement[] measurements(Sums sums, CodecLevel now) {
        Measurement[] measurements = new Measurement[candidates.size()];
        Arrays.setAll(measurements, i -> measurement(sums, i, i == 0 ? now : candidates.get(i)));
        return measurements;
    }

    private Measurement measurement(Sums sums, int candidate, CodecLevel name) {
        double scale = sums.plainBytes == 0 ? 0 : column.plainBytes() / sums.plainBytes;
        double bytes = sums.bytes[0] == 0 ? column.bytes() : column.bytes() * (sums.bytes[candidate] / sums.bytes[0]);
        return new Measurement(
                name,
                column.headerBytes() + column.plainBytes(),
                column.headerBytes() + bytes,
                sums.compressNanos[candidate] * scale * NANO,
                sums.decompressNanos[candidate] * scale * NANO);
    }
}
