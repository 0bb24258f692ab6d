// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
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

/** A table of Delta Lake's. */
public final class DeltaTableLog implements TableLog {

    private static final String FILE = "__parquet_fastcodec_file";
    private static final String PHYSICAL_NAME = "delta.columnMapping.physicalName";

    private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");

    private final DeltaLog log;
    private final @Nullable String where;
    private final NewNames names;

    /**
     * Opens a table.
     *
     * @param where which files are asked for, a condition of Spark's SQL on partition columns; null for all
     * @throws IOException if there is no table, or a catalog commits for it
     * @throws IllegalArgumentException if the condition is none on partition columns
     */
    public static TableLog open(SparkSession spark, String path, @Nullable String where, NewNames names)
            throws IOException {
        DeltaLog log = DeltaLog.forTable(spark, path);
        Snapshot snapshot = begin(log).snapshot();
        if (snapshot.version() < 0) {
            throw new IOException(path + " is no Delta table: it has no _delta_log with a version");
        }
        String protocol = snapshot.protocol().json();
        if (protocol.contains("catalogManaged") || protocol.contains("catalogOwned")) {
            throw new IOException(
                    path + " is a Delta table whose commits a catalog makes, and this command commits by path:"
                            + " rewrite it through its catalog, with REORG TABLE or OPTIMIZE");
        }
        DeltaTableLog table = new DeltaTableLog(log, where, names);
        if (where != null) {
            table.asked(snapshot, functions.lit(0)); // which reads the condition
        }
        return table;
    }

    private DeltaTableLog(DeltaLog log, @Nullable String where, NewNames names) {
        this.log = log;
        this.where = where;
        this.names = names;
    }

    /** Returns a transaction on the newest version. */
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
                        + "\" of the plan is one column of the table, and another one in its files: name it \""
                        + inFiles + "\", or the other one \"" + other + "\"");
            }
            columns.put(inFiles, column.getValue());
        }
        return new Plan(plan.others(), columns, plan.keepsSmaller(), plan.addsChecksums());
    }

    /** Finds the paths of all columns, as the table names them and as its files do. */
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

    /** On S3 Delta Lake's default serves one driver: two may write the same version, and the later one takes the other's place. */
    @Override
    public void requireSafeCommits() {
        String scheme = log.dataPath().toUri().getScheme();
        if (scheme == null || !S3.contains(scheme)) {
            return;
        }
        String key = "spark.delta.logStore." + scheme + ".impl";
        RuntimeConfig conf = SparkSession.active().conf();
        if (conf.getOption(key).isEmpty()
                && conf.getOption("spark.delta.logStore.class").isEmpty()) {
            throw new IllegalArgumentException(
                    log.dataPath() + " is on S3, where Delta Lake by default lets one driver alone"
                            + " write to a table, and this job is a driver of its own: set " + key
                            + "=io.delta.storage.S3DynamoDBLogStore here and in all other writers; or, if nobody else writes to the table"
                            + " while this runs, " + key + "=io.delta.storage.S3SingleDriverLogStore");
        }
    }

    @Override
    public Stream<TableFile> liveFiles() {
        Snapshot snapshot = begin(log).snapshot();
        return rows(asked(snapshot, state(snapshot))).map(this::tableFile);
    }

    @Override
    public Stream<LoggedFile> loggedFiles() {
        Snapshot snapshot = begin(log).snapshot();
        DeltaStatistics statistics = new DeltaStatistics(
                snapshot.metadata().schema(), snapshot.metadata().partitionSchema());
        Column said = functions.struct(
                functions.col("stats"), functions.col("partitionValues"), functions.col("deletionVector"));
        return rows(asked(snapshot, said)).map(row -> {
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

    @Override
    public String directory() {
        return log.dataPath().toString();
    }

    /** Returns rows while Spark reads them; it ends by itself if they are not read to their end. */
    private static Stream<Row> rows(Dataset<Row> asked) {
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(asked.toLocalIterator(), Spliterator.ORDERED), false);
    }

    /** Returns path, size, whether there is a deletion vector, and something more, of the files that are asked for. */
    private Dataset<Row> asked(Snapshot snapshot, Column more) {
        List<Column> columns = new ArrayList<>();
        columns.add(functions
                .struct(
                        functions.col("path"),
                        functions.col("size"),
                        functions.col("deletionVector").isNotNull(),
                        more)
                .as(FILE));
        for (StructField field : snapshot.metadata().partitionSchema().fields()) {
            Column text = functions.col("partitionValues").getItem(physicalName(field));
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
                                + ": "
                                + String.valueOf(e.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse(""),
                        e);
            }
        }
        return asked.select(FILE + ".*");
    }

    /** Returns path, digest and JSON of entries. */
    static List<Row> entries(Snapshot snapshot, Collection<String> paths) {
        Dataset<Row> files = snapshot.allFiles().toDF();
        return files.filter(functions.col("path").isInCollection(paths))
                .select(functions.col("path"), state(snapshot), functions.to_json(functions.struct(functions.col("*"))))
                .collectAsList();
    }

    /**
     * Returns a digest of all that an entry says of a file's rows and bytes. Statistics are not part of it, because a checkpoint may
     * have them in another form.
     */
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
        return new TableFile.Replaceable(
                source,
                row.getLong(1),
                absolute(log, target).toString(),
                new DeltaEntry(path, target, row.getString(3)));
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
