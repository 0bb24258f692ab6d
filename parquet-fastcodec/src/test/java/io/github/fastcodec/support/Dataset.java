// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** The expected content of a file, from the JSON that generate.py wrote; dataset.py describes its format. */
public final class Dataset {

    private final MessageType schema;
    private final List<ColumnType> types = new ArrayList<>();
    private final List<List<Object>> rows = new ArrayList<>();

    private Dataset(JsonNode content) {
        List<Type> columns = new ArrayList<>();
        for (JsonNode column : content.get("columns")) {
            ColumnType type = ColumnType.valueOf(column.get(1).textValue().toUpperCase(Locale.ROOT));
            types.add(type);
            columns.add(type.schema(column.get(0).textValue()));
        }
        schema = new MessageType("dataset", columns);
        List<List<Object>> once = new ArrayList<>();
        for (JsonNode row : content.get("rows")) {
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < types.size(); i++) {
                values.add(types.get(i).expected(row.get(i)));
            }
            once.add(values);
        }
        for (int i = 0; i < content.get("repeat").intValue(); i++) {
            rows.addAll(once);
        }
    }

    public static Dataset load(String name) throws IOException {
        return new Dataset(
                new ObjectMapper().readTree(directory().resolve(name + ".json").toFile()));
    }

    /** Returns the directory of the committed files. */
    public static Path directory() {
        try {
            return Path.of(Dataset.class.getResource("/interop").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    public MessageType schema() {
        return schema;
    }

    public void write(ParquetWriter<Group> writer) throws IOException {
        for (List<Object> row : rows) {
            Group record = new SimpleGroup(schema);
            for (int i = 0; i < types.size(); i++) {
                types.get(i).write(record, i, row.get(i));
            }
            writer.write(record);
        }
    }

    /** Fails unless a file, read with our factory, holds exactly these rows. */
    public void assertHeldBy(Path file) throws IOException {
        try (ParquetReader<Group> reader = new GroupReaderBuilder(new LocalInputFile(file))
                .withCodecFactory(new FastCodecFactory())
                .build()) {
            for (int row = 0; row < rows.size(); row++) {
                Group record = reader.read();
                for (int i = 0; i < types.size(); i++) {
                    int column = i;
                    int at = row;
                    assertEquals(
                            rows.get(row).get(i),
                            types.get(i).read(record, i),
                            () -> file.getFileName() + ", row " + at + ", column " + schema.getFieldName(column));
                }
            }
            assertNull(reader.read(), () -> file.getFileName() + " has more than " + rows.size() + " rows");
        }
    }

    private static final class GroupReaderBuilder extends ParquetReader.Builder<Group> {
        private GroupReaderBuilder(InputFile file) {
            super(file, new PlainParquetConfiguration());
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }
}
