// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.settings.Setting;
import io.github.fastcodec.internal.settings.Settings;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A job's settings. The client sends them to the task managers, which create the codecs. Immutable. */
final class JobSettings implements Serializable {

    private static final long serialVersionUID = 1L;

    private final HashMap<String, String> values;

    /**
     * Checks the values that are not specific to one codec, so that the client rejects a wrong value before a task manager
     * does.
     */
    private JobSettings(HashMap<String, String> values) {
        this.values = values;
        options();
        enabled();
    }

    /**
     * @throws IllegalArgumentException if a value that is not specific to one codec is invalid; the message names the key,
     *     the value and the range
     */
    static JobSettings of(Map<String, String> values) {
        return new JobSettings(new HashMap<>(values));
    }

    /**
     * Copies this project's settings from a configuration, which contains hundreds of other values.
     *
     * @throws IllegalArgumentException if a value that is not specific to one codec is invalid; the message names the key,
     *     the value and the range
     */
    static JobSettings of(Configuration configuration) {
        return of(Settings.configured(Settings.JOB_SETTINGS, configuration::get));
    }

    /**
     * Checks the level of the codec that the job writes, unless parquet-java's codecs write it.
     *
     * @throws IllegalArgumentException if the level is invalid; the message names the key, the value and the range
     */
    JobSettings writing(CompressionCodecName codec) {
        Setting<Integer> level = Settings.level(codec);
        if (level != null && enabled()) {
            level.get(values::get);
        }
        return this;
    }

    FastCodecOptions options() {
        return FastCodecOptions.from(values::get);
    }

    /**
     * Returns whether the job uses this project's codecs. If not, it must leave the codec map unchanged, because other
     * jobs use the map too.
     */
    boolean enabled() {
        return Settings.ENABLED.get(values::get);
    }

    /** Adds these settings to a configuration, and returns the configuration. */
    Configuration addTo(Configuration configuration) {
        values.forEach(configuration::set);
        return configuration;
    }
}
