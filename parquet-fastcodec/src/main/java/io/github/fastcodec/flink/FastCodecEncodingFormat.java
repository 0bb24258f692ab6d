// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.formats.parquet.ParquetFileFormatFactory;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;

/** Encodes with this project's writers, which are configured by the options of Flink's Parquet format. */
final class FastCodecEncodingFormat implements EncodingFormat<BulkWriter.Factory<RowData>> {

    private final Configuration configuration;
    private final boolean utcTimestamp;

    FastCodecEncodingFormat(ReadableConfig formatOptions) {
        configuration = FormatOptions.toConfiguration(formatOptions);
        FormatOptions.check(
                () -> // when the statement is planned
                JobSettings.of(configuration).writing(FastCodecRowDataWriters.codec(configuration)));
        utcTimestamp = formatOptions.get(ParquetFileFormatFactory.UTC_TIMEZONE);
    }

    @Override
    public BulkWriter.Factory<RowData> createRuntimeEncoder(DynamicTableSink.Context context, DataType consumedType) {
        return FastCodecRowDataWriters.forRowData((RowType) consumedType.getLogicalType(), configuration, utcTimestamp);
    }

    @Override
    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }
}
