// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** The content of a file's footer, as parquet-java reads it. */
final class Footer {

    final List<Long> splitOffsets = new ArrayList<>();
    final Map<Integer, Long> columnSizes = new TreeMap<>();
    final List<String> codecs;

    private Footer(ParquetFileReader reader) {
        MessageType schema = reader.getFileMetaData().getSchema();
        TreeSet<String> names = new TreeSet<>();
        for (BlockMetaData group : reader.getRowGroups()) {
            splitOffsets.add(group.getStartingPos());
            for (ColumnChunkMetaData column : group.getColumns()) {
                names.add(column.getCodec().name());
                Type.ID id = schema.getColumnDescription(column.getPath().toArray())
                        .getPrimitiveType()
                        .getId();
                if (id != null) { // Delta's files have no ids
                    columnSizes.merge(id.intValue(), column.getTotalSize(), Long::sum);
                }
            }
        }
        codecs = List.copyOf(names);
    }

    static Footer of(Path file) throws IOException {
        try (ParquetFileReader reader = ParquetFileReader.open(
                HadoopInputFile.fromPath(new org.apache.hadoop.fs.Path(file.toUri()), new Configuration()))) {
            return new Footer(reader);
        }
    }
}
