// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.sampling.Variance;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** From what was measured to what is recommended. For one thread. */
final class Conclusion {

    private final Advisor advisor;
    private final TableSample sample;
    private final long allFiles;
    private final List<ColumnSample> columns;

    /** Each column as it is, and with each candidate. */
    private final List<List<Measurement>> estimates;

    private final Chooser chooser;

    /**
     * @param sample has a column that was measured
     * @param allFiles the number of files that the advice is for
     */
    Conclusion(Advisor advisor, TableSample sample, long allFiles) {
        this.advisor = advisor;
        this.sample = sample;
        this.allFiles = allFiles;
        this.columns = sample.measured();
        this.estimates = columns.stream()
                .map(column -> Measurement.marked(column.estimates(sample.candidates)))
                .collect(Collectors.toList());
        this.chooser = new Chooser(
                advisor.goal(),
                advisor.storageSpeed(),
                estimates,
                columns.stream().map(ColumnSample::hasOneCodec).collect(Collectors.toList()));
    }

    /**
     * @param conversion what converts the files
     * @param notes what to know before that, in sentences
     */
    Advice advice(CopyLines.Conversion conversion, List<String> notes) {
        List<Measurement> ofTable = new ArrayList<>();
        for (int i = 0; i <= sample.candidates.size(); i++) {
            int candidate = i;
            ofTable.add(sum(
                    i == 0 ? nowOfFile() : codec(i),
                    column -> estimates.get(column).get(candidate)));
        }
        ofTable = Measurement.marked(ofTable);
        Measurement now = ofTable.get(0);
        Measurement fileChoice = ofTable.get(chooser.ofFile());
        List<ColumnAdvice> ofColumns = ofColumns(now.bytes());
        boolean isUnchanged = ofColumns.stream().allMatch(ColumnAdvice::isUnchanged);
        Measurement choice = isUnchanged ? now : sum(fileChoice.codec(), this::chosen);
        Advice.Basis basis = basis();
        Plan plan = plan();
        boolean fits = !advisor.goal().keepsSmaller() || fileChoice.bytes() <= now.bytes();
        CopyLines lines = new CopyLines(chooser.ofFile() != 0 && fits ? fileChoice.codec() : null, plan, ofColumns);
        return new Advice(
                basis,
                fileChoice,
                plan,
                Advice.PerTerabyte.of(now, choice, convertSeconds()),
                savedShareError(now.bytes(), choice.bytes()),
                new ColumnAdvice("", 1, basis.sampledBytes(), reason(now, isUnchanged), false, choice, ofTable),
                ofColumns,
                lines.all(conversion),
                lines.notes(notes));
    }

    private Advice.Basis basis() {
        return new Advice.Basis(
                advisor.goal(),
                advisor.storageSpeed(),
                advisor.seed(),
                List.copyOf(sample.files),
                allFiles,
                sample.rowGroups,
                sample.allColumns.size(),
                columns.stream().mapToLong(ColumnSample::pages).sum(),
                columns.stream().mapToLong(ColumnSample::checksummedPages).sum(),
                columns.stream().mapToLong(ColumnSample::sampledPages).sum(),
                columns.stream().mapToLong(ColumnSample::plainBytes).sum(),
                columns.stream().mapToLong(ColumnSample::sampledBytes).sum(),
                sample.leftOutFiles,
                sample.leftOutColumns,
                sample.leftOutCandidates);
    }

    /** Returns a candidate by its number; 0 is what is there now. */
    private CodecLevel codec(int candidate) {
        return sample.candidates.get(candidate - 1);
    }

    private Measurement sum(CodecLevel codec, IntFunction<Measurement> ofColumn) {
        return Measurement.sum(
                codec, IntStream.range(0, columns.size()).mapToObj(ofColumn).collect(Collectors.toList()));
    }

    private Measurement chosen(int column) {
        return chooser.effective(estimates.get(column), chooser.ofColumn(column));
    }

    /** Returns the codec that most bytes of the table have. */
    private CodecLevel nowOfFile() {
        Map<CodecLevel, Double> bytes = new LinkedHashMap<>();
        for (List<Measurement> column : estimates) {
            bytes.merge(column.get(0).codec(), column.get(0).bytes(), Double::sum);
        }
        return bytes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private List<ColumnAdvice> ofColumns(double allBytes) {
        List<ColumnAdvice> advice = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            ColumnSample column = columns.get(i);
            Measurement now = estimates.get(i).get(0);
            Measurement choice = chosen(i);
            Measurement likeFile = chooser.effective(estimates.get(i), chooser.ofFile());
            double share = now.bytes() / Math.max(1, allBytes);
            boolean isOwn = chooser.ofColumn(i) != chooser.ofFile();
            String reason = isOwn ? Reasons.own(column.path(), share, choice, likeFile) : Reasons.likeFile(choice, now);
            advice.add(new ColumnAdvice(
                    column.path(), share, column.sampledBytes(), reason, isOwn, choice, estimates.get(i)));
        }
        advice.sort(Comparator.comparingDouble(
                (ColumnAdvice column) -> -column.now().bytes()));
        return advice;
    }

    private String reason(Measurement now, boolean isUnchanged) {
        if (chooser.ofFile() == 0) {
            return Reasons.stay(advisor.goal(), now, !isUnchanged);
        }
        Measurement withFile =
                sum(codec(chooser.ofFile()), column -> chooser.effective(estimates.get(column), chooser.ofFile()));
        return Reasons.change(advisor.goal(), advisor.storageSpeed(), now, withFile);
    }

    /** Returns what converting takes: each column that changes is decompressed, and compressed whether that pays or not. */
    private double convertSeconds() {
        double seconds = 0;
        for (int i = 0; i < columns.size(); i++) {
            int choice = chooser.ofColumn(i);
            if (choice != 0) {
                seconds += estimates.get(i).get(0).decompressSeconds()
                        + estimates.get(i).get(choice).compressSeconds();
            }
        }
        return seconds;
    }

    /**
     * Returns how far the saved share may be off: the variance within the strata of the columns and, where files stand for others, that
     * between files. Rounded up to a whole point, because a sample may miss a page that is unlike all others.
     */
    private double savedShareError(double now, double choice) {
        if (isExact()) {
            return 0;
        }
        Variance bytes = Variance.NONE;
        for (int i = 0; i < columns.size(); i++) {
            bytes = bytes.plus(columns.get(i).variance(kept(i)));
        }
        if (sample.files.size() + sample.leftOutFiles.size() < allFiles) {
            bytes = bytes.plus(betweenFiles(choice / now));
        }
        return Math.max(1, Math.ceil(bytes.error() / now * 100)) / 100;
    }

    /** Returns whether nothing is estimated: all files are known, and what each column becomes was measured whole or needs no sample. */
    private boolean isExact() {
        return sample.files.size() + sample.leftOutFiles.size() >= allFiles
                && IntStream.range(0, columns.size())
                        .allMatch(i -> columns.get(i).isKnown(kept(i))
                                || columns.get(i).sampledBytes()
                                        == columns.get(i).plainBytes());
    }

    /**
     * Returns the variance that comes from which files were drawn: that of a ratio of two sums over files (Cochran, Sampling
     * Techniques, 1977, section 9A.4).
     */
    private Variance betweenFiles(double ratio) {
        Map<String, Double> residuals = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            int candidate = kept(i);
            columns.get(i)
                    .files()
                    .forEach((file, sizes) -> residuals.merge(file, sizes[candidate] - ratio * sizes[0], Double::sum));
        }
        return Variance.ofSum(
                residuals.size(),
                residuals.values().stream().mapToDouble(Double::doubleValue).sum(),
                residuals.values().stream().mapToDouble(one -> one * one).sum());
    }

    /** Returns the number of what a column gets: 0 if it stays as it is, because that is smaller. */
    private int kept(int column) {
        int choice = chooser.ofColumn(column);
        List<Measurement> estimate = estimates.get(column);
        return chooser.effective(estimate, choice).equals(estimate.get(choice)) ? choice : 0;
    }

    private Plan plan() {
        List<ColumnSample> leftOut = new ArrayList<>(sample.columns.values());
        leftOut.removeAll(columns);
        boolean canNameFile = advisor.columns().isEmpty()
                && chooser.ofFile() != 0
                && leftOut.stream().allMatch(ColumnSample::hasOneCodec);
        Plan plan = canNameFile ? Plan.to(codec(chooser.ofFile())) : Plan.ofColumns();
        for (int i = 0; i < columns.size(); i++) {
            int choice = chooser.ofColumn(i);
            if (choice != (canNameFile ? chooser.ofFile() : 0)) {
                plan = choice == 0
                        ? staying(plan, columns.get(i))
                        : plan.withColumn(columns.get(i).path(), codec(choice));
            }
        }
        if (canNameFile) {
            for (ColumnSample column : leftOut) {
                plan = staying(plan, column);
            }
        }
        return advisor.goal().keepsSmaller() ? plan.keepSmaller() : plan;
    }

    private static Plan staying(Plan plan, ColumnSample column) {
        return plan.withColumn(column.path(), column.now());
    }
}
