// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.flink.formats.parquet.row.ParquetRowDataBuilder;
import org.apache.flink.formats.parquet.utils.SerializableConfiguration;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.logical.RowType;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetOutputFormat;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/** Bulk writers for {@code FileSink} that compress Flink's {@link RowData} with parquet-fastcodec. */
public final class FastCodecRowDataWriters {

    private FastCodecRowDataWriters() {}

    /**
     * Returns bulk writers. They read the keys listed in docs/configuration.md, and those that Flink's
     * {@link ParquetRowDataBuilder#createWriterFactory} reads, such as {@code parquet.compression} (SNAPPY if it is not
     * set) and the keys for page sizes, row group sizes and dictionaries.
     *
     * @param rowType the type of the rows
     * @param configuration the settings; copied by serialization when the job is submitted
     * @param utcTimestamp true to write timestamps in UTC, false to write them in the local time zone
     * @throws IllegalArgumentException if a value is out of range; the message names the key, the value and the range
     */
    public static ParquetWriterFactory<RowData> forRowData(
            RowType rowType, Configuration configuration, boolean utcTimestamp) {
        SerializableConfiguration serializable = new SerializableConfiguration(configuration);
        return FastCodecWriters.of(
                file -> builder(file, rowType, serializable.conf(), utcTimestamp), JobSettings.of(configuration));
    }

    private static ParquetWriter.Builder<RowData, ?> builder(
            OutputFile file, RowType rowType, Configuration conf, boolean utcTimestamp) {
        int padding = conf.getInt(ParquetOutputFormat.MAX_PADDING_BYTES, ParquetWriter.MAX_PADDING_SIZE_DEFAULT);
        return new ParquetRowDataBuilder(file, rowType, utcTimestamp)
                .withConf(conf)
                .withCompressionCodec(CompressionCodecName.fromConf(
                        conf.get(ParquetOutputFormat.COMPRESSION, CompressionCodecName.SNAPPY.name())))
                .withWriterVersion(ParquetOutputFormat.getWriterVersion(conf))
                .withRowGroupSize(ParquetOutputFormat.getLongBlockSize(conf))
                .withPageSize(ParquetOutputFormat.getPageSize(conf))
                .withDictionaryPageSize(ParquetOutputFormat.getDictionaryPageSize(conf))
                .withDictionaryEncoding(ParquetOutputFormat.getEnableDictionary(conf))
                .withMaxPaddingSize(padding)
                .withValidation(ParquetOutputFormat.getValidation(conf));
    }
}
