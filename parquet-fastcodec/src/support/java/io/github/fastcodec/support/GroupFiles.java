// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;

/** Writes and reads local files of groups, parquet-java's own example of a record. */
public final class GroupFiles {

    private GroupFiles() {}

    /** Writes rows to a new file. */
    public static void write(Path file, Rows rows, Consumer<ExampleParquetWriter.Builder> settings) throws IOException {
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withType(rows.schema())
                .withConf(new PlainParquetConfiguration());
        settings.accept(builder);
        try (ParquetWriter<Group> writer = builder.build()) {
            rows.writeTo(writer);
        }
    }

    /** Reads a file's rows, as {@link Rows#valuesOf} gives them. */
    public static List<List<?>> read(Path file, Consumer<Reader> settings) throws IOException {
        return read(new LocalInputFile(file), settings);
    }

    /** Reads the rows of any input file, as {@link Rows#valuesOf} gives them. */
    public static List<List<?>> read(InputFile file, Consumer<Reader> settings) throws IOException {
        Reader builder = new Reader(file, new PlainParquetConfiguration());
        settings.accept(builder);
        try (ParquetReader<Group> reader = builder.build()) {
            return Rows.rest(reader);
        }
    }

    /** Opens a file for reading its pages rather than records. */
    public static ParquetFileReader open(Path file, ParquetReadOptions options) throws IOException {
        return ParquetFileReader.open(new LocalInputFile(file), options);
    }

    /** Reads a plaintext footer. */
    public static ParquetMetadata footer(Path file) throws IOException {
        try (ParquetFileReader reader = open(
                file,
                ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
            return reader.getFooter();
        }
    }

    /** A builder of group readers; parquet-java's own takes only Hadoop paths. */
    public static final class Reader extends ParquetReader.Builder<Group> {

        public Reader(Path file, ParquetConfiguration configuration) {
            this(new LocalInputFile(file), configuration);
        }

        public Reader(InputFile file, ParquetConfiguration configuration) {
            super(file, configuration);
        }

        @Override
        protected ReadSupport<Group> getReadSupport() {
            return new GroupReadSupport();
        }
    }
}
