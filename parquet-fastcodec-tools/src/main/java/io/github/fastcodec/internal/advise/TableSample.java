// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The measurements of some files of a table, so that many machines can share the work: {@link TableAdvice#measure} makes one, and
 * {@link TableAdvice#conclude} turns several into advice. Immutable, and so thread-safe, once it is complete. Serializable between
 * JVMs that run the same version of this project.
 */
public final class TableSample implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The files that were measured. */
    final LinkedHashSet<String> files = new LinkedHashSet<>();

    /** The paths of all columns of the files, including those that were not asked for. */
    final LinkedHashSet<String> allColumns = new LinkedHashSet<>();

    /** The codecs and levels that were measured in addition to the current codecs. */
    final ArrayList<CodecLevel> candidates = new ArrayList<>();

    /** The requested columns, including {@link #leftOutColumns}, keyed by codec and path. */
    final LinkedHashMap<String, ColumnSample> columns = new LinkedHashMap<>();

    final LinkedHashMap<String, String> leftOutFiles = new LinkedHashMap<>();
    final LinkedHashMap<String, String> leftOutColumns = new LinkedHashMap<>();
    final LinkedHashMap<String, String> leftOutCandidates = new LinkedHashMap<>();

    final Dictionaries dictionaries = new Dictionaries();

    int rowGroups;

    /** The total length of the files, in bytes. */
    private final long length;

    private final int draws;

    TableSample(long length, int draws) {
        this.length = length;
        this.draws = draws;
    }

    static TableSample failed(String file, IOException failure) {
        TableSample sample = new TableSample(0, 0);
        sample.leftOutFiles.put(file, Reason.of(failure));
        return sample;
    }

    /**
     * Merges the samples of files.
     *
     * @param bytes the total length of the table's files, in bytes, if some of them were not drawn; 0 if the samples cover all files
     * @throws IOException if no file could be read, or if the machines that measured the files have different engines
     */
    static TableSample merged(Collection<TableSample> samples, long bytes) throws IOException {
        TableSample all = new TableSample(bytes, 1);
        List<TableSample> good = new ArrayList<>(samples);
        good.sort(Comparator.comparing(TableSample::path)); // the samples arrive in any order
        good.forEach(sample -> all.leftOutFiles.putAll(sample.leftOutFiles));
        good.removeIf(sample -> sample.files.isEmpty());
        int draws = good.stream().mapToInt(sample -> sample.draws).sum();
        TableSample first = null;
        for (TableSample sample : good) {
            if (!sample.columns.isEmpty()) { // otherwise it has no requested column, and was not measured
                first = first == null ? sample : first;
                requireSameEngines(first, sample);
            }
            all.add(sample, bytes == 0 ? 1 : (double) bytes * sample.draws / draws / Math.max(1, sample.length));
        }
        all.requireFiles();
        return all;
    }

    /** Returns the path of the first file, which may be one that was left out. */
    private String path() {
        return (files.isEmpty() ? leftOutFiles.keySet() : files).iterator().next();
    }

    private static void requireSameEngines(TableSample one, TableSample other) throws IOException {
        if (!one.candidates.equals(other.candidates)) {
            throw new IOException("The machines have different engines: " + String.join(", ", other.files)
                    + " was measured with " + other.candidates + ", " + String.join(", ", one.files) + " with "
                    + one.candidates);
        }
    }

    /** Returns the sample of a column's chunks in one codec, and creates it if it is missing. */
    ColumnSample column(String path, CompressionCodecName codec) {
        return columns.computeIfAbsent(codec + " " + path, none -> new ColumnSample(path, codec));
    }

    private void add(TableSample sample, double weight) {
        files.addAll(sample.files);
        allColumns.addAll(sample.allColumns);
        if (candidates.isEmpty()) {
            candidates.addAll(sample.candidates);
        }
        sample.columns
                .values()
                .forEach(column -> column(column.path(), column.now().codec()).add(column, weight));
        leftOutColumns.putAll(sample.leftOutColumns);
        leftOutCandidates.putAll(sample.leftOutCandidates);
        dictionaries.add(sample.dictionaries);
        rowGroups += sample.rowGroups;
    }

    List<ColumnSample> measured() {
        return columns.values().stream()
                .filter(column -> !leftOutColumns.containsKey(column.path()))
                .collect(Collectors.toList());
    }

    void requireFiles() throws IOException {
        if (files.isEmpty()) {
            throw unread("No file can be read. ", leftOutFiles);
        }
    }

    /** @throws IllegalArgumentException if no file contains a requested column; the message names it */
    void requireColumns(List<String> asked) {
        for (String name : asked) {
            if (allColumns.stream().noneMatch(path -> isOf(name, path))) {
                throw new IllegalArgumentException(
                        "There is no column " + name + "; the columns are " + String.join(", ", allColumns));
            }
        }
    }

    /** Returns whether the column at {@code path} is the column {@code name} or is below it. */
    static boolean isOf(String name, String path) {
        return path.equals(name) || path.startsWith(name + ".");
    }

    void requireMeasured() throws IOException {
        if (measured().isEmpty()) {
            throw unread("No column can be read. ", leftOutColumns);
        }
    }

    /**
     * Returns the exception to throw if nothing can be read. Its message contains each reason once, with one of the names that share
     * it and the number of the others.
     */
    private static IOException unread(String what, Map<String, String> reasons) {
        Map<String, List<String>> names = reasons.keySet().stream()
                .collect(Collectors.groupingBy(reasons::get, LinkedHashMap::new, Collectors.toList()));
        return new IOException(names.entrySet().stream()
                .map(entry -> example(entry.getValue()) + ": " + entry.getKey())
                .collect(Collectors.joining("; ", what, "")));
    }

    private static String example(List<String> names) {
        int others = names.size() - 1;
        return names.get(0) + (others == 0 ? "" : " and " + others + " more");
    }
}
