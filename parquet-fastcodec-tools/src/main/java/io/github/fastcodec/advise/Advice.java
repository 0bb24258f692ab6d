// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The measurements of a table and the recommendation. Immutable and safe for use by many threads.
 *
 * @param basis what was measured, how, and what was left out
 * @param fileChoice what holds for each column without a choice of its own: one of the table's candidates, the table as it is if
 *     that is to stay
 * @param plan the recommendation for {@link io.github.fastcodec.recompress.Recompressor}; columns that could not be read stay as
 *     they are
 * @param perTerabyte what the recommendation means for a terabyte
 * @param savedShareError how far the saved part of the bytes may be off: in 95 of 100 samples the truth is within this distance. In
 *     whole hundredths, rounded up; 0 if all pages were measured, NaN if that of one file stands for others
 * @param table the measured columns together: its candidates hold for all of them, its choice is the sum of theirs
 * @param columns the columns, the largest first
 * @param lines lines to copy, which write tables as recommended, by the name of what they are for, in an order for readers; none if
 *     nothing is to change
 * @param notes what to know before the lines are used, in sentences
 */
public record Advice(
        Basis basis,
        Measurement fileChoice,
        Plan plan,
        PerTerabyte perTerabyte,
        double savedShareError,
        ColumnAdvice table,
        List<ColumnAdvice> columns,
        Map<String, String> lines,
        List<String> notes) {

    public Advice {
        columns = List.copyOf(columns);
        lines = Collections.unmodifiableMap(new LinkedHashMap<>(lines));
        notes = List.copyOf(notes);
    }

    /** Returns why the file gets the codec that it gets, in a sentence. */
    public String reason() {
        return table.reason();
    }

    /** Returns whether nothing is to change. */
    public boolean isUnchanged() {
        return columns.stream().allMatch(ColumnAdvice::isUnchanged);
    }

    /** Returns everything as one JSON document, which needs Jackson databind on the class path. */
    public String toJson() {
        return AdviceJson.of(this);
    }

    /**
     * Returns everything as one HTML page with charts, which needs no other file and no network. It needs Jackson databind and
     * the chart library on the class path, which the jar for the command line has.
     *
     * @throws IOException if the chart library is not on the class path; says what to add
     */
    public String toHtml() throws IOException {
        return AdviceHtml.of(this);
    }

    /**
     * What an advice rests on: goal, sample, files, and what was left out. Immutable and safe for use by many threads.
     *
     * @param storageBytesPerSecond how fast storage is taken to be for each core, in bytes a second
     * @param seed the seed of the sample: the same files, sample size and seed give the same pages
     * @param files the files that were measured
     * @param allFiles the number of files that the advice is for, of which {@code files} may be a sample
     * @param rowGroups the number of row groups of {@code files}
     * @param allColumns the number of columns that the files have, those that were not asked for included
     * @param pages the number of pages of the measured columns, dictionary pages included
     * @param checksummedPages how many of them have Parquet's checksum; estimated where offset indexes spare reading all headers
     * @param sampledPages how many of them were measured
     * @param plainBytes the size of the measured columns when they are decompressed, in bytes
     * @param sampledBytes how much of that was measured, in bytes
     * @param leftOutFiles the files that could not be read, and why
     * @param leftOutColumns the columns that could not be read, and why
     * @param leftOutCandidates the candidates that were not measured, and why
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
     * What a recommendation means for so much of the table that its files take a terabyte (10^12 bytes) now. Times are those of
     * one core that compresses or decompresses; reading storage and decoding values are not in them. Immutable and safe for use
     * by many threads.
     *
     * @param savedGigabytes how much smaller the files become, in gigabytes (10^9 bytes); negative if they become larger
     * @param writeCoreHoursNow the core-hours to compress the table as it is; NaN if its levels are unknown, or no
     *     engine here compresses with its codec
     * @param writeCoreHours the core-hours to compress the table as recommended; NaN if a column stays for which that is unknown
     * @param scanCoreHoursNow the core-hours to decompress the table as it is
     * @param scanCoreHours the core-hours to decompress the table as recommended
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
