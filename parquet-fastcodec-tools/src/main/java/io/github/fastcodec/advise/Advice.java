// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measurements of a table, and the recommendation that follows from them. Immutable and thread-safe.
 *
 * @param basis the goal, the sample, the files, and anything that was left out
 * @param fileChoice the choice for each column without a choice of its own: one of the candidates of {@code table}; if the file
 *     keeps its codec, the first of them, which is the table as it is
 * @param plan the recommendation for {@link io.github.fastcodec.recompress.Recompressor}; columns that could not be read stay as
 *     they are
 * @param perTerabyte the effect of the recommendation on a terabyte
 * @param savedShareError the error of the saved share of the bytes: in 95 of 100 samples the true share is within this distance
 *     of the estimate. A multiple of 0.01, rounded up; 0 if the sizes are exact, NaN if a single file represents others
 * @param table the measured columns, added together: each candidate is the sum of all columns' measurements with that codec and
 *     level, and the choice is the sum of the columns' own choices
 * @param columns the columns, the largest first
 * @param dictionaries the columns whose dictionaries parquet-java builds and throws away, unless they are turned off: the rest of
 *     a sentence about each, keyed by path and ordered
 * @param lines the lines to copy in order to apply the recommendation, keyed by their purpose and in reading order; empty if
 *     nothing changes and every dictionary pays
 * @param notes the notes to read before using the lines, as sentences
 */
public record Advice(
        Basis basis,
        Measurement fileChoice,
        Plan plan,
        PerTerabyte perTerabyte,
        double savedShareError,
        ColumnAdvice table,
        List<ColumnAdvice> columns,
        Map<String, String> dictionaries,
        Map<String, String> lines,
        List<String> notes) {

    public Advice {
        columns = List.copyOf(columns);
        dictionaries = Collections.unmodifiableMap(new LinkedHashMap<>(dictionaries));
        lines = Collections.unmodifiableMap(new LinkedHashMap<>(lines));
        notes = List.copyOf(notes);
    }

    /** Returns the reason for the file's codec, as a sentence. */
    public String reason() {
        return table.reason();
    }

    /** Returns whether the recommendation is to change no codec and no level. */
    public boolean isUnchanged() {
        return columns.stream().allMatch(ColumnAdvice::isUnchanged);
    }

    /** Returns this advice as one JSON document. Needs Jackson databind on the class path. */
    public String toJson() {
        return AdviceJson.of(this);
    }

    /**
     * Returns this advice as one HTML page with charts. The page needs no other file and no network. This method needs Jackson
     * databind and the chart library on the class path; the jar for the command line contains both.
     *
     * @throws IOException if the chart library is not on the class path; the message says what to add
     */
    public String toHtml() throws IOException {
        return AdviceHtml.of(this);
    }

    /**
     * The basis of the advice: the goal, the sample, the files, and anything that was left out. Immutable and thread-safe.
     *
     * @param storageBytesPerSecond the assumed speed of storage for each core, in bytes a second
     * @param seed the seed of the sample: the same files, sample size and seed select the same pages
     * @param files the files that were measured
     * @param allFiles the number of files that the advice is for, of which {@code files} may be a sample
     * @param rowGroups the number of row groups of {@code files}
     * @param allColumns the number of columns in the files, including those that were not asked for
     * @param pages the number of pages of the measured columns, including dictionary pages
     * @param checksummedPages how many of {@code pages} have Parquet's checksum; an estimate if offset indexes were read instead
     *     of all page headers
     * @param sampledPages how many of {@code pages} were measured
     * @param plainBytes the decompressed size of the measured columns, in bytes
     * @param sampledBytes how many of {@code plainBytes} were measured
     * @param leftOutFiles the reasons why files could not be read, keyed by file
     * @param leftOutColumns the reasons why columns could not be read, keyed by column
     * @param leftOutCandidates the reasons why candidates were not measured, keyed by candidate
     */
    public record Basis(
            Goal goal,
            double storageBytesPerSecond,
            long seed,
            List<String> files,
            long allFiles,
            int rowGroups,
            int allColumns,
            long pages,
            long checksummedPages,
            long sampledPages,
            long plainBytes,
            long sampledBytes,
            Map<String, String> leftOutFiles,
            Map<String, String> leftOutColumns,
            Map<String, String> leftOutCandidates) {

        public Basis {
            files = List.copyOf(files);
            leftOutFiles = Collections.unmodifiableMap(new LinkedHashMap<>(leftOutFiles));
            leftOutColumns = Collections.unmodifiableMap(new LinkedHashMap<>(leftOutColumns));
            leftOutCandidates = Collections.unmodifiableMap(new LinkedHashMap<>(leftOutCandidates));
        }
    }

    /**
     * The effect of a recommendation on files that take a terabyte (10^12 bytes) now. Times are those of one core that compresses or
     * decompresses; they exclude storage and the decoding of values. Immutable and thread-safe.
     *
     * @param savedGigabytes the gigabytes (10^9 bytes) that are saved; negative if the files grow
     * @param writeCoreHoursNow the core-hours to compress the current table; NaN if its levels are unknown, or if no engine here
     *     compresses with its codec
     * @param writeCoreHours the core-hours to compress the table after the recommended change; NaN if a column does not change
     *     and its time to compress is unknown
     * @param scanCoreHoursNow the core-hours to decompress the current table
     * @param scanCoreHours the core-hours to decompress the table after the recommended change
     * @param convertCoreHours the core-hours to convert the existing files, once
     */
    public record PerTerabyte(
            double savedGigabytes,
            double writeCoreHoursNow,
            double writeCoreHours,
            double scanCoreHoursNow,
            double scanCoreHours,
            double convertCoreHours) {}
}
