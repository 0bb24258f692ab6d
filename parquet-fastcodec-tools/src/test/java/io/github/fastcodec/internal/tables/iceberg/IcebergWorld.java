// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.cluster.FileResult;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.WrittenFiles;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableRecompression;
import io.github.fastcodec.internal.tables.TableReport;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileContent;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileMetadata;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.RowDelta;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.UpdatePartitionSpec;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.SessionCatalog;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.apache.iceberg.inmemory.InMemoryFileIO;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.LocationProvider;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.apache.iceberg.relocated.com.google.common.util.concurrent.MoreExecutors;
import org.apache.iceberg.rest.RESTCatalog;
import org.apache.iceberg.rest.RESTCatalogAdapter;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A table of Iceberg's own library, and a model of its rows. Its files are in memory, and so is its catalog or the catalog's
 * server. Only the test knows the content of a file; Iceberg decides which files and deletes count. For use by one thread.
 */
final class IcebergWorld implements AutoCloseable {

    /** The number of different keys, by which equality deletes find rows. */
    static final int KEYS = 7;

    private static final Schema SCHEMA = new Schema(
            Types.NestedField.required(1, "value", Types.LongType.get()),
            Types.NestedField.required(2, "key", Types.IntegerType.get()),
            Types.NestedField.required(3, "part", Types.IntegerType.get()),
            Types.NestedField.optional(4, "code", Types.BinaryType.get()));

    private static final TableIdentifier TABLE = TableIdentifier.of("db", "t");

    /** Handles commits of the job; the runnable commits the metadata to the table, or throws an exception. */
    interface Commits {
        void commit(Runnable commit);
    }

    /** A row: no two rows have the same value. The id is stored in files of rewritten rows. */
    private record Row(long value, Long id) {

        int key() {
            return (int) (value % KEYS);
        }
    }

    /** The content of a delete file: keys, or positions by path. */
    private record Deletes(Set<Integer> keys, Map<String, Set<Integer>> positions) {}

    /** The rows of a snapshot with their ids, null for those without one yet, and all files of the snapshot. */
    private record Seen(Map<Long, Long> rows, Set<String> files) {}

    private final Catalog catalog;
    private final Files io = new Files();
    private final Map<String, List<Row>> files = new HashMap<>();
    private final Map<String, Deletes> deletes = new HashMap<>();

    /** Each snapshot as it was when it was committed. */
    private final Map<Long, Seen> history = new HashMap<>();

    private final Map<Long, Long> ids = new HashMap<>();
    private Map<Long, Long> rows = new TreeMap<>();
    private int names;
    private long values;

    /** The handling of the job's commits by the catalog. */
    Commits commits = Runnable::run;

    /** The changes that others make before the job's cluster writes a file, and after the last file of a batch. */
    Runnable meanwhile = () -> {};

    /** A commit whose response was lost, and which arrives later unless another one precedes it. */
    private Runnable late = () -> {};

    /** The number of further loads of the table by the job before it arrives. */
    private int loads;

    IcebergWorld(int format, boolean partitioned) {
        this(Catalogs.MEMORY, format, partitioned);
    }

    IcebergWorld(Catalogs kind, int format, boolean partitioned) {
        catalog = kind.open();
        PartitionSpec spec =
                partitioned ? PartitionSpec.builderFor(SCHEMA).identity("part").build() : PartitionSpec.unpartitioned();
        ((SupportsNamespaces) catalog).createNamespace(TABLE.namespace());
        catalog.createTable(
                TABLE,
                SCHEMA,
                spec,
                "mem:/" + System.identityHashCode(this),
                Map.of("format-version", Integer.toString(format)));
    }

    @Override
    public void close() {
        try {
            ((Closeable) catalog).close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Files.deleteAll();
    }

    /** Catalogs of Iceberg's own. */
    enum Catalogs {
        /** Compares the whole version on which a commit is based. */
        MEMORY {
            @Override
            Catalog open() {
                InMemoryCatalog catalog = new InMemoryCatalog();
                catalog.initialize("memory", FILES);
                return catalog;
            }
        },
        /** Stores the version in a row of an H2 table, and updates it if it is unchanged. */
        JDBC {
            @Override
            Catalog open() {
                JdbcCatalog catalog = new JdbcCatalog();
                Map<String, String> properties = new HashMap<>(FILES);
                properties.put("uri", "jdbc:h2:mem:");
                properties.put("clients", "1"); // each connection has its own database
                properties.put("warehouse", "mem:/");
                catalog.initialize("jdbc", properties);
                return catalog;
            }
        },
        /** The server applies the changes of a commit to its current version if the branch's snapshot is unchanged. */
        REST {
            @Override
            Catalog open() {
                RESTCatalog catalog = new RESTCatalog(
                        SessionCatalog.SessionContext.createEmpty(),
                        properties -> new RESTCatalogAdapter(MEMORY.open()));
                Map<String, String> properties = new HashMap<>(FILES);
                properties.put("uri", "http://localhost");
                properties.put("rest-metrics-reporting-enabled", "false");
                catalog.initialize("rest", properties);
                return catalog;
            }
        };

        private static final Map<String, String> FILES = Map.of("io-impl", Files.class.getName());

        abstract Catalog open();
    }

    private TableOperations load() {
        return ((BaseTable) catalog.loadTable(TABLE)).operations();
    }

    /** A handle on the table with the version that it loaded last. */
    private final class Operations implements TableOperations {

        private final boolean ofJob;
        private final TableOperations table = load();

        private Operations(boolean ofJob) {
            this.ofJob = ofJob;
        }

        @Override
        public TableMetadata current() {
            return table.current();
        }

        @Override
        public TableMetadata refresh() {
            if (ofJob && --loads == 0) {
                arrive();
            }
            return table.refresh();
        }

        @Override
        public void commit(TableMetadata base, TableMetadata metadata) {
            if (!ofJob) {
                table.commit(base, metadata);
                return;
            }
            TableOperations sent = load(); // a late commit belongs to a handle that is not refreshed
            TableMetadata known = sent.current();
            boolean isKnown = known.metadataFileLocation().equals(base.metadataFileLocation());
            commits.commit(() -> {
                sent.commit(isKnown ? known : base, metadata);
                committed("the job");
            });
        }

        @Override
        public FileIO io() {
            return io;
        }

        @Override
        public String metadataFileLocation(String name) {
            return table.metadataFileLocation(name);
        }

        @Override
        public LocationProvider locationProvider() {
            return table.locationProvider();
        }
    }

    /** Files in memory, which are deleted with the table. Catalogs create instances by the class name. */
    public static final class Files extends InMemoryFileIO {

        private static final long serialVersionUID = 1L;

        private static final Set<String> LOCATIONS = ConcurrentHashMap.newKeySet(); // Iceberg has its own threads

        private final transient Set<String> read = ConcurrentHashMap.newKeySet();

        @Override
        public InputFile newInputFile(String location) {
            read.add(location);
            return super.newInputFile(location);
        }

        @Override
        public OutputFile newOutputFile(String location) {
            LOCATIONS.add(location);
            return super.newOutputFile(location);
        }

        @Override
        public void addFile(String location, byte[] contents) {
            LOCATIONS.add(location);
            super.addFile(location, contents);
        }

        @Override
        public void deleteFile(String location) {
            LOCATIONS.remove(location);
            super.deleteFile(location);
        }

        private static void deleteAll() {
            try (Files files = new Files()) {
                List.copyOf(LOCATIONS).stream().filter(files::fileExists).forEach(files::deleteFile);
            }
        }
    }

    /** Returns the number of manifests that were read since the last call. */
    long manifestsRead() {
        long manifests =
                io.read.stream().filter(path -> path.matches(".*-m\\d+\\.avro")).count();
        io.read.clear();
        return manifests;
    }

    /** Delays a commit until the job has loaded the table the given number of times; another commit may precede it. */
    void later(int afterLoads, Runnable commit) {
        late = commit;
        loads = afterLoads;
    }

    /** Performs the delayed commit. */
    void arrive() {
        Runnable commit = late;
        late = () -> {};
        try {
            commit.run();
        } catch (CommitFailedException e) {
            // another commit preceded it
        }
    }

    /** Returns the table as other engines see it, newly loaded. */
    BaseTable table() {
        return new BaseTable(new Operations(false), "ice.db.t");
    }

    /** Returns the table as the job sees it. */
    BaseTable tableOfJob() {
        return new BaseTable(new Operations(true), "ice.db.t");
    }

    int format() {
        return load().current().formatVersion();
    }

    // The changes of other engines, each with its effect on the rows.

    private String newPath(String kind) {
        String path = load().current().location() + "/data/" + kind + ++names + ".parquet";
        io.addFile(path, new byte[0]);
        return path;
    }

    private DataFile dataFile(PartitionSpec spec, StructLike partition, List<Row> content) {
        String path = newPath("f");
        files.put(path, content);
        DataFiles.Builder builder = DataFiles.builder(spec)
                .withPath(path)
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(100)
                .withRecordCount(content.size());
        return (spec.isPartitioned() ? builder.withPartition(partition) : builder).build();
    }

    private List<Row> newRows(int count) {
        List<Row> more = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            more.add(new Row(values++, null));
        }
        return more;
    }

    private StructLike partition(PartitionSpec spec, int part) {
        PartitionData data = new PartitionData(spec.partitionType());
        for (int i = 0; i < spec.fields().size(); i++) {
            Type type = spec.partitionType().fields().get(i).type();
            if (type.typeId() == Type.TypeID.INTEGER) {
                data.set(i, part);
            } else if (type.typeId() == Type.TypeID.BINARY) {
                data.set(i, ByteBuffer.wrap(new byte[] {0, (byte) (part - 1)}));
            }
        }
        return data;
    }

    /** Compares by value, unlike the equals method of byte arrays. */
    private static boolean isIn(DataFile file, int spec, StructLike partition) {
        boolean is = file.specId() == spec;
        for (int i = 0; is && i < partition.size(); i++) {
            is = Objects.equals(file.partition().get(i, Object.class), partition.get(i, Object.class));
        }
        return is;
    }

    void append(int part, int... counts) {
        Table table = table();
        org.apache.iceberg.AppendFiles append = table.newAppend();
        for (int count : counts) {
            List<Row> content = newRows(count);
            append.appendFile(dataFile(table.spec(), partition(table.spec(), part), content));
            content.forEach(row -> rows.put(row.value(), null));
        }
        commit(append);
    }

    /** Returns the files whose partitions Iceberg can still write. */
    private static List<FileScanTask> whole(Table table) {
        return tasks(table, table.currentSnapshot()).stream()
                .filter(task -> !IcebergLog.isPartitionedByDroppedColumn(table.specs(), task.file()))
                .toList();
    }

    /** Deletes the rows of a key wherever the newest spec makes such a delete apply. */
    void deleteByKey(int key, int part) {
        Table table = table();
        PartitionSpec spec = table.spec();
        FileMetadata.Builder builder = FileMetadata.deleteFileBuilder(spec)
                .ofEqualityDeletes(2)
                .withPath(newPath("eq"))
                .withFormat(FileFormat.PARQUET)
                .withFileSizeInBytes(10)
                .withRecordCount(1);
        StructLike partition = partition(spec, part);
        DeleteFile delete = (spec.isPartitioned() ? builder.withPartition(partition) : builder).build();
        deletes.put(delete.location(), new Deletes(Set.of(key), Map.of()));
        for (FileScanTask task : tasks(table, table.currentSnapshot())) {
            if (!spec.isPartitioned() || isIn(task.file(), spec.specId(), partition)) {
                files.get(task.file().location()).stream()
                        .filter(row -> row.key() == key)
                        .forEach(row -> rows.remove(row.value()));
            }
        }
        commit(table.newRowDelta().addDeletes(delete));
    }

    /** Deletes every second row of a file by position, beginning with the first, as a merge-on-read DELETE does. */
    void deleteByPosition(int ofFile) {
        Table table = table();
        List<FileScanTask> tasks = whole(table);
        if (tasks.isEmpty()) {
            return;
        }
        FileScanTask task = tasks.get(ofFile % tasks.size());
        List<Row> content = files.get(task.file().location());
        Set<Integer> positions = new HashSet<>();
        for (int i = 0; i < content.size(); i += 2) {
            positions.add(i);
            rows.remove(content.get(i).value());
        }
        RowDelta delta =
                table.newRowDelta().validateFromSnapshot(table.currentSnapshot().snapshotId());
        PartitionSpec spec = table.specs().get(task.file().specId());
        FileMetadata.Builder builder = FileMetadata.deleteFileBuilder(spec)
                .ofPositionDeletes()
                .withPath(newPath("pos"))
                .withFileSizeInBytes(10);
        if (spec.isPartitioned()) {
            builder.withPartition(task.file().partition());
        }
        if (format() > 2) {
            for (DeleteFile old : task.deletes()) {
                if (old.content() == FileContent.POSITION_DELETES) {
                    positions.addAll(deletes.get(old.location())
                            .positions
                            .getOrDefault(task.file().location(), Set.of()));
                    if (old.format() == FileFormat.PUFFIN) {
                        delta.removeDeletes(old);
                    }
                }
            }
            builder.withFormat(FileFormat.PUFFIN)
                    .withReferencedDataFile(task.file().location())
                    .withContentOffset(4)
                    .withContentSizeInBytes(6);
        } else {
            builder.withFormat(FileFormat.PARQUET);
            if (ofFile % 2 == 0) {
                builder.withReferencedDataFile(task.file().location());
            }
        }
        DeleteFile delete = builder.withRecordCount(positions.size()).build();
        deletes.put(delete.location(), new Deletes(Set.of(), Map.of(task.file().location(), positions)));
        commit(delta.validateDataFilesExist(List.of(task.file().location())).addDeletes(delete));
    }

    /** Returns the rows of a file that are not deleted, each with its id, as they are stored in files of rewritten rows. */
    private List<Row> liveRows(FileScanTask task) {
        Map<Long, Long> live = rowsOf(task);
        List<Row> rewritten = new ArrayList<>();
        files.get(task.file().location()).stream()
                .filter(row -> live.containsKey(row.value()))
                .forEach(row -> rewritten.add(new Row(row.value(), live.get(row.value()))));
        return rewritten;
    }

    /** Deletes the files without a snapshot, however new they are, such as those of a batch in progress. */
    void removeOrphans() {
        Set<String> named = new HashSet<>();
        table().snapshots()
                .forEach(snapshot ->
                        named.addAll(history.get(snapshot.snapshotId()).files()));
        List.copyOf(Files.LOCATIONS).stream()
                .filter(path -> path.contains("/data/") && !named.contains(path))
                .forEach(io::deleteFile);
    }

    /** Adds the first file again, as a repeated import does; both entries are in one manifest. */
    void addTwice() {
        Table table = table();
        DataFile file = tasks(table, table.currentSnapshot()).get(0).file();
        table.newAppend()
                .appendFile(DataFiles.builder(table.specs().get(file.specId()))
                        .copy(file)
                        .build())
                .commit();
        table.rewriteManifests().clusterBy(entry -> "all").commit();
    }

    /** Replaces the first file by one with the same rows, without a check whether deletes apply to it; returns both paths. */
    Map<String, String> replaceFirst() {
        Table table = table();
        DataFile file = tasks(table, table.currentSnapshot()).get(0).file();
        DataFile copy = DataFiles.builder(table.specs().get(file.specId()))
                .copy(file)
                .withPath(newPath("copy"))
                .build();
        table.newRewrite()
                .validateFromSnapshot(table.currentSnapshot().snapshotId())
                .dataSequenceNumber(file.dataSequenceNumber())
                .deleteFile(file)
                .addFile(copy)
                .commit();
        return Map.of(file.location(), copy.location());
    }

    /** Rewrites a file without its first live row, as a copy-on-write DELETE does. */
    void overwrite(int ofFile) {
        Table table = table();
        List<FileScanTask> tasks = whole(table);
        if (tasks.isEmpty()) {
            return;
        }
        FileScanTask task = tasks.get(ofFile % tasks.size());
        List<Row> live = liveRows(task);
        OverwriteFiles overwrite = table.newOverwrite().deleteFile(task.file());
        if (!live.isEmpty()) {
            rows.remove(live.get(0).value());
            List<Row> left = live.subList(1, live.size());
            if (!left.isEmpty()) {
                overwrite.addFile(dataFile(
                        table.specs().get(task.file().specId()), task.file().partition(), List.copyOf(left)));
            }
        }
        commit(overwrite);
    }

    /** Removes a file and its rows. */
    void drop(int ofFile) {
        Table table = table();
        List<FileScanTask> tasks = whole(table);
        if (!tasks.isEmpty()) {
            FileScanTask task = tasks.get(ofFile % tasks.size());
            files.get(task.file().location()).forEach(row -> rows.remove(row.value()));
            commit(table.newDelete().deleteFile(task.file()));
        }
    }

    /** Rewrites all files that have the spec and the partition of one into a single file, without deleted rows. */
    void compact(int ofFile) {
        Table table = table();
        List<FileScanTask> tasks = whole(table);
        if (tasks.isEmpty()) {
            return;
        }
        FileScanTask first = tasks.get(ofFile % tasks.size());
        RewriteFiles rewrite =
                table.newRewrite().validateFromSnapshot(table.currentSnapshot().snapshotId());
        List<Row> all = new ArrayList<>();
        for (FileScanTask task : tasks) {
            if (isIn(task.file(), first.file().specId(), first.file().partition())) {
                rewrite.deleteFile(task.file());
                all.addAll(liveRows(task));
            }
        }
        if (!all.isEmpty()) {
            rewrite.addFile(dataFile(
                    table.specs().get(first.file().specId()), first.file().partition(), all));
            if (format() > 1) {
                rewrite.dataSequenceNumber(table.currentSnapshot().sequenceNumber());
            }
        }
        commit(rewrite);
    }

    void rewriteManifests() {
        table().rewriteManifests().clusterBy(file -> "all").commit();
        committed("another engine");
    }

    void set(String property, String value) {
        table().updateProperties().set(property, value).commit();
    }

    void addColumn() {
        table().updateSchema().addColumn("c" + ++names, Types.StringType.get()).commit();
    }

    void changeSpec() {
        Table table = table();
        if (table.spec().fields().stream().anyMatch(field -> field.name().equals("part"))) {
            table.updateSpec().removeField("part").commit();
        } else {
            table.updateSpec().addField("part").commit();
        }
    }

    /** Also partitions new files by bytes, either by the whole value or by its prefix. */
    void partitionByBytes(boolean whole) {
        String name = whole ? "bytes" : "bytes begin";
        Table table = table();
        if (table.spec().fields().stream().noneMatch(field -> field.name().equals(name))) {
            table.updateSpec()
                    .addField(name, whole ? Expressions.ref("code") : Expressions.truncate("code", 2))
                    .commit();
        }
    }

    /** Also partitions new files by a new column. */
    void addSource() {
        String name = "source" + ++names;
        table().updateSchema().addColumn(name, Types.IntegerType.get()).commit();
        table().updateSpec().addField(name).commit();
    }

    /**
     * Drops the columns of {@link #addSource}; the files partitioned by them stay. Does nothing if there are deletes: once
     * Iceberg has rewritten their manifest, it takes them for deletes of another partition, or of none.
     */
    void dropSources() {
        Table table = table();
        if (table.currentSnapshot() != null
                && !table.currentSnapshot().deleteManifests(io).isEmpty()) {
            return;
        }
        UpdatePartitionSpec spec = table.updateSpec();
        List<String> sources = new ArrayList<>();
        for (PartitionField field : table.spec().fields()) {
            if (field.name().startsWith("source")) {
                spec.removeField(field.name());
                sources.add(field.name());
            }
        }
        spec.commit();
        UpdateSchema schema = table().updateSchema();
        sources.forEach(schema::deleteColumn);
        schema.commit();
    }

    void tag() {
        Table table = table();
        table.manageSnapshots()
                .createTag("tag" + ++names, table.currentSnapshot().snapshotId())
                .commit();
    }

    /** Rolls back to an ancestor of the current snapshot. */
    void rollBack(int steps) {
        Table table = table();
        Snapshot snapshot = table.currentSnapshot();
        for (int i = 0; i < steps && snapshot.parentId() != null && table.snapshot(snapshot.parentId()) != null; i++) {
            snapshot = table.snapshot(snapshot.parentId());
        }
        if (snapshot != table.currentSnapshot()) {
            rows = new TreeMap<>(rowsOf(table, snapshot));
            rows.forEach((value, id) -> ids.compute(value, (none, known) -> id)); // format 2 had no ids
            table.manageSnapshots().rollbackTo(snapshot.snapshotId()).commit();
            committed("another engine");
        }
    }

    void expire(int retained) {
        table().expireSnapshots()
                .expireOlderThan(System.currentTimeMillis() + 1000)
                .retainLast(retained)
                .commit();
        check("another engine");
    }

    // The state of the table.

    private static List<FileScanTask> tasks(Table table, Snapshot snapshot) {
        List<FileScanTask> tasks = new ArrayList<>();
        if (snapshot != null) {
            try (CloseableIterable<FileScanTask> planned = table.newScan()
                    .useSnapshot(snapshot.snapshotId())
                    .planWith(MoreExecutors.newDirectExecutorService())
                    .planFiles()) {
                planned.forEach(tasks::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        tasks.sort(java.util.Comparator.comparing(task -> task.file().location()));
        return tasks;
    }

    private Map<Long, Long> rowsOf(FileScanTask task) {
        DataFile file = task.file();
        assertTrue(io.fileExists(file.location()), () -> "the table names " + file.location() + ", which is gone");
        Map<Long, Long> live = new TreeMap<>();
        List<Row> content = files.get(file.location());
        for (int i = 0; i < content.size(); i++) {
            Row row = content.get(i);
            Long inherited = file.firstRowId() == null ? null : Long.valueOf(file.firstRowId() + i);
            live.put(row.value(), row.id() == null ? inherited : row.id());
        }
        // a deletion vector includes older position deletes of the file
        boolean hasVector = task.deletes().stream().anyMatch(delete -> delete.format() == FileFormat.PUFFIN);
        for (DeleteFile delete : task.deletes()) {
            assertTrue(io.fileExists(delete.location()), () -> "the table names " + delete.location());
            Deletes what = deletes.get(delete.location());
            Set<Integer> positions = hasVector && delete.format() != FileFormat.PUFFIN
                    ? Set.of()
                    : what.positions.getOrDefault(file.location(), Set.of());
            for (int i = 0; i < content.size(); i++) {
                if (positions.contains(i) || what.keys.contains(content.get(i).key())) {
                    live.remove(content.get(i).value());
                }
            }
        }
        return live;
    }

    private Map<Long, Long> rowsOf(Table table, Snapshot snapshot) {
        return read(table, snapshot).rows();
    }

    private Seen read(Table table, Snapshot snapshot) {
        Seen seen = new Seen(new TreeMap<>(), new HashSet<>());
        for (FileScanTask task : tasks(table, snapshot)) {
            rowsOf(task).forEach((value, id) -> {
                assertTrue(!seen.rows().containsKey(value), () -> "row " + value + " is there twice");
                seen.rows().put(value, id);
            });
            seen.files().add(task.file().location());
            task.deletes().forEach(delete -> seen.files().add(delete.location()));
        }
        seen.files().add(snapshot.manifestListLocation());
        snapshot.allManifests(io).forEach(manifest -> seen.files().add(manifest.path()));
        return seen;
    }

    /** Commits without Iceberg's threads, which wait for each other for hundredths of a second. */
    private <T extends SnapshotUpdate<T>> void commit(T update) {
        update.scanManifestsWith(MoreExecutors.newDirectExecutorService()).commit();
        committed("another engine");
    }

    /** Records the new current snapshot, and requires that it has the rows of the model, with their ids. */
    private void committed(String who) {
        Table table = table();
        Snapshot snapshot = table.currentSnapshot();
        Seen seen;
        try {
            seen = read(table, snapshot);
        } catch (RuntimeException e) {
            throw new AssertionError(who + " has committed what cannot be read", e);
        }
        history.putIfAbsent(snapshot.snapshotId(), seen);
        assertEquals(rows.keySet(), seen.rows().keySet(), who + " has changed the table's rows");
        seen.rows().forEach((value, id) -> {
            Long known = ids.get(value);
            if (known != null) {
                assertEquals(known, id, who + " has given row " + value + " another id");
            } else if (id != null) {
                ids.put(value, id);
            }
        });
    }

    /** Requires that the table has the rows of the model, and all files of each of its snapshots; no file is written twice. */
    void check(String who) {
        Table table = table();
        if (table.currentSnapshot() != null) {
            assertEquals(
                    rows.keySet(),
                    history.get(table.currentSnapshot().snapshotId()).rows().keySet(),
                    who + " has changed the table's rows");
        }
        for (Snapshot snapshot : table.snapshots()) {
            history.get(snapshot.snapshotId())
                    .files()
                    .forEach(file -> assertTrue(
                            io.fileExists(file),
                            () -> who + " has deleted " + file + " of snapshot " + snapshot.snapshotId()));
        }
    }

    /** Requires that each snapshot of the table still has the rows and ids that it was committed with. */
    void checkHistory() {
        Table table = table();
        for (Snapshot snapshot : table.snapshots()) {
            assertEquals(
                    history.get(snapshot.snapshotId()).rows(),
                    rowsOf(table, snapshot),
                    "the rows of snapshot " + snapshot.snapshotId());
        }
    }

    /** Returns the number of live files to which no delete applies and which the plan has not written. */
    long replaceable(NewNames plan) {
        Table table = table();
        return tasks(table, table.currentSnapshot()).stream()
                .filter(task -> task.deletes().isEmpty()
                        && !IcebergLog.isPartitionedByDroppedColumn(table.specs(), task.file()))
                .map(task -> task.file().location())
                .filter(path -> !plan.isWrittenByPlan(path.substring(path.lastIndexOf('/') + 1)))
                .count();
    }

    /** Runs the job. */
    TableReport recompress(NewNames plan, int batch) throws IOException {
        IcebergLog log = new IcebergLog(
                tableOfJob(), Expressions.alwaysTrue(), plan, snapshot -> "CALL to go back to " + snapshot);
        RecompressOptions options = RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD, 3)));
        return new TableRecompression(log, new Copies(), options, batch).run(() -> false);
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
            assertNull(files.put(task.target(), files.get(task.source())), "a file is written twice");
            io.addFile(task.target(), new byte[50]);
            return WrittenFiles.written(task, 50);
        }
    }
}
