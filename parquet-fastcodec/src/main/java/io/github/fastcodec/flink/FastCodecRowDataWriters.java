// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.util.Arrays;
import java.util.stream.Collectors;
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
     * @throws IllegalArgumentException if a value is out of range, or no codec has the name in {@code parquet.compression}; the
     *     message names the key, the value, and the range or the codecs
     */
    public static ParquetWriterFactory<RowData> forRowData(
            RowType rowType, Configuration configuration, boolean utcTimestamp) {
        SerializableConfiguration serializable = new SerializableConfiguration(configuration);
        CompressionCodecName codec = codec(configuration);
        return FastCodecWriters.of(
                file -> builder(file, rowType, serializable.conf(), codec, utcTimestamp),
                JobSettings.of(configuration).writing(codec));
    }

    /**
     * Returns the codec of a job's files.
     *
     * @throws IllegalArgumentException if no codec has the configured name; the message names the key, the name and the codecs
     */
    static CompressionCodecName codec(Configuration conf) {
        String name = conf.get(ParquetOutputFormat.COMPRESSION, CompressionCodecName.SNAPPY.name());
        try {
            return CompressionCodecName.fromConf(name);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    ParquetOutputFormat.COMPRESSION + " is \"" + name + "\", expected one of "
                            + Arrays.stream(CompressionCodecName.values())
                                    .map(Enum::name)
                                    .collect(Collectors.joining(", ")),
                    e);
        }
    }

    private static ParquetWriter.Builder<RowData, ?> builder(
            OutputFile file, RowType rowType, Configuration conf, CompressionCodecName codec, boolean utcTimestamp) {
        int padding = conf.getInt(ParquetOutputFormat.MAX_PADDING_BYTES, ParquetWriter.MAX_PADDING_SIZE_DEFAULT);
        return new ParquetRowDataBuilder(file, rowType, utcTimestamp)
                .withConf(conf)
                .withCompressionCodec(codec)
                .withWriterVersion(ParquetOutputFormat.getWriterVersion(conf))
                .withRowGroupSize(ParquetOutputFormat.getLongBlockSize(conf))
                .withPageSize(ParquetOutputFormat.getPageSize(conf))
                .withDictionaryPageSize(ParquetOutputFormat.getDictionaryPageSize(conf))
                .withDictionaryEncoding(ParquetOutputFormat.getEnableDictionary(conf))
                .withMaxPaddingSize(padding)
                .withValidation(ParquetOutputFormat.getValidation(conf));
    }
}
