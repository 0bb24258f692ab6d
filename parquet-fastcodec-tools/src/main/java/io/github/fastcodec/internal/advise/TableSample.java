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
 * {@link TableAdvice#conclude} turns several into an advice. Thread-safe once it is made. Serializable between JVMs that run the same
 * version of this project.
 */
public final class TableSample implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The files that were measured. */
    final LinkedHashSet<String> files = new LinkedHashSet<>();

    /** The paths of all columns of the files, those that were not asked for included. */
    final LinkedHashSet<String> allColumns = new LinkedHashSet<>();

    /** The measurements besides those of the columns as they are. */
    final ArrayList<CodecLevel> candidates = new ArrayList<>();

    /** The columns that were asked for, each in each of its codecs, those of {@link #leftOutColumns} included. */
    final LinkedHashMap<String, ColumnSample> columns = new LinkedHashMap<>();

    final LinkedHashMap<String, String> leftOutFiles = new LinkedHashMap<>();
    final LinkedHashMap<String, String> leftOutColumns = new LinkedHashMap<>();
    final LinkedHashMap<String, String> leftOutCandidates = new LinkedHashMap<>();

    int rowGroups;

    /** The length of the files, in bytes. */
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
     * Puts samples of files together.
     *
     * @param bytes the length of all files of which these are a sample; 0 if these are all files
     * @throws IOException if no file could be read, or the machines that measured have other engines
     */
    static TableSample merged(Collection<TableSample> samples, long bytes) throws IOException {
        TableSample all = new TableSample(bytes, 1);
        List<TableSample> good = new ArrayList<>(samples);
        good.sort(Comparator.comparing(TableSample::path)); // they come in any order
        good.forEach(sample -> all.leftOutFiles.putAll(sample.leftOutFiles));
        good.removeIf(sample -> sample.files.isEmpty());
        int draws = good.stream().mapToInt(sample -> sample.draws).sum();
        TableSample first = null;
        for (TableSample sample : good) {
            if (!sample.columns.isEmpty()) { // else it has none that was asked for, and was not measured
                first = first == null ? sample : first;
                requireSameEngines(first, sample);
            }
            all.add(sample, bytes == 0 ? 1 : (double) bytes * sample.draws / draws / Math.max(1, sample.length));
        }
        all.requireFiles();
        return all;
    }

    /** Returns the path of a file, which may be one that was left out. */
    private String path() {
        return (files.isEmpty() ? leftOutFiles.keySet() : files).iterator().next();
    }

    private static void requireSameEngines(TableSample one, TableSample other) throws IOException {
        if (!one.candidates.equals(other.candidates)) {
            throw new IOException("The machines have other engines: " + String.join(", ", other.files)
                    + " was measured with " + other.candidates + ", " + String.join(", ", one.files) + " with "
                    + one.candidates);
        }
    }

    /** Returns the sample of a column's chunks of one codec, which is new if there is none. */
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
        rowGroups += sample.rowGroups;
    }

    /** Returns the columns of which pages were measured. */
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

    /** @throws IllegalArgumentException if one of the columns that were asked for is in no file; names it */
    void requireColumns(List<String> asked) {
        for (String name : asked) {
            if (allColumns.stream().noneMatch(path -> isOf(name, path))) {
                throw new IllegalArgumentException(
                        "There is no column " + name + ", expected some of " + String.join(", ", allColumns));
            }
        }
    }

    /** Returns whether a column, by its path, is the one of a name or below it. */
    static boolean isOf(String name, String path) {
        return path.equals(name) || path.startsWith(name + ".");
    }

    void requireMeasured() throws IOException {
        if (measured().isEmpty()) {
            throw unread("No column can be read. ", leftOutColumns);
        }
    }

    /** Returns the failure when nothing can be read: each reason once, with how many have it. */
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
