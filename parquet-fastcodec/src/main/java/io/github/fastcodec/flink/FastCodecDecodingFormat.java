// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.formats.parquet.ParquetFileFormatFactory.ParquetBulkDecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

/** Flink's own format for decoding Parquet, with its readers wrapped by {@link FastCodecReaders}. */
final class FastCodecDecodingFormat extends ParquetBulkDecodingFormat {

    private final JobSettings settings;

    FastCodecDecodingFormat(ReadableConfig formatOptions) {
        super(formatOptions);
        settings = FormatOptions.check(() -> JobSettings.of(FormatOptions.toConfiguration(formatOptions)));
    }

    @Override
    public BulkFormat<RowData, FileSourceSplit> createRuntimeDecoder(
            DynamicTableSource.Context context, DataType producedType, int[][] projections) {
        return FastCodecReaders.of(super.createRuntimeDecoder(context, producedType, projections), settings);
    }
}
