// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.advise.Measurement;
import io.github.fastcodec.internal.sampling.Variance;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Derives the recommendation from the measurements. Not thread-safe. */
final class Conclusion {

    private static final double TERABYTE = 1e12;
    private static final double GIGABYTE = 1e9;
    private static final double HOUR = 3600;

    private final AdviseOptions options;
    private final TableSample sample;
    private final long allFiles;

    /** The columns, each divided into parts by current codec. */
    private final List<List<ColumnSample>> columns;

    /** The measurements of each part of each column: in its current codec, and with each candidate. */
    private final List<List<List<Measurement>>> parts;

    /** The measurements of each column: in its current codecs, and with each candidate. */
    private final List<List<Measurement>> estimates;

    private final Chooser chooser;

    /**
     * @param sample a sample with at least one measured column
     * @param allFiles the number of files that the advice is for
     */
    Conclusion(AdviseOptions options, TableSample sample, long allFiles) {
        this.options = options;
        this.sample = sample;
        this.allFiles = allFiles;
        this.columns = List.copyOf(sample.measured().stream()
                .collect(Collectors.groupingBy(ColumnSample::path, LinkedHashMap::new, Collectors.toList()))
                .values());
        this.parts = columns.stream()
                .map(column -> column.stream()
                        .map(part -> part.estimates(sample.candidates))
                        .toList())
                .toList();
        this.estimates = parts.stream().map(this::whole).toList();
        this.chooser = new Chooser(options.goal(), options.storageSpeed(), parts);
    }

    /**
     * @param conversion the line that converts the files
     * @param notes notes to read before running that line, as sentences
     */
    Advice advice(Conversion conversion, List<String> notes) {
        List<Measurement> table = whole(parts.stream().flatMap(List::stream).toList());
        Measurement now = table.get(0);
        Measurement fileChoice = table.get(chooser.forFile());
        List<ColumnAdvice> columnAdvice = columnAdvice(now.bytes());
        boolean isUnchanged = columnAdvice.stream().allMatch(ColumnAdvice::isUnchanged);
        Measurement choice = isUnchanged ? now : sum(fileChoice.codec(), this::chosen);
        Advice.Basis basis = basis();
        Plan plan = plan();
        boolean fits = !Cost.keepsSmaller(options.goal()) || fileChoice.bytes() <= now.bytes();
        CopyLines lines = new CopyLines(
                chooser.forFile() != 0 && fits ? fileChoice.codec() : null,
                plan,
                columnAdvice,
                sample.dictionaries.useless());
        return new Advice(
                basis,
                fileChoice,
                plan,
                perTerabyte(now, choice, convertSeconds()),
                savedShareError(now.bytes(), choice.bytes()),
                new ColumnAdvice("", 1, basis.sampledBytes(), reason(now, isUnchanged), false, choice, table),
                columnAdvice,
                sample.dictionaries.reasons(),
                lines.all(conversion),
                lines.notes(Stream.concat(notes.stream(), noteOnParts()).toList()));
    }

    static Advice.PerTerabyte perTerabyte(Measurement now, Measurement choice, double convertSeconds) {
        double scale = now.bytes() == 0 ? 0 : TERABYTE / now.bytes();
        return new Advice.PerTerabyte(
                (now.bytes() - choice.bytes()) * scale / GIGABYTE,
                now.compressSeconds() * scale / HOUR,
                choice.compressSeconds() * scale / HOUR,
                now.decompressSeconds() * scale / HOUR,
                choice.decompressSeconds() * scale / HOUR,
                convertSeconds * scale / HOUR);
    }

    private Advice.Basis basis() {
        return new Advice.Basis(
                options.goal(),
                options.storageSpeed(),
                options.seed(),
                List.copyOf(sample.files),
                allFiles,
                sample.rowGroups,
                sample.allColumns.size(),
                sum(ColumnSample::pages),
                sum(ColumnSample::checksummedPages),
                sum(ColumnSample::sampledPages),
                sum(ColumnSample::plainBytes),
                sum(ColumnSample::sampledBytes),
                sample.leftOutFiles,
                sample.leftOutColumns,
                sample.leftOutCandidates);
    }

    private Stream<String> noteOnParts() {
        return columns.stream().flatMap(List::stream).anyMatch(ColumnSample::isInParts)
                ? Stream.of(
                        "Pages above 4 MiB were measured in parts: the sizes of candidates miss repetitions at a longer"
                                + " distance, and the range does not cover that.")
                : Stream.of();
    }

    private long sum(ToLongFunction<ColumnSample> of) {
        return columns.stream().flatMap(List::stream).mapToLong(of).sum();
    }

    /** Returns the sum of the selected parts, in their current codecs and with each candidate. */
    private List<Measurement> whole(List<List<Measurement>> selected) {
        List<Measurement> whole = new ArrayList<>();
        for (int i = 0; i <= sample.candidates.size(); i++) {
            int candidate = i;
            whole.add(Measurements.sum(
                    i == 0 ? now(selected) : codec(i),
                    selected.stream().map(part -> part.get(candidate)).toList()));
        }
        return Measurements.marked(whole);
    }

    /** Returns the candidate with the given number; the first candidate has the number 1. */
    private CodecLevel codec(int candidate) {
        return sample.candidates.get(candidate - 1);
    }

    private Measurement sum(CodecLevel codec, IntFunction<Measurement> ofColumn) {
        return Measurements.sum(
                codec, IntStream.range(0, columns.size()).mapToObj(ofColumn).collect(Collectors.toList()));
    }

    private Measurement chosen(int column) {
        return effective(column, chooser.forColumn(column));
    }

    /** Returns the measurement of a column after a change to a candidate. Some of its parts may stay as they are. */
    private Measurement effective(int column, int candidate) {
        List<List<Measurement>> columnParts = parts.get(column);
        long staying = columnParts.stream()
                .filter(part -> chooser.stays(part, candidate))
                .count();
        return staying == 0 || staying == columnParts.size()
                ? chooser.effective(estimates.get(column), candidate)
                : Measurements.sum(
                        codec(candidate),
                        columnParts.stream()
                                .map(part -> chooser.effective(part, candidate))
                                .toList());
    }

    /** Returns the current codec that accounts for the most bytes of the selected parts. */
    private static CodecLevel now(List<List<Measurement>> selected) {
        Map<CodecLevel, Double> bytes = new LinkedHashMap<>();
        for (List<Measurement> part : selected) {
            bytes.merge(part.get(0).codec(), part.get(0).bytes(), Double::sum);
        }
        return bytes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private List<ColumnAdvice> columnAdvice(double allBytes) {
        List<ColumnAdvice> advice = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String path = path(i);
            Measurement now = estimates.get(i).get(0);
            Measurement choice = chosen(i);
            Measurement likeFile = effective(i, chooser.forFile());
            double share = now.bytes() / Math.max(1, allBytes);
            boolean isOwn = chooser.forColumn(i) != chooser.forFile();
            String reason = isOwn
                    ? Reasons.own(options.goal(), options.storageSpeed(), path, share, choice, likeFile)
                    : Reasons.likeFile(choice, now, estimates.get(i).get(chooser.forFile()));
            advice.add(new ColumnAdvice(
                    path,
                    share,
                    columns.get(i).stream()
                            .mapToLong(ColumnSample::sampledBytes)
                            .sum(),
                    reason,
                    isOwn,
                    choice,
                    estimates.get(i)));
        }
        advice.sort(Comparator.comparingDouble(
                (ColumnAdvice column) -> -column.now().bytes()));
        return advice;
    }

    private String path(int column) {
        return columns.get(column).get(0).path();
    }

    private String reason(Measurement now, boolean isUnchanged) {
        if (chooser.forFile() == 0) {
            return Reasons.stay(options.goal(), now, !isUnchanged);
        }
        Measurement withFile = sum(codec(chooser.forFile()), column -> effective(column, chooser.forFile()));
        return Reasons.change(options.goal(), options.storageSpeed(), now, withFile);
    }

    /**
     * Returns the time that one core takes to convert the files, in seconds. A column that changes counts as completely
     * recompressed, including the parts that stay as they are.
     */
    private double convertSeconds() {
        double seconds = 0;
        for (int i = 0; i < columns.size(); i++) {
            int choice = chooser.forColumn(i);
            if (choice != 0) {
                seconds += estimates.get(i).get(0).decompressSeconds()
                        + estimates.get(i).get(choice).compressSeconds();
            }
        }
        return seconds;
    }

    /**
     * Returns the error of the saved share. It comes from the variance within the strata and, if the files are a sample, from the
     * variance between files. The error is rounded up to a whole percentage point, because a sample may miss a page that is
     * unlike all others.
     */
    private double savedShareError(double now, double choice) {
        if (isExact()) {
            return 0;
        }
        Variance bytes = Variance.NONE;
        for (Map.Entry<ColumnSample, Integer> part : candidatesOfParts().entrySet()) {
            bytes = bytes.plus(part.getKey().variance(part.getValue()));
        }
        if (sample.files.size() + sample.leftOutFiles.size() < allFiles) {
            bytes = bytes.plus(betweenFiles(choice / now));
        }
        return Math.max(1, Math.ceil(bytes.error() / now * 100)) / 100;
    }

    /** Returns whether no size is estimated: the files are not a sample, and each part was measured completely or has a known size. */
    private boolean isExact() {
        return sample.files.size() + sample.leftOutFiles.size() >= allFiles
                && candidatesOfParts().entrySet().stream()
                        .allMatch(part -> part.getKey().isKnown(part.getValue())
                                || part.getKey().sampledBytes() == part.getKey().plainBytes()
                                        && !part.getKey().isInParts());
    }

    /**
     * Returns the variance that results from the choice of files. It is the variance of a ratio of two sums over files (Cochran,
     * Sampling Techniques, 1977, section 9A.4).
     */
    private Variance betweenFiles(double ratio) {
        Map<String, Double> residuals = new LinkedHashMap<>();
        candidatesOfParts()
                .forEach((part, candidate) -> part.files()
                        .forEach((file, sizes) ->
                                residuals.merge(file, sizes[candidate] - ratio * sizes[0], Double::sum)));
        return Variance.ofSum(
                residuals.size(),
                residuals.values().stream().mapToDouble(Double::doubleValue).sum(),
                residuals.values().stream().mapToDouble(one -> one * one).sum());
    }

    /** Returns the index of the candidate for each part; 0 if the part does not change. */
    private Map<ColumnSample, Integer> candidatesOfParts() {
        Map<ColumnSample, Integer> candidates = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            int choice = chooser.forColumn(i);
            for (int j = 0; j < columns.get(i).size(); j++) {
                candidates.put(columns.get(i).get(j), chooser.stays(parts.get(i).get(j), choice) ? 0 : choice);
            }
        }
        return candidates;
    }

    private Plan plan() {
        List<ColumnSample> leftOut = new ArrayList<>(sample.columns.values());
        leftOut.removeAll(sample.measured());
        boolean canNameFile = options.columns().isEmpty()
                && chooser.forFile() != 0
                && leftOut.stream().map(ColumnSample::path).distinct().count() == leftOut.size();
        Plan plan = canNameFile ? Plan.to(codec(chooser.forFile())) : Plan.ofColumns();
        for (int i = 0; i < columns.size(); i++) {
            int choice = chooser.forColumn(i);
            if (choice != (canNameFile ? chooser.forFile() : 0)) {
                plan = choice == 0 ? staying(plan, columns.get(i).get(0)) : plan.withColumn(path(i), codec(choice));
            }
        }
        if (canNameFile) {
            for (ColumnSample column : leftOut) {
                plan = staying(plan, column);
            }
        }
        return Cost.keepsSmaller(options.goal()) ? plan.keepSmaller() : plan;
    }

    private static Plan staying(Plan plan, ColumnSample column) {
        return plan.withColumn(column.path(), column.now());
    }
}
