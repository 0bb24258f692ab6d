// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.cluster.FileResult;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableRecompression;
import io.github.fastcodec.internal.tables.TableReport;
import io.github.fastcodec.internal.tables.delta.DeltaTableLog;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.Action;
import org.apache.spark.sql.delta.actions.AddFile;
import org.apache.spark.sql.delta.actions.CommitInfo;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor$;
import org.apache.spark.sql.delta.actions.RemoveFile;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArray;
import org.apache.spark.sql.delta.deletionvectors.RoaringBitmapArrayFormat$;
import scala.Option;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A table of Delta's own library, and a model of its rows. Other writers commit entries through Delta's transactions, without
 * queries. Only the test knows the content of a file; the log, as Delta Kernel and the test itself read it, decides which files
 * and deletion vectors count. For use by one thread.
 */
final class DeltaWorld implements AutoCloseable {

    /** A session without compiled code and parallel tasks, which a few entries are not worth. */
    private static final SparkSession SESSION = session();

    private static final ObjectMapper JSON = new ObjectMapper();

    private static SparkSession session() {
        SparkSession session = Tables.SPARK.newSession();
        session.conf().set("spark.sql.shuffle.partitions", "1");
        session.conf().set("spark.databricks.delta.snapshotPartitions", "1");
        session.conf().set("spark.sql.adaptive.enabled", "false");
        session.conf().set("spark.sql.codegen.wholeStage", "false");
        session.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        return session;
    }

    /** A row: no two rows have the same value. The id is stored in files of rewritten rows. */
    private record Row(long value, Long id) {}

    private final Path folder;
    private final DeltaLog log;
    private final boolean isPartitioned;
    private final boolean hasVectors;

    /** The rows of each file, by its path in the log. */
    private final Map<String, List<Row>> files = new HashMap<>();

    /** The positions of each deletion vector. */
    private final Map<String, Set<Integer>> vectors = new HashMap<>();

    /** The entries of each readable version; {@code versions} has its rows with their ids. */
    private final TreeMap<Long, Map<String, AddFile>> entries = new TreeMap<>();

    private final Map<Long, Map<Long, Long>> versions = new HashMap<>();

    private final Map<Long, Long> ids = new HashMap<>();
    private Set<Long> rows = new TreeSet<>();
    private Map<String, AddFile> live = new TreeMap<>();
    private long seen = -1;
    private long values;
    private int names;

    /** The changes that others make before the job's cluster writes a file, and after the last file of a batch. */
    Runnable meanwhile = () -> {};

    DeltaWorld(Path folder, boolean isPartitioned, boolean hasVectors, boolean isTracked) {
        this.folder = folder;
        this.isPartitioned = isPartitioned;
        this.hasVectors = hasVectors;
        SparkSession.setActiveSession(SESSION);
        SESSION.sql("CREATE TABLE delta.`" + folder + "` (value bigint, part int) USING delta"
                + (isPartitioned ? " PARTITIONED BY (part)" : "") + " TBLPROPERTIES ('delta.enableDeletionVectors' = '"
                + hasVectors + "', 'delta.enableRowTracking' = '" + isTracked
                + "', 'delta.checkpointInterval' = '1000')");
        log = DeltaLog.forTable(SESSION, folder.toString());
        committed("the creator");
    }

    @Override
    public void close() {
        DeltaLog.clearCache();
        SparkSession.setActiveSession(Tables.SPARK);
        try (Stream<Path> all = Files.walk(folder)) {
            all.sorted(java.util.Comparator.reverseOrder())
                    .forEach(path -> assertTrue(path.toFile().delete()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Snapshot newest() {
        return log.update(false, Option.empty(), Option.empty());
    }

    /** The operation of other commits: after Delta's own manual update, Delta reads the whole table for the checksum. */
    private static final class Change extends DeltaOperations.Operation {

        private Change() {
            super("CHANGE");
        }

        @Override
        public scala.collection.immutable.Map<String, Object> parameters() {
            return scala.collection.immutable.Map$.MODULE$.empty();
        }

        @Override
        public boolean checkAddFileWithDeletionVectorStatsAreNotTightBounds() {
            return true;
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

    // The changes of other writers, each with its effect on the rows.

    private void commit(List<Action> actions) {
        committed("the job");
        Seq<Action> all = CollectionConverters.asScala(actions).toSeq();
        log.startTransaction(Option.empty(), Option.empty()).commit(all, new Change());
    }

    private static AddFile addFile(ObjectNode add) {
        return (AddFile) Action.fromJson(JSON.createObjectNode().set("add", add).toString());
    }

    private static ObjectNode json(AddFile file) {
        try {
            return (ObjectNode) JSON.readTree(file.json()).get("add");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes a file, and returns its entry. */
    private AddFile newFile(int part, List<Row> content, boolean isChange) {
        String path = (isPartitioned ? "part=" + part + "/" : "") + "f" + ++names + ".parquet";
        write(path, 100);
        files.put(path, content);
        ObjectNode add = JSON.createObjectNode();
        add.put("path", path);
        add.putObject("partitionValues");
        if (isPartitioned) {
            add.withObject("/partitionValues").put("part", Integer.toString(part));
        }
        add.put("size", 100);
        add.put("modificationTime", names);
        add.put("dataChange", isChange);
        add.put("stats", "{\"numRecords\":" + content.size() + "}");
        add.putObject("tags").put("made", "by " + names);
        return addFile(add);
    }

    private void write(String path, int length) {
        Path file = folder.resolve(path);
        try {
            Files.createDirectories(file.getParent());
            Files.write(file, new byte[length]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RemoveFile remove(AddFile file, boolean isChange) {
        return file.removeWithTimestamp(System.currentTimeMillis(), isChange);
    }

    private AddFile some(int n) {
        committed("the job");
        List<AddFile> all = List.copyOf(live.values());
        return all.isEmpty() ? null : all.get(n % all.size());
    }

    void append(int part, int... counts) {
        List<Action> actions = new ArrayList<>();
        for (int count : counts) {
            List<Row> content = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                content.add(new Row(values++, null));
            }
            actions.add(newFile(part, content, true));
        }
        commit(actions);
        actions.forEach(file -> files.get(((AddFile) file).path()).forEach(row -> rows.add(row.value())));
        committed("a writer");
    }

    /** Deletes every second live row of a file: with a deletion vector if the table supports them, or by rewriting the file. */
    void delete(int n) {
        AddFile file = some(n);
        if (file == null) {
            return;
        }
        List<Row> content = files.get(file.path());
        Set<Long> present = rowsOf(file).keySet();
        Set<Long> deleted = new HashSet<>();
        Set<Integer> positions = new TreeSet<>();
        boolean isNext = true;
        for (int i = 0; i < content.size(); i++) {
            if (!present.contains(content.get(i).value())) {
                positions.add(i);
            } else {
                if (isNext) {
                    positions.add(i);
                    deleted.add(content.get(i).value());
                }
                isNext = !isNext;
            }
        }
        if (positions.size() == content.size()) {
            commit(List.of(remove(file, true)));
        } else if (hasVectors) {
            RoaringBitmapArray bitmap = new RoaringBitmapArray();
            positions.forEach(bitmap::add);
            byte[] bytes = bitmap.serializeAsByteArray(RoaringBitmapArrayFormat$.MODULE$.Portable());
            DeletionVectorDescriptor vector =
                    DeletionVectorDescriptor$.MODULE$.inlineInLog(bytes, bitmap.cardinality());
            vectors.put(vector.uniqueId(), positions);
            Tuple2<AddFile, RemoveFile> changed = file.removeRows(vector, true, true);
            commit(List.of(changed._1(), changed._2()));
        } else {
            commit(List.of(remove(file, true), rewritten(List.of(file), deleted, true)));
        }
        rows.removeAll(deleted);
        committed("a writer");
    }

    /** Writes the live rows of files to a new one, which stores their ids. */
    private AddFile rewritten(List<AddFile> old, Set<Long> without, boolean isChange) {
        List<Row> content = new ArrayList<>();
        old.forEach(file -> rowsOf(file).forEach((value, id) -> {
            if (!without.contains(value)) {
                content.add(new Row(value, id));
            }
        }));
        return newFile(part(old.get(0)), content, isChange);
    }

    private int part(AddFile file) {
        return isPartitioned ? Integer.parseInt(file.partitionValues().apply("part")) : 0;
    }

    /** Adds an entry for a file that the log already has, with another tag, as statistics and row ids are added. */
    void restate(int n) {
        AddFile file = some(n);
        if (file != null) {
            ObjectNode add = json(file);
            add.put("dataChange", false);
            add.withObject("/tags").put("restated", "by " + ++names);
            commit(List.of(addFile(add)));
            committed("a new entry");
        }
    }

    /** Removes a file and its rows. */
    void drop(int n) {
        AddFile file = some(n);
        if (file != null) {
            commit(List.of(remove(file, true)));
            rows.removeAll(rowsOf(file).keySet());
            committed("a writer");
        }
    }

    /** Rewrites the files of a partition into one, without deleted rows. */
    void compact(int n) {
        AddFile first = some(n);
        if (first == null) {
            return;
        }
        List<AddFile> old =
                live.values().stream().filter(file -> part(file) == part(first)).toList();
        List<Action> actions = new ArrayList<>();
        old.forEach(file -> actions.add(remove(file, false)));
        actions.add(rewritten(old, Set.of(), false));
        commit(actions);
        committed("a compaction");
    }

    /** Restores an earlier version. */
    void restore(int n) {
        committed("the job");
        List<Long> known = List.copyOf(entries.keySet());
        long version = known.get(n % known.size());
        Map<String, AddFile> target = entries.get(version);
        List<Action> actions = new ArrayList<>();
        live.forEach((path, file) -> {
            AddFile before = target.get(path);
            if (before == null || !Objects.equals(before.deletionVector(), file.deletionVector())) {
                actions.add(remove(file, true));
            }
        });
        target.forEach((path, file) -> {
            if (!file.equals(live.get(path))) {
                actions.add(file);
            }
        });
        commit(actions);
        rows = new TreeSet<>(versions.get(version).keySet());
        committed("RESTORE");
    }

    void checkpoint() {
        log.checkpoint(newest(), Option.empty());
    }

    void addColumn() {
        SESSION.sql("ALTER TABLE delta.`" + folder + "` ADD COLUMN more" + ++names + " int");
        committed("ALTER TABLE");
    }

    /** Deletes all files that the newest version does not have, however new they are, as VACUUM without retention does. */
    void vacuum() {
        committed("the job");
        try (Stream<Path> all = Files.walk(folder)) {
            List<Path> old = all.filter(path -> path.toString().endsWith(".parquet"))
                    .filter(path -> !path.toString().contains("_delta_log"))
                    .filter(path -> !live.containsKey(folder.relativize(path).toString()))
                    .toList();
            for (Path path : old) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        entries.keySet().retainAll(Set.of(seen));
    }

    // The state of the table.

    private Map<Long, Long> rowsOf(AddFile file) {
        String vector =
                file.deletionVector() == null ? null : file.deletionVector().uniqueId();
        Long base = file.baseRowId().isEmpty() ? null : (Long) file.baseRowId().get();
        return rowsOf(file.path(), vector, base);
    }

    private Map<Long, Long> rowsOf(String path, String vector, Long base) {
        assertTrue(Files.exists(folder.resolve(path)), () -> "the table names " + path + ", which is gone");
        Set<Integer> deleted = vector == null ? Set.of() : vectors.get(vector);
        List<Row> content = files.get(path);
        Map<Long, Long> present = new TreeMap<>();
        for (int i = 0; i < content.size(); i++) {
            if (!deleted.contains(i)) {
                Long inherited = base == null ? null : Long.valueOf(base + i);
                Row row = content.get(i);
                present.put(row.value(), row.id() == null ? inherited : row.id());
            }
        }
        return present;
    }

    /** Reads the versions since the last call, and requires that each has the rows of the model, with their ids. */
    private void committed(String who) {
        long last = newest().version();
        if (last == seen) {
            return;
        }
        scala.collection.Iterator<Tuple2<Object, Seq<Action>>> changes =
                log.getChanges(seen + 1, last, Option.empty(), false);
        while (changes.hasNext()) {
            Tuple2<Object, Seq<Action>> version = changes.next();
            assertEquals(seen + 1, version._1());
            List<Action> actions = CollectionConverters.asJava(version._2());
            Map<String, AddFile> now = new TreeMap<>(live);
            List<String> removals = new ArrayList<>();
            for (Action action : actions) {
                if (action instanceof RemoveFile file) {
                    AddFile removed = now.remove(file.path());
                    assertTrue(
                            removed != null,
                            () -> who + " removes " + file.path() + ", which is not part of the table");
                    assertEquals(removed.deletionVector(), file.deletionVector(), who + " removes " + file.path());
                    removals.add(rest(removed));
                }
            }
            List<String> additions = new ArrayList<>();
            for (Action action : actions) {
                if (action instanceof AddFile file) {
                    AddFile other = now.put(file.path(), file);
                    assertTrue(
                            other == null || Objects.equals(other.deletionVector(), file.deletionVector()),
                            () -> file.path() + " is part of the table twice");
                    additions.add(rest(file));
                }
            }
            if (actions.stream().anyMatch(DeltaWorld::isOfTheJob)) {
                removals.sort(null);
                additions.sort(null);
                assertEquals(removals, additions, "what entries say in version " + (seen + 1));
            }
            live = now;
            seen++;
            Map<Long, Long> found = new TreeMap<>();
            live.values().forEach(file -> addTo(found, rowsOf(file)));
            assertEquals(rows, found.keySet(), who + " has changed the table's rows in version " + seen);
            found.forEach((value, id) -> {
                Long known = ids.put(value, id);
                assertTrue(
                        known == null || known.equals(id),
                        () -> who + " has given row " + value + " the id " + id + ", and it had " + known);
            });
            entries.put(seen, live);
            versions.put(seen, found);
        }
    }

    private static boolean isOfTheJob(Action action) {
        return action instanceof CommitInfo info && info.operation().equals("RECOMPRESS");
    }

    /** Returns an entry without the file's place and size. */
    private static String rest(AddFile file) {
        return json(file)
                .without(List.of("path", "size", "modificationTime", "dataChange"))
                .toString();
    }

    private static void addTo(Map<Long, Long> all, Map<Long, Long> more) {
        more.forEach((value, id) -> {
            assertTrue(!all.containsKey(value), () -> "row " + value + " is there twice");
            all.put(value, id);
        });
    }

    /** Requires that Delta Kernel, too, finds the rows of the model in the newest version and in an older one. */
    void check(String who, int n) throws IOException {
        committed(who);
        List<Long> known = List.copyOf(entries.keySet());
        for (long version : new TreeSet<>(List.of(seen, known.get(n % known.size())))) {
            Map<Long, Long> found = new TreeMap<>();
            DeltaKernel.files(
                    folder, version, (path, vector, base) -> addTo(found, rowsOf(relative(path), vector, base)));
            assertEquals(versions.get(version), found, "version " + version + " after " + who);
        }
    }

    /** Requires that all files of the readable versions exist. */
    void checkHistory() {
        entries.values().forEach(version -> version.values().forEach(this::rowsOf));
    }

    private String relative(String path) {
        String text = path.replaceFirst("^file:/*", "/");
        assertTrue(text.startsWith(folder + "/"), text);
        return text.substring(folder.toString().length() + 1);
    }

    /** Returns the number of live files that have no deletion vector and were not written by the plan. */
    long replaceable(NewNames plan) {
        return live.values().stream()
                .filter(file -> file.deletionVector() == null)
                .filter(file ->
                        !plan.isWrittenByPlan(file.path().substring(file.path().lastIndexOf('/') + 1)))
                .count();
    }

    /** Runs the job. */
    TableReport recompress(NewNames plan, int batch) throws IOException {
        RecompressOptions options = RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 3)));
        return new TableRecompression(
                        DeltaTableLog.open(SESSION, folder.toString(), null, plan), new Copies(), options, batch)
                .run(() -> false);
    }

    /** A cluster whose new files have the rows of the old ones. */
    private final class Copies implements Cluster {

        @Override
        public Map<String, String> settings() {
            return Map.of();
        }

        @Override
        public int threads() {
            return 1;
        }

        @Override
        @SuppressWarnings("unchecked") // only files of a table are recompressed
        public <V extends Serializable, R extends Serializable> void call(
                String what,
                ClusterFunction<V, R> job,
                Iterator<V> bundles,
                Consumer<R> results,
                BooleanSupplier cancelled) {
            while (bundles.hasNext()) {
                ArrayList<FileResult> written = new ArrayList<>();
                for (FileTask task : (List<FileTask>) bundles.next()) {
                    written.add(copy(task));
                }
                results.accept((R) written);
            }
            meanwhile.run();
        }

        private FileResult copy(FileTask task) {
            meanwhile.run();
            String target = relative(task.target());
            assertNull(files.put(target, files.get(relative(task.source()))), "a file is written twice");
            write(target, 50);
            FileOutcome outcome =
                    FileOutcome.written(task.source(), task.target(), task.length(), 50, 1, 0, List.of(), false);
            return new FileResult(outcome, List.of(4L), new TreeMap<>(), new TreeMap<>());
        }
    }
}
