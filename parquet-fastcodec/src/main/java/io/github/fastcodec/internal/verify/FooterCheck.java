// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.file.ColumnChunk;
import io.github.fastcodec.internal.file.ParquetFile;
import io.github.fastcodec.internal.file.Place;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;

/** The footer as parquet-java understands it, which must not contradict itself. For one thread. */
final class FooterCheck {

    private final FileReport report;
    private final List<RowGroup> rowGroups = new ArrayList<>();
    private List<ColumnDescriptor> columns = List.of();
    private String createdBy;
    private long rows;

    private FooterCheck(FileReport report) {
        this.report = report;
    }

    /** Reads and checks a footer whose structure is known to be sound. */
    static FooterCheck of(ParquetFile file, FileReport report) {
        FooterCheck check = new FooterCheck(report);
        try {
            check.read(file);
        } catch (IOException | RuntimeException e) {
            report.found(Place.FILE, "parquet-java cannot read its footer: " + e.getMessage());
        }
        return check;
    }

    private void read(ParquetFile file) throws IOException {
        FileMetaData metaData = Util.readFileMetaData(new ByteArrayInputStream(file.footer()));
        rows = metaData.getNum_rows();
        createdBy = metaData.getCreated_by();
        rowGroups.addAll(metaData.getRow_groups());
        checkRows();
        // The schema alone: what is wrong with a row group is told by its place.
        FileMetaData schema = new FileMetaData(metaData.getVersion(), metaData.getSchema(), rows, new ArrayList<>());
        schema.setColumn_orders(metaData.getColumn_orders());
        schema.setCreated_by(createdBy);
        columns = new ParquetMetadataConverter()
                .fromParquetMetadata(schema)
                .getFileMetaData()
                .getSchema()
                .getColumns();
        for (int group = 0; group < rowGroups.size(); group++) {
            checkColumns(group, file.rowGroups().get(group).chunks());
        }
    }

    private void checkRows() {
        long sum = 0;
        for (int group = 0; group < rowGroups.size(); group++) {
            long inGroup = rowGroups.get(group).getNum_rows();
            if (inGroup < 0) {
                report.found(Place.rowGroup(group), "it has " + inGroup + " rows, expected 0 or more");
            }
            sum += inGroup;
        }
        if (sum != rows) {
            report.found(Place.FILE, "its row groups have " + sum + " rows, its footer says " + rows);
        }
    }

    private void checkColumns(int group, List<ColumnChunk> chunks) {
        if (chunks.size() != columns.size()) {
            report.found(
                    Place.rowGroup(group),
                    "it has " + chunks.size() + " column chunks, the schema has " + columns.size() + " columns");
        }
        for (int i = 0; i < Math.min(chunks.size(), columns.size()); i++) {
            ColumnMetaData chunk = metaData(group, i);
            String path = String.join(".", columns.get(i).getPath());
            if (chunk == null) {
                continue; // which was found when the structure was read
            }
            if (!path.equals(chunks.get(i).path())) {
                report.found(
                        chunks.get(i).at(),
                        "it is column chunk " + i + ", the schema has the column " + path + " there");
            } else if (!isOf(columns.get(i), chunk)) {
                report.found(
                        chunks.get(i).at(),
                        "its type is " + chunk.getType() + ", the schema says "
                                + columns.get(i).getPrimitiveType().getPrimitiveTypeName());
            }
        }
    }

    private ColumnMetaData metaData(int group, int index) {
        return group < rowGroups.size()
                        && index < rowGroups.get(group).getColumns().size()
                ? rowGroups.get(group).getColumns().get(index).getMeta_data()
                : null;
    }

    /** Returns the number of rows in the file. */
    long rows() {
        return rows;
    }

    /** Returns the number of rows in a row group. */
    long rowsOfGroup(int group) {
        return group < rowGroups.size() ? rowGroups.get(group).getNum_rows() : PageFacts.UNKNOWN;
    }

    /** Returns what the schema says of a column chunk, or null if that is not known. */
    ColumnDescriptor column(int group, int index) {
        ColumnMetaData chunk = metaData(group, index);
        if (chunk == null || index >= columns.size()) {
            return null;
        }
        ColumnDescriptor column = columns.get(index);
        return List.of(column.getPath()).equals(chunk.getPath_in_schema()) && isOf(column, chunk) ? column : null;
    }

    private static boolean isOf(ColumnDescriptor column, ColumnMetaData chunk) {
        return column.getPrimitiveType().getPrimitiveTypeName()
                == new ParquetMetadataConverter().getPrimitive(chunk.getType());
    }

    /** Returns what the footer states of the values of a column chunk. */
    ChunkStatistics statistics(int group, int index, Place place) {
        ColumnDescriptor column = column(group, index);
        if (column == null) {
            return ChunkStatistics.none();
        }
        try {
            return ChunkStatistics.of(metaData(group, index), column.getPrimitiveType(), createdBy);
        } catch (RuntimeException e) {
            report.found(place, "parquet-java cannot read its statistics: " + e.getMessage());
            return ChunkStatistics.none();
        }
    }
}
