// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.Implementation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.column.page.PageReader;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What all benchmarks of whole files share: how they are measured, who, which file, and how it is written and read. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
        value = 1,
        jvmArgs = {"-Xms1500m", "-Xmx1500m", "-XX:+AlwaysPreTouch", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 4)
@Measurement(iterations = 6)
public abstract class FileState {

    @Param({"parquet-java", "parquet-java-direct", "fastcodec", "fastcodec-hadoop"})
    public String impl;

    @Param({"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    public CompressionCodecName codec;

    @Param({"V1", "V2"})
    public String version;

    @Param({"true", "false"})
    public boolean dictionary;

    @Param({"LINEITEM", "NESTED"})
    public Table table;

    @Param("30000")
    public int rows;

    /** The rows to write. */
    private List<Group> groups;

    /** Makes the rows. */
    void makeRows() {
        groups = table.rows(rows);
    }

    /** Writes all rows to a new file. */
    void write(OutputFile file) throws IOException {
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(file)
                .withType(table.schema())
                .withCompressionCodec(codec)
                .withWriterVersion(version.equals("V2") ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0)
                .withDictionaryEncoding(dictionary)
                .withCodecFactory(Implementation.of(impl).newFactory())
                .build()) {
            for (Group group : groups) {
                writer.write(group);
            }
        }
    }

    /** Reads every value of every row. */
    long read(InputFile file) throws IOException {
        long digest = 0;
        try (ParquetReader<Long> reader = new DigestReader(file)
                .withCodecFactory(Implementation.of(impl).newFactory())
                .build()) {
            for (Long row = reader.read(); row != null; row = reader.read()) {
                digest = row;
            }
        }
        return digest;
    }

    /** Reads and decompresses every page, and looks at no value. */
    long decompress(InputFile file) throws IOException {
        long bytes = 0;
        ParquetReadOptions options = ParquetReadOptions.builder()
                .withCodecFactory(Implementation.of(impl).newFactory())
                .build();
        try (ParquetFileReader reader = ParquetFileReader.open(file, options)) {
            for (PageReadStore group = reader.readNextRowGroup(); group != null; group = reader.readNextRowGroup()) {
                for (ColumnDescriptor column : table.schema().getColumns()) {
                    PageReader pages = group.getPageReader(column);
                    if (pages.readDictionaryPage() != null) {
                        bytes++;
                    }
                    for (DataPage page = pages.readPage(); page != null; page = pages.readPage()) {
                        // some codecs decompress only when they are asked for bytes
                        bytes += ColumnPages.bytes(page).toInputStream().available();
                    }
                }
            }
        }
        return bytes;
    }

    private static final class DigestReader extends ParquetReader.Builder<Long> {
        private DigestReader(InputFile file) {
            super(file);
        }

        @Override
        protected ReadSupport<Long> getReadSupport() {
            return new RowDigest();
        }
    }
}
