// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import io.delta.kernel.Scan;
import io.delta.kernel.Snapshot;
import io.delta.kernel.Table;
import io.delta.kernel.data.FilteredColumnarBatch;
import io.delta.kernel.data.Row;
import io.delta.kernel.defaults.engine.DefaultEngine;
import io.delta.kernel.engine.Engine;
import io.delta.kernel.engine.FileReadResult;
import io.delta.kernel.internal.InternalScanFileUtils;
import io.delta.kernel.internal.actions.DeletionVectorDescriptor;
import io.delta.kernel.internal.data.ScanStateRow;
import io.delta.kernel.internal.util.Utils;
import io.delta.kernel.utils.CloseableIterator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;

/** Reads tables with Delta Kernel, which shares nothing with delta-spark but the protocol. */
final class DeltaKernel {

    private static final Engine ENGINE = DefaultEngine.create(new Configuration());

    private DeltaKernel() {}

    /** Returns the texts of a version's rows by their ids, each of which must occur once; -1 is the newest version. */
    static Map<Long, String> rows(Path folder, long version) throws IOException {
        Table table = Table.forPath(ENGINE, folder.toString());
        Snapshot snapshot =
                version < 0 ? table.getLatestSnapshot(ENGINE) : table.getSnapshotAsOfVersion(ENGINE, version);
        Scan scan = snapshot.getScanBuilder().build();
        Row state = scan.getScanState(ENGINE);
        int id = ScanStateRow.getLogicalSchema(state).indexOf("id");
        int text = ScanStateRow.getLogicalSchema(state).indexOf("text");
        Map<Long, String> rows = new TreeMap<>();
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(ENGINE)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> files = batches.next().getRows()) {
                    while (files.hasNext()) {
                        read(state, files.next(), id, text, rows);
                    }
                }
            }
        }
        return rows;
    }

    /**
     * Receives each file of a version: its path, the id of its deletion vector, and that of its first row; the ids may be null.
     */
    interface FileVisitor {
        void file(String path, String vector, Long baseRowId);
    }

    /** Reads the list of files of a version. */
    static void files(Path folder, long version, FileVisitor visitor) throws IOException {
        Scan scan = Table.forPath(ENGINE, folder.toString())
                .getSnapshotAsOfVersion(ENGINE, version)
                .getScanBuilder()
                .build();
        try (CloseableIterator<FilteredColumnarBatch> batches = scan.getScanFiles(ENGINE)) {
            while (batches.hasNext()) {
                try (CloseableIterator<Row> files = batches.next().getRows()) {
                    while (files.hasNext()) {
                        Row file = files.next();
                        DeletionVectorDescriptor vector =
                                InternalScanFileUtils.getDeletionVectorDescriptorFromRow(file);
                        visitor.file(
                                InternalScanFileUtils.getAddFileStatus(file).getPath(),
                                vector == null ? null : vector.getUniqueId(),
                                InternalScanFileUtils.getBaseRowId(file).orElse(null));
                    }
                }
            }
        }
    }

    private static void read(Row state, Row file, int id, int text, Map<Long, String> rows) throws IOException {
        CloseableIterator<FileReadResult> physical = ENGINE.getParquetHandler()
                .readParquetFiles(
                        Utils.singletonCloseableIterator(InternalScanFileUtils.getAddFileStatus(file)),
                        ScanStateRow.getPhysicalDataReadSchema(state),
                        Optional.empty());
        try (CloseableIterator<FilteredColumnarBatch> logical =
                Scan.transformPhysicalData(ENGINE, state, file, physical.map(FileReadResult::getData))) {
            while (logical.hasNext()) {
                try (CloseableIterator<Row> found = logical.next().getRows()) {
                    while (found.hasNext()) {
                        Row row = found.next();
                        String before = rows.put(row.getLong(id), row.getString(text));
                        if (before != null) {
                            throw new AssertionError("row " + row.getLong(id) + " is there twice");
                        }
                    }
                }
            }
        }
    }
}
