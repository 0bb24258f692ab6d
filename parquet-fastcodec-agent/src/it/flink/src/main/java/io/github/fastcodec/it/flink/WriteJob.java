// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.flink.FastCodecAvroWriters;
import io.github.fastcodec.flink.FastCodecRowDataWriters;
import io.github.fastcodec.flink.FastCodecWriters;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.formats.parquet.row.ParquetRowDataBuilder;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/** Writes rows with a bulk writer; each checkpoint ends a file. Arguments: kind, codec, folder, rows. */
public final class WriteJob {

    private static final int ROWS_PER_FILE = 4_000;

    private WriteJob() {}

    public static void main(String[] args) throws Exception {
        CompressionCodecName codec = CompressionCodecName.valueOf(args[1]);
        Path folder = new Path(args[2]);
        long rows = Long.parseLong(args[3]);
        Configuration conf = new Configuration(false);
        conf.set("parquet.compression", codec.name());
        conf.set("parquet.page.size", "8192");
        Rows.SETTINGS.forEach(conf::set);
        switch (args[0]) {
            case "avro":
                writeRecords(rows, Ours.avro(codec, folder));
                break;
            case "own":
                writeRecords(rows, Ours.ownBuilders(codec, folder));
                break;
            case "plain-own":
                writeRecords(
                        rows,
                        sink(
                                new ParquetWriterFactory<>(
                                        file -> ownBuilder(file, codec).build()),
                                folder));
                break;
            case "rowdata":
                writeRows(rows, Ours.rowData(conf, folder));
                break;
            case "plain-rowdata":
                writeRows(rows, sink(ParquetRowDataBuilder.createWriterFactory(Rows.Table.type(), conf, true), folder));
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static void writeRecords(long rows, Sink<GenericRecord> sink) throws Exception {
        write(rows, new Records(), new GenericRecordAvroTypeInfo(Rows.Avro.schema()), sink);
    }

    private static void writeRows(long rows, Sink<RowData> sink) throws Exception {
        write(rows, Rows.Table::row, InternalTypeInfo.of(Rows.Table.type()), sink);
    }

    private static <T> void write(long rows, GeneratorFunction<Long, T> row, TypeInformation<T> type, Sink<T> sink)
            throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSource(
                        new DataGeneratorSource<>(row, rows, RateLimiterStrategy.perCheckpoint(ROWS_PER_FILE), type),
                        WatermarkStrategy.noWatermarks(),
                        "rows")
                .map(new End<>())
                .returns(type)
                .sinkTo(sink);
        env.execute("write");
    }

    private static <T> Sink<T> sink(ParquetWriterFactory<T> writers, Path folder) {
        return FileSink.forBulkFormat(folder, writers).build();
    }

    /** Returns a user's own builder, with properties that none of our factories sets. */
    private static ParquetWriter.Builder<GenericRecord, ?> ownBuilder(OutputFile file, CompressionCodecName codec) {
        return AvroParquetWriter.<GenericRecord>builder(file)
                .withSchema(Rows.Avro.schema())
                .withCompressionCodec(codec)
                .withDictionaryEncoding(false)
                .withPageSize(4096);
    }

    private static final class Records implements GeneratorFunction<Long, GenericRecord> {

        private static final long serialVersionUID = 1L;

        @Override
        public GenericRecord map(Long id) {
            return Rows.Avro.row(Rows.Avro.schema(), id);
        }
    }

    /** Separate, because a plain Flink lacks these classes. */
    private static final class Ours {

        static Sink<GenericRecord> avro(CompressionCodecName codec, Path folder) {
            return sink(FastCodecAvroWriters.forGenericRecord(Rows.Avro.schema(), codec, Rows.SETTINGS), folder);
        }

        static Sink<GenericRecord> ownBuilders(CompressionCodecName codec, Path folder) {
            return sink(FastCodecWriters.of(file -> ownBuilder(file, codec), Rows.SETTINGS), folder);
        }

        static Sink<RowData> rowData(Configuration conf, Path folder) {
            return sink(FastCodecRowDataWriters.forRowData(Rows.Table.type(), conf, true), folder);
        }
    }

    /** Notifies the probe when the task closes, after the sink has written its last page. */
    private static final class End<T> extends RichMapFunction<T, T> {

        private static final long serialVersionUID = 1L;

        @Override
        public T map(T row) {
            return row;
        }

        @Override
        public void close() {
            Probe.end();
        }
    }
}
