// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.TreeMap;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateProperties;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.io.CloseableIterator;
import org.jspecify.annotations.Nullable;

/** An Iceberg table. {@link IcebergCommit} replaces its files. */
final class IcebergLog implements TableLog {

    private static final int NEWEST_FORMAT = 3;

    private final BaseTable table;
    private final Expression where;
    private final NewNames names;
    private final LongFunction<String> rollback;

    /**
     * @param where selects the files that may contain matching rows
     * @param rollback returns the statement that rolls back to a snapshot
     * @throws IOException if the table's format is too new
     */
    IcebergLog(BaseTable table, Expression where, NewNames names, LongFunction<String> rollback) throws IOException {
        this.table = table;
        this.where = where;
        this.names = names;
        this.rollback = rollback;
        if (format() > NEWEST_FORMAT) {
            throw new IOException(table.name() + " has format version " + format()
                    + ", but this version of parquet-fastcodec supports Iceberg formats up to " + NEWEST_FORMAT);
        }
    }

    private TableOperations operations() {
        return table.operations();
    }

    private int format() {
        return operations().current().formatVersion();
    }

    @Override
    public Stream<TableFile> liveFiles() {
        table.refresh();
        Snapshot snapshot = table.currentSnapshot();
        if (snapshot == null) {
            return Stream.empty();
        }
        snapshot.allManifests(table.io()); // the snapshot caches its manifests in case it expires
        return live(snapshot).map(task -> tableFile(snapshot, task));
    }

    @Override
    public Stream<LoggedFile> loggedFiles() {
        table.refresh();
        Snapshot snapshot = table.currentSnapshot();
        if (snapshot == null) {
            return Stream.empty();
        }
        IcebergStatistics statistics = new IcebergStatistics(table.schema(), table.specs());
        return live(snapshot)
                .map(task -> new LoggedFile(task.file().location(), statistics.entry(task), unreadable(task.file())));
    }

    private Stream<FileScanTask> live(Snapshot snapshot) {
        // The table's own scan is not used: a REST catalog may plan it, in which case the files have no
        // sequence numbers.
        CloseableIterator<FileScanTask> tasks = new BaseTable(operations(), table.name())
                .newScan()
                .useSnapshot(snapshot.snapshotId())
                .filter(where)
                .ignoreResiduals()
                .includeColumnStats()
                .planFiles()
                .iterator();
        return StreamSupport.stream(Spliterators.spliteratorUnknownSize(tasks, Spliterator.ORDERED), false)
                .onClose(() -> {
                    try {
                        tasks.close();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
    }

    /** Returns why a file cannot be read, or null if it can be read. */
    private static @Nullable KeepReason unreadable(DataFile file) {
        if (file.format() != FileFormat.PARQUET) {
            return KeepReason.NOT_PARQUET;
        }
        return file.keyMetadata() == null ? null : KeepReason.ENCRYPTED;
    }

    private TableFile tableFile(Snapshot listed, FileScanTask task) {
        DataFile file = task.file();
        String name = file.location().substring(file.location().lastIndexOf('/') + 1);
        KeepReason reason = unreadable(file);
        if (reason == null && names.isWrittenByPlan(name)) {
            reason = KeepReason.UP_TO_DATE;
        }
        if (reason == null && !task.deletes().isEmpty()) {
            reason = KeepReason.WITH_DELETES;
        }
        if (reason == null && isPartitionedByDroppedColumn(table.specs(), file)) {
            reason = KeepReason.PARTITIONED_BY_DROPPED_COLUMN;
        }
        return reason == null
                ? new TableFile.Replaceable(
                        file.location(),
                        file.fileSizeInBytes(),
                        file.recordCount(),
                        target(file, names.next(name)),
                        new IcebergEntry(file, listed))
                : new TableFile.Kept(file.location(), file.fileSizeInBytes(), reason);
    }

    private String target(DataFile file, String name) {
        PartitionSpec spec = Objects.requireNonNull(table.specs().get(file.specId()));
        return spec.isPartitioned()
                ? table.locationProvider().newDataLocation(spec, file.partition(), name)
                : table.locationProvider().newDataLocation(name);
    }

    /** Returns one list for each data sequence number, because a snapshot gives the same number to all files that it adds. */
    @Override
    public List<List<Replacement>> commits(List<Replacement> replacements) {
        TreeMap<Long, List<Replacement>> bySequence = new TreeMap<>();
        for (Replacement replacement : replacements) {
            bySequence
                    .computeIfAbsent(
                            sequenceNumber(((IcebergEntry) replacement.file().entry()).file()),
                            none -> new ArrayList<>())
                    .add(replacement);
        }
        return List.copyOf(bySequence.values());
    }

    @Override
    public Commit replace(List<Replacement> replacements) throws IOException {
        return new IcebergCommit(table, names, rollback, replacements).run();
    }

    /** Returns a file's data sequence number; 0 in format 1, which has none. */
    static long sequenceNumber(DataFile file) {
        return file.dataSequenceNumber() == null ? 0 : file.dataSequenceNumber();
    }

    /**
     * Returns whether a file's partition contains a value of a column that the table has dropped. Iceberg loses such a value
     * whenever it rewrites the entry of the file.
     */
    static boolean isPartitionedByDroppedColumn(Map<Integer, PartitionSpec> specs, DataFile file) {
        PartitionSpec spec = Objects.requireNonNull(specs.get(file.specId()));
        return spec.fields().stream()
                .anyMatch(field -> !field.transform().isVoid() && spec.schema().findField(field.sourceId()) == null);
    }

    @Override
    public void delete(String path) {
        try {
            table.io().deleteFile(path);
        } catch (NotFoundException e) {
            // the file was never written
        }
    }

    @Override
    public void setCodec(CodecLevel codec) {
        UpdateProperties update = table.updateProperties()
                .set(TableProperties.PARQUET_COMPRESSION, codec.codec().name().toLowerCase(Locale.ROOT));
        if (codec.level() != null) {
            update.set(TableProperties.PARQUET_COMPRESSION_LEVEL, codec.level().toString());
        } else {
            update.remove(TableProperties.PARQUET_COMPRESSION_LEVEL);
        }
        update.commit();
    }
}
