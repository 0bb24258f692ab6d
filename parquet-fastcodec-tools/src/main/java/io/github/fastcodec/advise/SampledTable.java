// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A table of which some files were measured: from what was measured of each to an advice for the whole. For one thread. */
final class SampledTable {

    private final Advisor advisor;
    private final List<String> paths;
    private final long files;
    private final Map<String, String> leftOutFiles = new LinkedHashMap<>();
    private final Map<String, String> leftOutColumns = new LinkedHashMap<>();
    private final Map<String, String> leftOutCandidates = new LinkedHashMap<>();
    private final Set<String> measured = new LinkedHashSet<>();
    private final Set<String> columns = new LinkedHashSet<>();
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final Map<String, Column> leftOut = new LinkedHashMap<>();
    private final Map<String, Map<CodecLevel, Double>> now = new HashMap<>();
    private List<CodecLevel> candidates;
    private int rowGroups;

    SampledTable(Advisor advisor, List<String> paths, long files) {
        this.advisor = advisor;
        this.paths = paths;
        this.files = files;
    }

    /** Makes an advice of samples, as {@link Advisor#conclude} has them. */
    Advice advice(long bytes, List<FileSample> samples) throws IOException {
        List<FileSample> good = new ArrayList<>();
        for (FileSample sample : samples) {
            if (sample.failure() != null) {
                leftOutFiles.put(sample.file(), sample.failure());
            } else {
                good.add(sample);
            }
        }
        requireSome(good);
        boolean isWhole = samples.size() == files;
        for (FileSample sample : good) {
            double weight = isWhole ? 1 : (double) bytes / good.size() / Math.max(1, sample.length());
            add(sample, weight);
        }
        requireColumns();
        tallies.keySet().removeAll(leftOutColumns.keySet());
        if (tallies.isEmpty()) {
            throw unread("No column can be read. ", leftOutColumns);
        }
        Map<String, CodecLevel> nowByColumn = new HashMap<>();
        now.forEach((column, codecs) -> nowByColumn.put(column, most(codecs)));
        List<Tally> all = new ArrayList<>(tallies.values());
        return new Conclusion(advisor, candidates, all, nowByColumn, new ArrayList<>(leftOut.values()), basis(all))
                .advice();
    }

    private void requireSome(List<FileSample> good) throws IOException {
        if (good.isEmpty()) {
            throw unread("No file can be read. ", leftOutFiles);
        }
        FileSample first = null;
        for (FileSample sample : good) {
            if (sample.tallies().isEmpty()) {
                continue; // it has no column that was asked for
            }
            first = first == null ? sample : first;
            if (!sample.candidates().equals(first.candidates())) {
                throw new IOException("The machines have other engines: " + sample.file() + " was measured with "
                        + sample.candidates() + ", " + first.file() + " with " + first.candidates());
            }
        }
        candidates = first == null ? List.of() : first.candidates();
    }

    /** Returns the failure when nothing can be read: each reason once, with how many have it. */
    static IOException unread(String what, Map<String, String> reasons) {
        Map<String, List<String>> names = reasons.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        LinkedHashMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.toList())));
        return new IOException(what
                + names.entrySet().stream()
                        .map(entry -> example(entry.getValue()) + ": " + entry.getKey())
                        .collect(Collectors.joining("; ")));
    }

    private static String example(List<String> names) {
        int others = names.size() - 1;
        return names.get(0) + (others == 0 ? "" : " and " + others + " more");
    }

    private void add(FileSample sample, double weight) {
        measured.add(sample.file());
        columns.addAll(sample.columns());
        leftOutColumns.putAll(sample.leftOutColumns());
        leftOutCandidates.putAll(sample.leftOutCandidates());
        for (Column column : sample.leftOut()) {
            leftOut.computeIfAbsent(column.path(), Column::new).add(column, weight);
        }
        for (Tally tally : sample.tallies()) {
            String path = tally.column().path();
            Tally sum = tallies.computeIfAbsent(path, any -> new Tally(new Column(any), candidates));
            sum.column().add(tally.column(), weight);
            sum.add(tally, weight, rowGroups);
            now.computeIfAbsent(path, any -> new HashMap<>())
                    .merge(sample.now().get(path), tally.column().bytes() * weight, Double::sum);
        }
        rowGroups += sample.rowGroups();
    }

    private void requireColumns() {
        for (String name : advisor.columns()) {
            if (columns.stream().noneMatch(path -> Measuring.isOf(name, path))) {
                throw Measuring.noColumn(name, columns);
            }
        }
    }

    private static CodecLevel most(Map<CodecLevel, Double> bytes) {
        return bytes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private Basis basis(List<Tally> all) {
        long[] pages = {
            all.stream().mapToLong(tally -> tally.column().pages()).sum(),
            all.stream().mapToLong(Tally::sampledPages).sum()
        };
        long[] bytes = {
            all.stream().mapToLong(tally -> tally.column().plainBytes()).sum(),
            all.stream().mapToLong(Tally::sampledBytes).sum()
        };
        return new Basis(
                advisor.goal(),
                advisor.storageSpeed(),
                advisor.seed(),
                paths,
                new ArrayList<>(measured),
                files,
                rowGroups,
                columns.size(),
                pages,
                bytes,
                leftOutFiles,
                leftOutColumns,
                leftOutCandidates);
    }
}
