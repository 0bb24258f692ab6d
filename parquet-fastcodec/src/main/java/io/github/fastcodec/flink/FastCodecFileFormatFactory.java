// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.file.table.factories.BulkReaderFormatFactory;
import org.apache.flink.connector.file.table.factories.BulkWriterFormatFactory;
import org.apache.flink.connector.file.table.format.BulkDecodingFormat;
import org.apache.flink.formats.parquet.ParquetFileFormatFactory;
import org.apache.flink.table.connector.format.EncodingFormat;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DynamicTableFactory;

/**
 * The SQL format {@code parquet-fastcodec}: Flink's format {@code parquet} under another name, with pages compressed and
 * decompressed by parquet-fastcodec. Its options are those of {@code parquet} and the keys listed in
 * docs/configuration.md. Flink finds this factory on the class path.
 *
 * <p>Flink's filesystem connector creates every format factory on the class path to find the one that it needs. So this
 * class must load without flink-parquet, and uses flink-parquet's types only inside methods.
 */
public final class FastCodecFileFormatFactory implements BulkReaderFormatFactory, BulkWriterFormatFactory {

    /** The format's name in {@code 'format' = '...'}. */
    public static final String IDENTIFIER = "parquet-fastcodec";

    /** Creates the factory. Flink calls this when it loads services. */
    public FastCodecFileFormatFactory() {}

    @Override
    public String factoryIdentifier() {
        return IDENTIFIER;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return new ParquetFileFormatFactory().requiredOptions();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        Set<ConfigOption<?>> options = new LinkedHashSet<>(new ParquetFileFormatFactory().optionalOptions());
        options.addAll(FormatOptions.fromSettings());
        return options;
    }

    /** @throws IllegalArgumentException if an option is out of range; the message names the key, the value and the range */
    @Override
    public BulkDecodingFormat<RowData> createDecodingFormat(
            DynamicTableFactory.Context context, ReadableConfig formatOptions) {
        return new FastCodecDecodingFormat(formatOptions);
    }

    /** @throws IllegalArgumentException if an option is out of range; the message names the key, the value and the range */
    @Override
    public EncodingFormat<BulkWriter.Factory<RowData>> createEncodingFormat(
            DynamicTableFactory.Context context, ReadableConfig formatOptions) {
        return new FastCodecEncodingFormat(formatOptions);
    }
}
