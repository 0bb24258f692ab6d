// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.flink.FastCodecAvroWriters;
import io.github.fastcodec.flink.FastCodecMetrics;
import io.github.fastcodec.flink.FastCodecRowDataWriters;
import io.github.fastcodec.flink.FastCodecWriters;
import java.io.IOException;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.avro.typeutils.GenericRecordAvroTypeInfo;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/** Writes rows by a bulk writer; each checkpoint ends a file. Arguments: kind, codec, folder, rows. */
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
                writeRecords(
                        rows, folder, FastCodecAvroWriters.forGenericRecord(Rows.Avro.schema(), codec, Rows.SETTINGS));
                break;
            case "own":
                writeRecords(rows, folder, FastCodecWriters.of(new OwnBuilders(codec), Rows.SETTINGS));
                break;
            case "rowdata":
                writeRows(rows, folder, FastCodecRowDataWriters.forRowData(Rows.Table.type(), conf, true));
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static void writeRecords(long rows, Path folder, ParquetWriterFactory<GenericRecord> writers)
            throws Exception {
        write(rows, folder, writers, new Records(), new GenericRecordAvroTypeInfo(Rows.Avro.schema()));
    }

    private static void writeRows(long rows, Path folder, ParquetWriterFactory<RowData> writers) throws Exception {
        write(rows, folder, writers, Rows.Table::row, InternalTypeInfo.of(Rows.Table.type()));
    }

    private static <T> void write(
            long rows,
            Path folder,
            ParquetWriterFactory<T> writers,
            GeneratorFunction<Long, T> row,
            TypeInformation<T> type)
            throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSource(
                        new DataGeneratorSource<>(row, rows, RateLimiterStrategy.perCheckpoint(ROWS_PER_FILE), type),
                        WatermarkStrategy.noWatermarks(),
                        "rows")
                .map(new End<>())
                .returns(type)
                .sinkTo(FastCodecMetrics.ofSink(
                        writers, ours -> FileSink.forBulkFormat(folder, ours).build()));
        env.execute("write " + folder.getName());
    }

    private static final class Records implements GeneratorFunction<Long, GenericRecord> {

        private static final long serialVersionUID = 1L;

        @Override
        public GenericRecord map(Long id) {
            return Rows.Avro.row(Rows.Avro.schema(), id);
        }
    }

    /** A builder as users have it, with properties that no helper of ours sets. */
    private static final class OwnBuilders implements FastCodecWriters.BuilderFactory<GenericRecord> {

        private static final long serialVersionUID = 1L;

        private final CompressionCodecName codec;

        OwnBuilders(CompressionCodecName codec) {
            this.codec = codec;
        }

        @Override
        public ParquetWriter.Builder<GenericRecord, ?> create(OutputFile file) throws IOException {
            return AvroParquetWriter.<GenericRecord>builder(file)
                    .withSchema(Rows.Avro.schema())
                    .withCompressionCodec(codec)
                    .withDictionaryEncoding(false)
                    .withPageSize(4096);
        }
    }

    /** Tells the probe when the task closes, which is after the sink wrote its last page. */
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
