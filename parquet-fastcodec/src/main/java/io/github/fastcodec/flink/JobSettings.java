// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.settings.Settings;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** A job's settings on their way from the client to the task managers, which make codecs of them. Immutable. */
final class JobSettings implements Serializable {

    private static final long serialVersionUID = 1L;

    private final HashMap<String, String> values;

    /** Checks what can be checked without a codec: on the client, not on a worker. */
    private JobSettings(HashMap<String, String> values) {
        this.values = values;
        options();
        enabled();
    }

    /** @throws IllegalArgumentException if a value that concerns more than one codec is none; names key, value and range */
    static JobSettings of(Map<String, String> values) {
        return new JobSettings(new HashMap<>(values));
    }

    /**
     * Takes out of a configuration what is read of it, and nothing else of its hundreds of values.
     *
     * @throws IllegalArgumentException if a value that concerns more than one codec is none; names key, value and range
     */
    static JobSettings of(Configuration configuration) {
        return of(Settings.configured(Settings.OF_JOBS, configuration::get));
    }

    FastCodecOptions options() {
        return FastCodecOptions.from(values::get);
    }

    /** Returns whether the job uses these codecs. A job that does not must leave the codec map as it is, because other jobs use it too. */
    boolean enabled() {
        return Settings.ENABLED.get(values::get);
    }

    /** Adds these settings to a configuration, and returns that. */
    Configuration addTo(Configuration configuration) {
        values.forEach(configuration::set);
        return configuration;
    }
}
