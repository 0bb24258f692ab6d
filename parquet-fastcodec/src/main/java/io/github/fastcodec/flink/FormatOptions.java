// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.FastCodecOptions;
import java.util.Properties;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The options of a table's format, which Flink hands over without the format's name before them. */
final class FormatOptions {

    private FormatOptions() {}

    /** Returns a Hadoop configuration with each option under {@code parquet.}, where parquet-java and we look for it. */
    static Configuration toConfiguration(ReadableConfig options) {
        Properties properties = new Properties();
        // Flink's own Parquet format relies on this class too: ReadableConfig cannot be listed
        ((org.apache.flink.configuration.Configuration) options).addAllToProperties(properties);
        Configuration configuration = new Configuration();
        properties.forEach((key, value) -> configuration.set("parquet." + key, value.toString()));
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            // the level of GZIP and of BROTLI are Hadoop's keys, without that prefix
            String key = FastCodecOptions.levelKey(codec);
            String value = key == null ? null : properties.getProperty(key);
            if (value != null) {
                configuration.set(key, value);
            }
        }
        return configuration;
    }
}
