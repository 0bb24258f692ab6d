// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.verify.log.TableLogColumn;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RuntimeConfig;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.OptimisticTransaction;
import org.apache.spark.sql.delta.Snapshot;
import org.apache.spark.sql.delta.actions.DeletionVectorDescriptor;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** A Delta table. {@link DeltaCommit} replaces its files. */
public final class DeltaTableLog implements TableLog {

    private static final String FILE = "__parquet_fastcodec_file";
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

    /** The number of a log's entries that the driver holds at a time. */
    private static final long FILES_OF_PARTITION = 10_000;

    private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");

    private final DeltaLog log;
    private final @Nullable String where;
    private final NewNames names;

    /**
     * Opens a table.
     *
     * @param where a condition in Spark SQL on partition columns that selects files, or null for all
     * @throws IOException if there is no table, or it commits through a catalog
     * @throws IllegalArgumentException if {@code where} is not a condition on partition columns
     */
    public static TableLog open(SparkSession spark, String path, @Nullable String where, NewNames names)
            throws IOException {
        DeltaLog log = DeltaLog.forTable(spark, path);
        Snapshot snapshot = begin(log).snapshot();
        if (snapshot.version() < 0) {
            throw new IOException(path + " is not a Delta table: it has no _delta_log with a version");
        }
        String protocol = snapshot.protocol().json();
        if (protocol.contains("catalogManaged") || protocol.contains("catalogOwned")) {
            throw new IOException(
                    path + " is a Delta table that commits through a catalog, but this command commits by path:"
                            + " rewrite it through its catalog, with REORG TABLE or OPTIMIZE");
        }
        DeltaTableLog table = new DeltaTableLog(log, where, names);
        if (where != null) { // checked here, where no other column can be named or suggested
            table.filtered(
                    snapshot.allFiles().toDF().select(partitionColumns(snapshot).toArray(new Column[0])));
        }
        return table;
    }

    private DeltaTableLog(DeltaLog log, @Nullable String where, NewNames names) {
        this.log = log;
        this.where = where;
        this.names = names;
    }

    /** Begins a transaction on the newest version. */
    static OptimisticTransaction begin(DeltaLog log) {
        return log.startTransaction(Option.empty(), Option.empty());
    }

    @Override
    public Plan inFiles(Plan plan) {
        Map<String, String> physical = new LinkedHashMap<>();
        paths(begin(log).snapshot().metadata().schema(), "", "", physical);
        Map<String, String> logical = new HashMap<>();
        physical.forEach((name, inFiles) -> logical.put(inFiles, name));
        Map<String, CodecLevel> columns = new LinkedHashMap<>();
        for (Map.Entry<String, CodecLevel> column : plan.columns().entrySet()) {
            String name = column.getKey();
            String inFiles = physical.getOrDefault(name, name);
            String other = logical.getOrDefault(name, name);
            if (physical.containsKey(name) && !other.equals(name)) {
                throw new IllegalArgumentException("The column \"" + name
                        + "\" of the plan is ambiguous, because the table and its files use the name for different columns:"
                        + " write \"" + inFiles + "\" for the table's, or \"" + other + "\" for the files'");
            }
            columns.put(inFiles, column.getValue());
        }
        return new Plan(plan.others(), columns, plan.keepsSmaller(), plan.addsChecksums());
    }

    /** Adds to {@code paths} the path of each column in the files, keyed by the column's path in the table. */
    private static void paths(DataType type, String logical, String physical, Map<String, String> paths) {
        if (type instanceof StructType structType) {
            for (StructField field : structType.fields()) {
                String dot = logical.isEmpty() ? "" : ".";
                paths(field.dataType(), logical + dot + field.name(), physical + dot + physicalName(field), paths);
            }
        } else if (type instanceof ArrayType arrayType) {
            String element = ".list.element";
            paths(arrayType.elementType(), logical + element, physical + element, paths);
        } else if (type instanceof MapType mapType) {
            paths(mapType.keyType(), logical + ".key_value.key", physical + ".key_value.key", paths);
            paths(mapType.valueType(), logical + ".key_value.value", physical + ".key_value.value", paths);
        } else {
            paths.put(logical, physical);
        }
    }

    static String physicalName(StructField field) {
        return field.metadata().contains(PHYSICAL_NAME) ? field.metadata().getString(PHYSICAL_NAME) : field.name();
    }

    /**
     * Requires the methods that a commit needs, and a configured log store on S3. By default, Delta Lake supports only one driver
     * there: if two drivers write the same version, the second replaces the first.
     */
    @Override
    public void requireSafeCommits() {
        new DeltaMethods(); // throws if one is missing
        String scheme = log.dataPath().toUri().getScheme();
        if (scheme == null || !S3.contains(scheme)) {
            return;
        }
        String key = "spark.delta.logStore." + scheme + ".impl";
        RuntimeConfig conf = SparkSession.active().conf();
        if (conf.getOption(key).isEmpty()
                && conf.getOption("spark.delta.logStore.class").isEmpty()) {
            throw new IllegalArgumentException(
                    log.dataPath() + " is on S3, where Delta Lake by default supports only one driver that"
                            + " writes to a table, and this job is another driver: set " + key
                            + "=io.delta.storage.S3DynamoDBLogStore here and in all other writers; or, if nothing else writes"
                            + " to the table during the run, " + key + "=io.delta.storage.S3SingleDriverLogStore");
        }
    }

    @Override
    public Stream<TableFile> liveFiles() {
        Snapshot snapshot = begin(log).snapshot();
        Column rows = functions
                .get_json_object(functions.col("stats"), "$.numRecords")
                .cast("long");
        return rows(selected(snapshot, functions.struct(state(snapshot), rows))).map(this::tableFile);
    }

    @Override
    public Stream<LoggedFile> loggedFiles() {
        Snapshot snapshot = begin(log).snapshot();
        DeltaStatistics statistics = new DeltaStatistics(
                snapshot.metadata().schema(), snapshot.metadata().partitionSchema());
        Column columns = functions.struct(
                functions.col("stats"), functions.col("partitionValues"), functions.col("deletionVector"));
        return rows(selected(snapshot, columns)).map(row -> {
            Row entry = row.getStruct(3);
            DeletionVectorDescriptor deletes = deletes(entry.getStruct(2));
            return new LoggedFile(
                    absolute(log, row.getString(0)).toString(),
                    statistics.entry(
                            row.getLong(1),
                            entry.getString(0),
                            entry.getJavaMap(1),
                            deletes == null ? 0 : deletes.cardinality(),
                            deletes == null || !deletes.isOnDisk()
                                    ? List.of()
                                    : List.of(
                                            deletes.absolutePath(log.dataPath()).toString())),
                    null);
        });
    }

    private static @Nullable DeletionVectorDescriptor deletes(@Nullable Row row) {
        return row == null
                ? null
                : new DeletionVectorDescriptor(
                        row.<String>getAs("storageType"),
                        row.getAs("pathOrInlineDv"),
                        Option.empty(),
                        row.<Integer>getAs("sizeInBytes"),
                        row.<Long>getAs("cardinality"),
                        Option.empty());
    }

    /**
     * Returns a stream of the selected rows, read lazily. It need not be closed, even if it is not read to the end. The driver
     * holds one partition of rows at a time, and runs a job for each.
     */
    private static Stream<Row> rows(Dataset<Row> selected) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(selected.toLocalIterator(), Spliterator.ORDERED), false);
    }

    /** Returns four columns for the selected files: path, size, whether there is a deletion vector, and {@code more}. */
    private Dataset<Row> selected(Snapshot snapshot, Column more) {
        List<Column> columns = partitionColumns(snapshot);
        columns.add(functions
                .struct(
                        functions.col("path"),
                        functions.col("size"),
                        functions.col("deletionVector").isNotNull(),
                        more)
                .as(FILE));
        // The state of a table has 50 partitions by default, however few its files are.
        long partitions = snapshot.numOfFiles() / FILES_OF_PARTITION + 1;
        return filtered(snapshot.allFiles().toDF().select(columns.toArray(new Column[0])))
                .select(FILE + ".*")
                .coalesce((int) Math.min(partitions, Integer.MAX_VALUE));
    }

    /** Returns the partition columns of the table, computed from the files' entries. */
    private static List<Column> partitionColumns(Snapshot snapshot) {
        List<Column> columns = new ArrayList<>();
        for (StructField field : snapshot.metadata().partitionSchema().fields()) {
            Column text = functions.col("partitionValues").getItem(physicalName(field));
            // the protocol writes null as an empty string
            columns.add(functions
                    .when(text.notEqual(""), text)
                    .cast(field.dataType())
                    .as(field.name()));
        }
        return columns;
    }

    private Dataset<Row> filtered(Dataset<Row> files) {
        if (where == null) {
            return files;
        }
        try {
            return files.where(where);
        } catch (Exception e) { // AnalysisException, which Scala does not declare
            throw new IllegalArgumentException(
                    "where is \"" + where + "\", expected a condition on the partition columns of " + log.dataPath()
                            + ": "
                            + Reason.firstLine(e),
                    e);
        }
    }

    /** Returns the path, the digest and the JSON document of each entry whose path is in {@code paths}. */
    static List<Row> entries(Snapshot snapshot, Collection<String> paths) {
        Dataset<Row> files = snapshot.allFiles().toDF();
        return files.filter(functions.col("path").isInCollection(paths))
                .select(functions.col("path"), state(snapshot), functions.to_json(functions.struct(functions.col("*"))))
                .collectAsList();
    }

    /** Returns a digest of an entry except for the statistics, which a checkpoint may contain in another form. */
    private static Column state(Snapshot snapshot) {
        Column[] columns = Arrays.stream(snapshot.allFiles().columns())
                .filter(column -> !column.equals("stats"))
                .map(functions::col)
                .toArray(Column[]::new);
        return functions.md5(functions.to_json(functions.struct(columns)));
    }

    private TableFile tableFile(Row row) {
        String path = row.getString(0);
        String name = path.substring(path.lastIndexOf('/') + 1);
        String source = absolute(log, path).toString();
        if (names.isWrittenByPlan(name)) {
            return new TableFile.Kept(source, row.getLong(1), KeepReason.UP_TO_DATE);
        }
        if (row.getBoolean(2)) {
            return new TableFile.Kept(source, row.getLong(1), KeepReason.WITH_DELETES);
        }
        String target = target(path, name);
        Row more = row.getStruct(3);
        return new TableFile.Replaceable(
                source,
                row.getLong(1),
                more.isNullAt(1) ? TableLogColumn.UNKNOWN : more.getLong(1),
                absolute(log, target).toString(),
                new DeltaEntry(path, target, more.getString(0)));
    }

    /**
     * Returns the path of a new file as the log will contain it, with URL encoding. The new file is next to the old file, unless
     * the log contains an absolute path, as the log of a shallow clone does for files of its source table. In that case, the new
     * file is in the clone's own directory.
     */
    private String target(String path, String name) {
        String directory = path.substring(0, path.length() - name.length());
        boolean isElsewhere = path.startsWith("/") || URI.create(path).isAbsolute();
        return (isElsewhere ? "" : directory) + names.next(name);
    }

    /** Returns the absolute path, without URL encoding. */
    static Path absolute(DeltaLog log, String path) {
        Path decoded = new Path(URI.create(path));
        return decoded.isAbsolute() ? decoded : new Path(log.dataPath(), decoded);
    }

    @Override
    public Commit replace(List<Replacement> replacements) throws IOException {
        return new DeltaCommit(log, names, replacements).run();
    }

    @Override
    public void delete(String path) throws IOException {
        Path file = new Path(path);
        file.getFileSystem(log.newDeltaHadoopConf()).delete(file, false);
    }
}
