// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.fastcodec.internal.tables.NewFiles;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.NotCommittedException;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableLog;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.RowTracking$;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.CommitInfo;
import org.apache.spark.sql.delta.actions.DomainMetadata;
import org.apache.spark.sql.delta.actions.RemoveFile;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.Tuple2;
import scala.collection.Iterator;
import scala.collection.Seq;
import scala.collection.immutable.$colon$colon;
import scala.collection.immutable.List$;
import scala.collection.immutable.Map$;

/**
 * Commits one batch. The store's answer may be lost, so it is not relied on: after each attempt the log is read, version by
 * version, to find out whether the batch is part of it. A version is one file, which is complete or does not exist, and is never
 * replaced. So an attempt is known to have failed once its version contains another commit. Not thread-safe.
 */
final class DeltaCommit {

    /** The number of attempts to write a version, or to read the log, before the commit is abandoned. */
    private static final int ATTEMPTS = 3;

    /**
     * The configuration key for the number of other commits that may come before ours. If the store's answer is lost, Delta's own
     * retry does not recognize that its first attempt has succeeded, so each transaction makes only one attempt.
     */
    private static final String CONFLICTS = "spark.databricks.delta.maxCommitAttempts";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final DeltaMethods delta = new DeltaMethods();
    private final DeltaLog log;
    private final Configuration conf;
    private final NewNames names;
    private final Map<String, Replacement> bySource = new LinkedHashMap<>();
    private final Set<String> targets = new HashSet<>();
    private final long now = System.currentTimeMillis();

    /** The entries that no version from the listing to {@link #seen} has changed, keyed by path. */
    private Map<String, Exchange> live = Map.of();

    /** The table's unique id. */
    private String table = "";

    /** The newest version that was read, or -1 before the first one. */
    private long seen = -1;

    /** The entries that the last attempt requested. */
    private List<Exchange> requested = List.of();

    /** Whether the version after {@link #seen} is ours, or may become ours. */
    private boolean isOpen;

    DeltaCommit(DeltaLog log, NewNames names, List<Replacement> replacements) {
        this.log = log;
        this.conf = log.newDeltaHadoopConf();
        this.names = names;
        for (Replacement replacement : replacements) {
            bySource.put(entry(replacement).path(), replacement);
            targets.add(key(entry(replacement).target()));
        }
    }

    private static DeltaEntry entry(Replacement replacement) {
        return (DeltaEntry) replacement.file().entry();
    }

    /** Returns the normal form of a path, which a log may write in several ways. */
    private String key(String path) {
        Path file = DeltaTableLog.absolute(log, path);
        return file.makeQualified(log.dataPath().toUri(), log.dataPath()).toString();
    }

    /** An entry of the log, and the entry that replaces it. Immutable. */
    private record Exchange(Replacement replacement, RemoveFile removed, AddFile added) {}

    /**
     * @throws NotCommittedException if no version contains the batch, and none can contain it later
     * @throws IOException if the table may contain the batch, or contains it in a form other than the requested one
     */
    TableLog.Commit run() throws IOException {
        @Nullable Exception failure = null;
        int attempts = 0;
        long conflicts = 0;
        long mostConflicts = Long.parseLong(SparkSession.active().conf().get(CONFLICTS));
        while (attempts <= ATTEMPTS) {
            OptimisticTransaction transaction;
            @Nullable Seq<Action> ours = null;
            boolean wasOpen =
                    isOpen; // then the files may be gone rightly: the version is ours, and a later one removed them
            try {
                if (!wasOpen) {
                    // first, because it is slow, and other writers may commit while it runs
                    requireFiles(seen < 0 ? bySource.values() : replacements(live.values()));
                }
                transaction = DeltaTableLog.begin(log);
                long before = seen;
                if (seen < 0) {
                    list(transaction.snapshot());
                } else {
                    ours = find(transaction.snapshot());
                    if (seen > before) {
                        conflicts++;
                        attempts = 0;
                    }
                }
            } catch (Exception e) { // Scala throws checked exceptions undeclared
                failure = e;
                attempts++;
                continue;
            }
            if (ours != null) {
                return proved(ours, transaction.snapshot().version());
            }
            if (live.isEmpty()) {
                return new TableLog.Commit(List.of(), List.of());
            }
            if (conflicts > mostConflicts) {
                break;
            }
            if (wasOpen && !isOpen) {
                continue; // another commit has the version: start again with the files
            }
            if (attempts++ < ATTEMPTS) {
                try {
                    if (wasOpen) {
                        requireFiles(replacements(live.values()));
                    }
                    attempt(transaction);
                } catch (Exception e) { // Scala throws checked exceptions undeclared
                    failure = e;
                    if (!isOpen) {
                        break; // refused before anything was written
                    }
                }
            }
        }
        String cause = failure == null ? "the log does not have it" : failure.getMessage();
        if (isOpen) {
            throw new IOException(
                    "It is unknown whether Delta Lake committed to " + log.dataPath()
                            + ": if the table's history does not show the commit, VACUUM deletes its files ("
                            + cause + ")",
                    failure);
        }
        throw new NotCommittedException("Delta Lake could not commit: " + cause, failure);
    }

    /** Reads the entries of a version, and keeps those that are still as they were listed. */
    private void list(Snapshot snapshot) throws IOException {
        Map<String, Exchange> found = new LinkedHashMap<>();
        for (Row row : DeltaTableLog.entries(snapshot, bySource.keySet())) {
            Replacement replacement = Objects.requireNonNull(bySource.get(row.getString(0)));
            if (row.getString(1).equals(entry(replacement).state())) {
                found.put(key(row.getString(0)), exchange(row.getString(2), replacement));
            }
        }
        live = found;
        table = snapshot.metadata().id();
        seen = snapshot.version();
    }

    private Exchange exchange(String entry, Replacement replacement) throws IOException {
        ObjectNode old = (ObjectNode) JSON.readTree(entry);
        ObjectNode add = old.deepCopy();
        add.put("path", entry(replacement).target());
        add.put("size", replacement.length());
        add.put("modificationTime", now);
        add.put("dataChange", false);
        AddFile added = addFile(add);
        if (!kept(json(added)).equals(kept(old))) {
            throw new IOException("this version of Delta Lake cannot carry over the entry " + entry);
        }
        return new Exchange(replacement, addFile(old).removeWithTimestamp(now, false), added);
    }

    private static AddFile addFile(ObjectNode add) throws IOException {
        return (AddFile)
                Action.fromJson(JSON.writeValueAsString(JSON.createObjectNode().set("add", add)));
    }

    private static ObjectNode json(AddFile file) throws IOException {
        return (ObjectNode) JSON.readTree(file.json()).get("add");
    }

    /** Returns the fields of an entry that a commit must not change. */
    private static ObjectNode kept(ObjectNode add) {
        return normal(add).remove(List.of("path", "size", "modificationTime", "dataChange"));
    }

    /** Returns the normal form of an entry: without empty tags, which the log may contain or omit. */
    private static ObjectNode normal(ObjectNode add) {
        ObjectNode normal = add.deepCopy();
        if (normal.path("tags").isEmpty()) {
            normal.remove("tags");
        }
        return normal;
    }

    /**
     * Reads the versions after {@link #seen}, up to the newest one, and drops the entries that they have changed.
     *
     * @return the actions of the version that contains this batch's files; null if no version does
     * @throws IOException if a version has expired, or the directory now holds another table
     */
    private @Nullable Seq<Action> find(Snapshot newest) throws Exception {
        if (!newest.metadata().id().equals(table)) {
            throw new IOException("the directory now holds another table");
        }
        long last = newest.version();
        if (last <= seen) {
            return null;
        }
        Iterator<Tuple2<Object, Seq<Action>>> versions = delta.changes(log, seen + 1, last);
        while (versions.hasNext()) {
            Tuple2<Object, Seq<Action>> version = versions.next();
            if ((Long) version._1() != seen + 1) {
                break;
            }
            for (Iterator<Action> actions = version._2().iterator(); actions.hasNext(); ) {
                Action action = actions.next();
                if (action instanceof AddFile addFile) {
                    String path = key(addFile.path());
                    if (targets.contains(path)) {
                        return version._2();
                    }
                    live.remove(path);
                } else if (action instanceof RemoveFile removeFile) {
                    live.remove(key(removeFile.path()));
                }
            }
            seen++;
            isOpen = false;
        }
        if (seen < last) {
            throw new FileNotFoundException("version " + (seen + 1) + " of the log has expired");
        }
        return null;
    }

    private void attempt(OptimisticTransaction transaction) throws Exception {
        requested = List.copyOf(live.values());
        scala.collection.immutable.List<Action> actions = List$.MODULE$.empty();
        for (Exchange exchange : requested) {
            actions = new $colon$colon<>(exchange.removed, new $colon$colon<>(exchange.added, actions));
        }
        scala.collection.immutable.Map<String, String> tags =
                RowTracking$.MODULE$.addPreservedRowTrackingTagIfNotSet(transaction.snapshot(), Map$.MODULE$.empty());
        SparkSession session = SparkSession.active();
        SparkSession.setActiveSession(withoutRetries(session));
        try {
            delta.commit(transaction, actions, new Recompress(), tags);
        } finally {
            SparkSession.setActiveSession(session);
        }
    }

    /**
     * Returns a copy of {@code session} that makes Delta commit without retries. Writers that use the original session keep their
     * retries.
     */
    private static SparkSession withoutRetries(SparkSession session) {
        SparkSession copy;
        try { // the session's class depends on the version of Spark
            copy = (SparkSession) session.getClass().getMethod("cloneSession").invoke(session);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This version of Spark cannot copy a session: " + e, e);
        }
        copy.conf().set(CONFLICTS, "0");
        return copy;
    }

    /** Requires that the new files exist, because VACUUM without retention deletes files that are not yet committed. */
    private void requireFiles(Collection<Replacement> replacements) throws IOException {
        try {
            NewFiles.require(replacements, path -> {
                Path file = new Path(path);
                return file.getFileSystem(conf).getFileStatus(file).getLen();
            });
        } catch (IOException e) {
            throw new IOException("a new file is missing or has changed: " + e.getMessage(), e);
        }
    }

    /** The operation that the table's history records. */
    private final class Recompress extends DeltaOperations.Operation {

        private Recompress() {
            super("RECOMPRESS");
        }

        /**
         * Returns the parameters for the history. Delta calls this method before it writes a version, which contains the
         * parameters. From then on the version may become ours.
         */
        @Override
        public scala.collection.immutable.Map<String, Object> parameters() {
            isOpen = true;
            return new scala.collection.immutable.Map.Map3<>(
                    "plan", names.plan(), "run", names.run(), "files", Integer.toString(requested.size()));
        }

        @Override
        public boolean checkAddFileWithDeletionVectorStatsAreNotTightBounds() {
            return false; // no file has a deletion vector
        }

        @Override
        public Option<Object> isInPlaceFileMetadataUpdate() {
            return Option.apply(false);
        }

        @Override
        public boolean canChangePartitionColumns() {
            return false;
        }
    }

    /** Proves that the version after {@link #seen} did not change the rows, and returns the commit. */
    private TableLog.Commit proved(Seq<Action> version, long newest) throws IOException {
        long number = seen + 1;
        try {
            requireRequested(version.iterator());
            requireLive(delta.snapshot(log, number));
            if (number == newest) {
                requireFiles(replacements(requested));
            }
        } catch (Exception e) { // Scala throws checked exceptions undeclared
            throw new IOException(
                    "Version " + number + " of " + log.dataPath()
                            + " was committed, but could not be proved to have the same rows"
                            + " as version " + seen + ": " + e.getMessage()
                            + ". If the table now returns different rows, roll"
                            + " back with RESTORE TABLE delta.`" + log.dataPath() + "` TO VERSION AS OF " + seen
                            + ", which also undoes all later commits",
                    e);
        }
        return new TableLog.Commit(replacements(requested), List.of(number));
    }

    private static List<Replacement> replacements(Collection<Exchange> exchanges) {
        return exchanges.stream().map(Exchange::replacement).toList();
    }

    /** Requires that a version contains the requested entries, and otherwise only commit information and domain metadata. */
    private void requireRequested(Iterator<Action> version) throws IOException {
        Set<String> removed = new HashSet<>();
        Map<String, ObjectNode> added = new HashMap<>();
        for (Exchange exchange : requested) {
            removed.add(exchange.removed.path());
            added.put(exchange.added.path(), normal(json(exchange.added)));
        }
        while (version.hasNext()) {
            Action action = version.next();
            boolean isRequested;
            if (action instanceof RemoveFile file) {
                isRequested = removed.remove(file.path()) && file.deletionVector() == null && !file.dataChange();
            } else if (action instanceof AddFile addFile) {
                ObjectNode file = normal(json(addFile));
                ObjectNode expected = added.remove(addFile.path());
                if (expected != null && !expected.has("baseRowId")) {
                    file.remove(List.of("baseRowId", "defaultRowCommitVersion")); // each commit adds missing ids
                }
                isRequested = file.equals(expected);
            } else {
                isRequested = action instanceof CommitInfo || action instanceof DomainMetadata;
            }
            if (!isRequested) {
                throw new IOException("it has " + action.json());
            }
        }
        if (!removed.isEmpty() || !added.isEmpty()) {
            throw new IOException("it lacks " + removed + added.keySet());
        }
    }

    /** Requires that a version contains the new files in place of the old ones. */
    private void requireLive(Snapshot snapshot) throws IOException {
        Map<String, ObjectNode> expected = new HashMap<>();
        List<String> paths = new ArrayList<>();
        for (Exchange exchange : requested) {
            paths.add(exchange.removed.path());
            paths.add(exchange.added.path());
            expected.put(exchange.added.path(), normal(json(exchange.added)));
        }
        for (Row row : DeltaTableLog.entries(snapshot, paths)) {
            ObjectNode found = normal((ObjectNode) JSON.readTree(row.getString(2)));
            ObjectNode wanted = expected.remove(row.getString(0));
            if (wanted == null) {
                throw new IOException(row.getString(0) + " is still in it");
            }
            if (!wanted.has("baseRowId")) {
                found.remove(List.of("baseRowId", "defaultRowCommitVersion"));
            }
            found.remove("stats"); // a checkpoint may contain statistics in another form
            wanted.remove("stats");
            if (!found.equals(wanted)) {
                throw new IOException("it has " + found + " instead of " + wanted);
            }
        }
        if (!expected.isEmpty()) {
            throw new IOException(expected.keySet() + " are missing from it");
        }
    }
}
