// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.util.LinkedHashSet;
import java.util.Properties;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetOutputFormat;

/** The options of a table's format. Flink passes their keys without the format's name. */
final class FormatOptions {

    private static final String PREFIX = "parquet.";

    private FormatOptions() {}

    /**
     * Returns this project's settings as options. Flink treats each value as a string, so wrong values are reported by
     * this project, whose errors name the key, the value and the range.
     */
    static Set<ConfigOption<?>> fromSettings() {
        Set<ConfigOption<?>> options = new LinkedHashSet<>();
        for (Setting<?> setting : Settings.JOB_SETTINGS) {
            ConfigOptions.TypedConfigOptionBuilder<String> builder =
                    ConfigOptions.key(name(setting)).stringType();
            ConfigOption<String> option =
                    setting.hasDefault() ? builder.defaultValue(setting.defaultText()) : builder.noDefaultValue();
            options.add(option.withDescription(setting.meaning()));
        }
        return options;
    }

    /** Returns a Hadoop configuration with each option under the key that parquet-java or this project reads. */
    static Configuration toConfiguration(ReadableConfig options) {
        Properties properties = new Properties();
        // A ReadableConfig does not list its options. Flink's own Parquet format makes the same cast.
        ((org.apache.flink.configuration.Configuration) options).addAllToProperties(properties);
        Configuration configuration = new Configuration();
        properties.forEach((name, value) -> configuration.set(PREFIX + name, value.toString()));
        for (Setting<?> setting : Settings.JOB_SETTINGS) {
            String value = properties.getProperty(name(setting));
            if (value != null) {
                configuration.set(setting.key(), value); // some keys are Hadoop's and do not start with PREFIX
            }
        }
        return configuration;
    }

    /**
     * Checks the settings of a table.
     *
     * @throws IllegalArgumentException if a value is invalid; the message names the option as it is typed in a table, the value
     *     and the range
     */
    static JobSettings check(Supplier<JobSettings> settings) {
        try {
            return settings.get();
        } catch (IllegalArgumentException e) {
            String message =
                    String.valueOf(e.getMessage()).replace(ParquetOutputFormat.COMPRESSION, typed("compression"));
            for (Setting<?> setting : Settings.JOB_SETTINGS) {
                message = message.replace(setting.key(), typed(name(setting)));
            }
            throw new IllegalArgumentException(message, e);
        }
    }

    private static String typed(String name) {
        return FastCodecFileFormatFactory.IDENTIFIER + "." + name;
    }

    private static String name(Setting<?> setting) {
        String key = setting.key();
        return key.startsWith(PREFIX) ? key.substring(PREFIX.length()) : key;
    }
}
