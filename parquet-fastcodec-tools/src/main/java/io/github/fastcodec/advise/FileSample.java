// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.text.Reason;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What was measured of one file, so that many machines can measure files of a table: {@link Advisor#measure} makes one, and
 * {@link Advisor#conclude} an advice of several. Immutable and safe for use by many threads; it travels between JVMs of the same
 * version of this project.
 */
public final class FileSample implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final long length;
    private final int rowGroups;
    private final ArrayList<String> columns;
    private final ArrayList<CodecLevel> candidates;
    private final ArrayList<Tally> tallies;
    private final LinkedHashMap<String, CodecLevel> now;
    private final ArrayList<Column> leftOut;
    private final LinkedHashMap<String, String> leftOutColumns;
    private final LinkedHashMap<String, String> leftOutCandidates;
    private final String failure;

    /** @param failure why nothing could be measured, or null */
    FileSample(
            String file,
            long length,
            int rowGroups,
            Collection<String> columns,
            List<CodecLevel> candidates,
            List<Tally> tallies,
            Map<String, CodecLevel> now,
            List<Column> leftOut,
            Map<String, String> leftOutColumns,
            Map<String, String> leftOutCandidates,
            String failure) {
        this.file = Objects.requireNonNull(file, "file");
        this.length = length;
        this.rowGroups = rowGroups;
        this.columns = new ArrayList<>(columns);
        this.candidates = new ArrayList<>(candidates);
        this.tallies = new ArrayList<>(tallies);
        this.now = new LinkedHashMap<>(now);
        this.leftOut = new ArrayList<>(leftOut);
        this.leftOutColumns = new LinkedHashMap<>(leftOutColumns);
        this.leftOutCandidates = new LinkedHashMap<>(leftOutCandidates);
        this.failure = failure;
    }

    static FileSample failed(String file, Exception failure) {
        return new FileSample(
                file,
                0,
                0,
                List.of(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                Map.of(),
                Map.of(),
                Reason.of(failure));
    }

    /** Returns the path of the file. */
    public String file() {
        return file;
    }

    /** Returns the length of the file, in bytes; 0 after a failure. */
    long length() {
        return length;
    }

    int rowGroups() {
        return rowGroups;
    }

    /** Returns the paths of all columns of the file, those that nobody asked for included. */
    List<String> columns() {
        return columns;
    }

    /** Returns what was measured; null, which stands for the pages as they are, comes first. */
    List<CodecLevel> candidates() {
        return candidates;
    }

    List<Tally> tallies() {
        return tallies;
    }

    /** Returns the codec of each column, and its guessed level. */
    Map<String, CodecLevel> now() {
        return now;
    }

    /** Returns the columns that could not be read. */
    List<Column> leftOut() {
        return leftOut;
    }

    Map<String, String> leftOutColumns() {
        return leftOutColumns;
    }

    Map<String, String> leftOutCandidates() {
        return leftOutCandidates;
    }

    /** Returns why nothing was measured, or null. */
    String failure() {
        return failure;
    }
}
