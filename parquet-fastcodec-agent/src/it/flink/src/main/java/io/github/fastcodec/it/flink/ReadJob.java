// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import io.github.fastcodec.flink.FastCodecReaders;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.formats.parquet.ParquetColumnarRowInputFormat;
import org.apache.flink.formats.parquet.avro.AvroParquetReaders;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.hadoop.conf.Configuration;

/** Reads a folder. Arguments: kind (rows, records, plain-rows, plain-records), folder. */
public final class ReadJob {

    private ReadJob() {}

    public static void main(String[] args) throws Exception {
        Path folder = new Path(args[1]);
        switch (args[0]) {
            case "rows":
                readRows(Ours.rows(rows()), folder);
                break;
            case "plain-rows":
                readRows(rows(), folder);
                break;
            case "records":
                readRecords(Ours.records(records()), folder);
                break;
            case "plain-records":
                readRecords(records(), folder);
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static BulkFormat<RowData, FileSourceSplit> rows() {
        return new ParquetColumnarRowInputFormat<>(
                new Configuration(), Rows.Table.type(), InternalTypeInfo.of(Rows.Table.type()), 500, true, true);
    }

    private static StreamFormat<GenericRecord> records() {
        return AvroParquetReaders.forGenericRecord(Rows.Avro.schema());
    }

    private static void readRows(BulkFormat<RowData, FileSourceSplit> format, Path folder) throws Exception {
        read(FileSource.forBulkFileFormat(format, folder).build(), Rows.Table::text);
    }

    private static void readRecords(StreamFormat<GenericRecord> format, Path folder) throws Exception {
        read(FileSource.forRecordStreamFormat(format, folder).build(), Rows.Avro::text);
    }

    private static <T> void read(Source<T, ?, ?> source, RowDigest.Text<T> text) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSource(source, WatermarkStrategy.noWatermarks(), "files")
                .map(new RowDigest<>(text))
                .sinkTo(new DiscardingSink<>());
        env.execute("read");
    }

    /** Separate, because a plain Flink lacks these classes. */
    private static final class Ours {

        static BulkFormat<RowData, FileSourceSplit> rows(BulkFormat<RowData, FileSourceSplit> format) {
            return FastCodecReaders.of(format, Rows.SETTINGS);
        }

        static StreamFormat<GenericRecord> records(StreamFormat<GenericRecord> format) {
            return FastCodecReaders.of(format, Rows.SETTINGS);
        }
    }
}
