// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an advice rests on: files, sample, goal, machine, and what was left out. Immutable and safe for use by many threads. */
public final class Basis {

    private final Goal goal;
    private final double storageSpeed;
    private final long seed;
    private final List<String> paths;
    private final List<String> files;
    private final long allFiles;
    private final int rowGroups;
    private final int allColumns;
    private final long pages;
    private final long sampledPages;
    private final long plainBytes;
    private final long sampledBytes;
    private final Map<String, String> leftOutFiles;
    private final Map<String, String> leftOutColumns;
    private final Map<String, String> leftOutCandidates;

    Basis(
            Goal goal,
            double storageSpeed,
            long seed,
            List<String> paths,
            List<String> files,
            long allFiles,
            int rowGroups,
            int allColumns,
            long[] pages,
            long[] plainBytes,
            Map<String, String> leftOutFiles,
            Map<String, String> leftOutColumns,
            Map<String, String> leftOutCandidates) {
        this.goal = goal;
        this.storageSpeed = storageSpeed;
        this.seed = seed;
        this.paths = paths;
        this.files = List.copyOf(files);
        this.allFiles = allFiles;
        this.rowGroups = rowGroups;
        this.allColumns = allColumns;
        this.pages = pages[0];
        this.sampledPages = pages[1];
        this.plainBytes = plainBytes[0];
        this.sampledBytes = plainBytes[1];
        this.leftOutFiles = Collections.unmodifiableMap(new LinkedHashMap<>(leftOutFiles));
        this.leftOutColumns = Collections.unmodifiableMap(new LinkedHashMap<>(leftOutColumns));
        this.leftOutCandidates = Collections.unmodifiableMap(new LinkedHashMap<>(leftOutCandidates));
    }

    /** Returns what the recommendation is to be good for. */
    public Goal goal() {
        return goal;
    }

    /** Returns how fast storage is taken to be for each core, in bytes a second. */
    public double storageSpeed() {
        return storageSpeed;
    }

    /** Returns the seed of the sample: the same files, sample size and seed give the same pages. */
    public long seed() {
        return seed;
    }

    /** Returns the files, directories and globs that were asked for, as they were spelt; immutable. */
    public List<String> paths() {
        return paths;
    }

    /** Returns the files that were measured; immutable. */
    public List<String> files() {
        return files;
    }

    /** Returns the number of files that were asked for, of which {@link #files} may be a sample. */
    public long allFiles() {
        return allFiles;
    }

    /** Returns whether all files stand for more than those that were measured. */
    public boolean isSampleOfFiles() {
        return allFiles > files.size() + leftOutFiles.size();
    }

    /** Returns the number of row groups of {@link #files}. */
    public int rowGroups() {
        return rowGroups;
    }

    /** Returns the number of columns that the files have, those that nobody asked for included. */
    public int allColumns() {
        return allColumns;
    }

    /** Returns the number of pages of the measured columns, dictionary pages included. */
    public long pages() {
        return pages;
    }

    /** Returns how many of them were measured. */
    public long sampledPages() {
        return sampledPages;
    }

    /** Returns the size of the measured columns when they are decompressed, in bytes. */
    public long plainBytes() {
        return plainBytes;
    }

    /** Returns how much of that was measured, in bytes. */
    public long sampledBytes() {
        return sampledBytes;
    }

    /** Returns the files that could not be read, and why; immutable. */
    public Map<String, String> leftOutFiles() {
        return leftOutFiles;
    }

    /** Returns the columns that could not be read, and why; immutable. */
    public Map<String, String> leftOutColumns() {
        return leftOutColumns;
    }

    /** Returns the candidates that were not measured, and why; immutable. */
    public Map<String, String> leftOutCandidates() {
        return leftOutCandidates;
    }
}
