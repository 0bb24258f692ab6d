// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.recompress.RecompressPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** From what was measured to what is recommended. For one thread. */
final class Conclusion {

    private final Advisor advisor;
    private final List<CodecLevel> candidates;
    private final List<Tally> tallies;
    private final List<Column> leftOut;
    private final Basis basis;
    private final List<CodecLevel> now = new ArrayList<>();
    private final List<Measurement[]> measured = new ArrayList<>();
    private final Chooser chooser;

    /**
     * Creates a conclusion.
     *
     * @param candidates those measured; the first is null and stands for the columns as they are
     * @param tallies what was measured of each column
     * @param nowByColumn the codec and the guessed level of each column by its path
     * @param leftOut columns that could not be read
     */
    Conclusion(
            Advisor advisor,
            List<CodecLevel> candidates,
            List<Tally> tallies,
            Map<String, CodecLevel> nowByColumn,
            List<Column> leftOut,
            Basis basis) {
        this.advisor = advisor;
        this.candidates = candidates;
        this.tallies = tallies;
        this.leftOut = leftOut;
        this.basis = basis;
        List<Boolean> canStay = new ArrayList<>();
        for (Tally tally : tallies) {
            CodecLevel codec = nowByColumn.get(tally.column().path());
            now.add(codec);
            measured.add(tally.measurements(codec));
            canStay.add(tally.column().hasOneCodec());
        }
        this.chooser = new Chooser(advisor.goal(), advisor.storageSpeed(), measured, canStay);
    }

    Advice advice() {
        CodecLevel nowOfFile = nowOfFile();
        List<Measurement> table = new ArrayList<>();
        for (int i = 0; i < candidates.size(); i++) {
            int candidate = i;
            table.add(sum(i == 0 ? nowOfFile : candidates.get(i), column -> measured.get(column)[candidate]));
        }
        List<ColumnAdvice> columns = columns(table.get(0).bytes());
        List<Measurement> marked = marked(table);
        Measurement fileChoice = marked.get(chooser.ofFile());
        Measurement choice = columns.stream().allMatch(ColumnAdvice::isUnchanged)
                ? marked.get(0)
                : sum(fileChoice.codec(), this::chosen);
        return new Advice(
                basis,
                new ColumnAdvice("", 1, marked, choice, false, reason(marked.get(0), columns), basis.sampledBytes()),
                columns,
                fileChoice,
                new PerTerabyte(marked.get(0), choice, convertSeconds()),
                savedShare(),
                scanTime(),
                plan(),
                CopyLines.commandLine(basis.paths()),
                List.of());
    }

    private interface OfColumn {
        Measurement get(int column);
    }

    private Measurement sum(CodecLevel name, OfColumn of) {
        Measurement sum = new Measurement(name, 0, 0, 0, 0);
        for (int i = 0; i < measured.size(); i++) {
            sum = sum.plus(of.get(i), name);
        }
        return sum;
    }

    private Measurement chosen(int column) {
        return chooser.effective(column, chooser.ofColumn(column));
    }

    /** Returns the codec and level that most bytes of the table have. */
    private CodecLevel nowOfFile() {
        Map<CodecLevel, Double> bytes = new LinkedHashMap<>();
        for (int i = 0; i < measured.size(); i++) {
            bytes.merge(now.get(i), measured.get(i)[0].bytes(), Double::sum);
        }
        return bytes.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    private static List<Measurement> marked(List<Measurement> measurements) {
        List<Measurement> marked = new ArrayList<>();
        for (Measurement one : measurements) {
            marked.add(one.withFront(measurements.stream().noneMatch(one::isBeatenBy)));
        }
        return marked;
    }

    private List<ColumnAdvice> columns(double allBytes) {
        List<ColumnAdvice> columns = new ArrayList<>();
        for (int i = 0; i < tallies.size(); i++) {
            List<Measurement> marked = marked(Arrays.asList(measured.get(i)));
            Measurement chosen = chosen(i);
            int index = Arrays.asList(measured.get(i)).indexOf(chosen);
            Measurement choice = marked.get(index);
            Measurement now = marked.get(0);
            boolean isOwn = chooser.ofColumn(i) != chooser.ofFile();
            double share = now.bytes() / Math.max(1, allBytes);
            Measurement ofFile = chooser.effective(i, chooser.ofFile());
            columns.add(new ColumnAdvice(
                    tallies.get(i).column().path(),
                    share,
                    marked,
                    choice,
                    isOwn,
                    isOwn ? Reasons.own(path(i), share, choice, ofFile) : Reasons.likeFile(choice, now),
                    tallies.get(i).sampledBytes()));
        }
        columns.sort(Comparator.comparingDouble(
                (ColumnAdvice column) -> -column.now().bytes()));
        return columns;
    }

    private String path(int column) {
        return tallies.get(column).column().path();
    }

    private String reason(Measurement nowOfTable, List<ColumnAdvice> columns) {
        if (chooser.ofFile() == 0) {
            boolean columnsChange = columns.stream().anyMatch(column -> !column.isUnchanged());
            return Reasons.stay(advisor.goal(), nowOfTable, columnsChange);
        }
        Measurement withFile =
                sum(candidates.get(chooser.ofFile()), column -> chooser.effective(column, chooser.ofFile()));
        return Reasons.change(advisor.goal(), advisor.storageSpeed(), nowOfTable, withFile);
    }

    /** Returns what converting takes: each column that changes is decompressed, and compressed whether that pays or not. */
    private double convertSeconds() {
        double seconds = 0;
        for (int i = 0; i < measured.size(); i++) {
            int choice = chooser.ofColumn(i);
            if (choice != 0) {
                seconds += measured.get(i)[0].decompressSeconds() + measured.get(i)[choice].compressSeconds();
            }
        }
        return seconds;
    }

    private Spread savedShare() {
        return spread(rowGroup -> {
            double before = 0;
            double after = 0;
            for (int i = 0; i < tallies.size(); i++) {
                Measurement[] like = like(i, rowGroup);
                before += like[0].bytes();
                after += chooser.effective(like, chooser.ofColumn(i)).bytes();
            }
            return 1 - after / before;
        });
    }

    private Spread scanTime() {
        double whole = 0;
        for (int i = 0; i < tallies.size(); i++) {
            whole += chosen(i).decompressSeconds();
        }
        double all = whole;
        return spread(rowGroup -> {
            double seconds = 0;
            for (int i = 0; i < tallies.size(); i++) {
                seconds += chooser.effective(like(i, rowGroup), chooser.ofColumn(i))
                        .decompressSeconds();
            }
            return all == 0 ? 1 : seconds / all;
        });
    }

    private interface OfRowGroup {
        double value(int rowGroup);
    }

    private Spread spread(OfRowGroup of) {
        TreeSet<Integer> rowGroups = new TreeSet<>();
        tallies.forEach(tally -> tally.rowGroups().forEach(rowGroups::add));
        return new Spread(rowGroups.stream().mapToDouble(of::value).toArray());
    }

    /** Returns a column as if all of it were like a row group; as it is if nothing of it was measured there. */
    private Measurement[] like(int column, int rowGroup) {
        Measurement[] like = tallies.get(column).measurements(rowGroup, now.get(column));
        return like == null ? measured.get(column) : like;
    }

    private RecompressPlan plan() {
        boolean canNameFile = advisor.columns().isEmpty()
                && chooser.ofFile() != 0
                && leftOut.stream().allMatch(Column::hasOneCodec);
        RecompressPlan plan = canNameFile ? to(candidates.get(chooser.ofFile())) : RecompressPlan.ofColumns();
        for (int i = 0; i < tallies.size(); i++) {
            int choice = chooser.ofColumn(i);
            if (canNameFile ? choice != chooser.ofFile() : choice != 0) {
                plan = choice == 0
                        ? plan.withColumn(path(i), tallies.get(i).column().codec())
                        : withColumn(plan, path(i), candidates.get(choice));
            }
        }
        if (canNameFile) {
            for (Column column : leftOut) {
                plan = plan.withColumn(column.path(), column.codec());
            }
        }
        return advisor.goal().keepsSmaller() ? plan.keepSmaller() : plan;
    }

    private static RecompressPlan to(CodecLevel target) {
        return target.level().isPresent()
                ? RecompressPlan.to(target.codec(), target.level().getAsInt())
                : RecompressPlan.to(target.codec());
    }

    private static RecompressPlan withColumn(RecompressPlan plan, String path, CodecLevel target) {
        return target.level().isPresent()
                ? plan.withColumn(path, target.codec(), target.level().getAsInt())
                : plan.withColumn(path, target.codec());
    }
}
