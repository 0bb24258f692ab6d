// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LiveFiles;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.UnknownCommitException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructField;
import scala.Option;
import scala.collection.immutable.$colon$colon;
import scala.collection.immutable.List$;

/** A table of Delta Lake's. */
final class DeltaTableLog implements TableLog {

    /** How often files are looked for anew where somebody's commit came in between. */
    private static final int ATTEMPTS = 10;

    private static final String FILE = "__parquet_fastcodec_file";
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

    /** Carries over each field of an entry, those of newer versions too. */
    private static final ObjectMapper JSON = new ObjectMapper();

    private final DeltaLog log;
    private final String where;
    private final NewNames names;

    /**
     * Creates a log.
     *
     * @param where a condition on partition columns, or null for all files
     * @throws IllegalArgumentException if it is no such condition
     */
    DeltaTableLog(DeltaLog log, String where, NewNames names) {
        this.log = log;
        this.where = where;
        this.names = names;
        if (where != null) {
            asked(begin(log).snapshot());
        }
    }

    /** Returns a transaction on the newest version. */
    static OptimisticTransaction begin(DeltaLog log) {
        return log.startTransaction(Option.empty(), Option.empty());
    }

    @Override
    public LiveFiles liveFiles() {
        Snapshot snapshot = begin(log).snapshot();
        Iterator<Row> rows = asked(snapshot).toLocalIterator();
        return new LiveFiles() {
            @Override
            public Optional<TableFile> next() {
                return rows.hasNext() ? Optional.of(tableFile(rows.next())) : Optional.empty();
            }

            @Override
            public void close() {
                // Spark ends an iterator that is not read to its end by itself.
            }
        };
    }

    /** Returns path and size of the files that are asked for. */
    private Dataset<Row> asked(Snapshot snapshot) {
        List<Column> columns = new ArrayList<>();
        columns.add(
                functions.struct(functions.col("path"), functions.col("size")).as(FILE));
        for (StructField field : snapshot.metadata().partitionSchema().fields()) {
            String key =
                    field.metadata().contains(PHYSICAL_NAME) ? field.metadata().getString(PHYSICAL_NAME) : field.name();
            Column text = functions.col("partitionValues").getItem(key);
            // the protocol has an empty text for null
            columns.add(functions
                    .when(text.notEqual(""), text)
                    .cast(field.dataType())
                    .as(field.name()));
        }
        Dataset<Row> rows = snapshot.allFiles().toDF().select(columns.toArray(new Column[0]));
        Dataset<Row> asked = rows;
        if (where != null) {
            try {
                asked = rows.where(where);
            } catch (Exception e) { // AnalysisException, which Scala does not declare
                throw new IllegalArgumentException(
                        "where is \"" + where + "\", expected a condition on the partition columns of " + log.dataPath()
                                + ": " + e.getMessage().lines().findFirst().orElse(""),
                        e);
            }
        }
        return asked.select(FILE + ".path", FILE + ".size");
    }

    private TableFile tableFile(Row row) {
        String path = row.getString(0);
        String name = path.substring(path.lastIndexOf('/') + 1);
        String source = absolute(path);
        if (names.isWrittenByPlan(name)) {
            return TableFile.kept(source, row.getLong(1), KeepReason.RECOMPRESSED_BEFORE);
        }
        String target = target(path, name);
        return TableFile.of(source, row.getLong(1), absolute(target), new Entry(path, target));
    }

    /** The paths of a file and of the new one, as the log has them. */
    private static final class Entry {

        private final String path;
        private final String target;

        private Entry(String path, String target) {
            this.path = path;
            this.target = target;
        }
    }

    /**
     * Returns the path of a new file, as the log has it: URL-encoded, beside the old one. A shallow clone has absolute paths of
     * files that belong to another table; the new ones are its own.
     */
    private String target(String path, String name) {
        String directory = path.substring(0, path.length() - name.length());
        boolean isElsewhere = path.startsWith("/") || URI.create(path).isAbsolute();
        return (isElsewhere ? "" : directory) + names.next(name);
    }

    /** Returns the absolute path, without URL encoding. */
    private String absolute(String path) {
        Path decoded = new Path(URI.create(path));
        return (decoded.isAbsolute() ? decoded : new Path(log.dataPath(), decoded)).toString();
    }

    @Override
    public Commit replace(List<Replacement> replacements) throws IOException {
        Map<String, Replacement> bySource = new HashMap<>();
        replacements.forEach(replacement -> bySource.put(entry(replacement).path, replacement));
        for (int attempt = 1; ; attempt++) {
            OptimisticTransaction transaction = begin(log);
            // as they are now: somebody may have given a file a deletion vector, which holds for the new file as well
            List<AddFile> live = live(transaction.snapshot(), new ArrayList<>(bySource.keySet()));
            List<Replacement> done = new ArrayList<>();
            live.forEach(file -> done.add(bySource.get(file.path())));
            List<Replacement> leftOut = new ArrayList<>(replacements);
            leftOut.removeAll(new HashSet<>(done));
            if (done.isEmpty()) {
                return new Commit(done, leftOut, List.of());
            }
            try {
                long version = transaction.commit(actions(live, done), DeltaOperations.ManualUpdate$.MODULE$);
                return new Commit(done, leftOut, List.of(version));
            } catch (ConcurrentModificationException e) {
                if (attempt == ATTEMPTS) {
                    throw new IOException(
                            "Delta Lake has refused the commit " + ATTEMPTS + " times, the last time because: "
                                    + e.getMessage(),
                            e);
                }
            } catch (Exception e) { // Scala declares none
                return afterFailure(done, leftOut, e);
            }
        }
    }

    private static Entry entry(Replacement replacement) {
        return (Entry) replacement.file().entry();
    }

    private static List<AddFile> live(Snapshot snapshot, List<String> paths) {
        return snapshot.allFiles()
                .filter(functions.col("path").isInCollection(paths))
                .collectAsList();
    }

    private static scala.collection.immutable.List<Action> actions(List<AddFile> files, List<Replacement> replacements)
            throws IOException {
        long now = System.currentTimeMillis();
        scala.collection.immutable.List<Action> actions = List$.MODULE$.empty();
        for (int i = files.size() - 1; i >= 0; i--) {
            AddFile file = files.get(i);
            actions = new $colon$colon<>(added(file, replacements.get(i), now), actions);
            actions = new $colon$colon<>(file.removeWithTimestamp(now, false), actions);
        }
        return actions;
    }

    private static Action added(AddFile file, Replacement replacement, long now) throws IOException {
        ObjectNode action = (ObjectNode) JSON.readTree(file.json());
        ObjectNode add = (ObjectNode) action.get("add");
        add.put("path", entry(replacement).target);
        add.put("size", replacement.length());
        add.put("modificationTime", now);
        add.put("dataChange", false);
        return Action.fromJson(JSON.writeValueAsString(action));
    }

    /** A version of the table is one file of its log, which is there as a whole or not at all. */
    private Commit afterFailure(List<Replacement> done, List<Replacement> leftOut, Exception failure)
            throws IOException {
        Snapshot snapshot;
        boolean committed;
        try {
            snapshot = begin(log).snapshot();
            List<String> targets = new ArrayList<>();
            done.forEach(replacement -> targets.add(entry(replacement).target));
            committed = !live(snapshot, targets).isEmpty();
        } catch (Exception e) { // Scala declares none
            failure.addSuppressed(e);
            throw new UnknownCommitException(
                    "Delta Lake cannot tell whether a commit is part of " + log.dataPath()
                            + ": if the table's history has none, VACUUM deletes its files (" + failure.getMessage()
                            + ")",
                    failure);
        }
        if (!committed) {
            throw new IOException("Delta Lake could not commit: " + failure.getMessage(), failure);
        }
        return new Commit(done, leftOut, List.of(snapshot.version()));
    }

    @Override
    public void delete(String path) throws IOException {
        Path file = new Path(path);
        file.getFileSystem(log.newDeltaHadoopConf()).delete(file, false);
    }
}
