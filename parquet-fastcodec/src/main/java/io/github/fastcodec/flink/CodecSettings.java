// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Settings on their way from the client to the task managers, where codecs are made of them. Immutable. */
final class CodecSettings implements Serializable {

    private static final long serialVersionUID = 1L;

    private final HashMap<String, String> values;

    private CodecSettings(HashMap<String, String> values) {
        this.values = values;
    }

    /** @throws IllegalArgumentException if {@link FastCodecOptions#from} refuses a value: on the client, not on a worker */
    static CodecSettings of(Map<String, String> values) {
        FastCodecOptions.from(values::get);
        return new CodecSettings(new HashMap<>(values));
    }

    /** Takes out of a configuration what is read of it, and nothing else of its hundreds of values. */
    static CodecSettings of(Configuration configuration) {
        HashMap<String, String> read = new HashMap<>();
        FastCodecOptions.keys().forEach(key -> copy(configuration, key, read));
        copy(configuration, FastCodecInstaller.ENABLED, read);
        FastCodecOptions.from(read::get);
        return new CodecSettings(read);
    }

    private static void copy(Configuration from, String key, Map<String, String> to) {
        String value = from.get(key);
        if (value != null) {
            to.put(key, value);
        }
    }

    FastCodecOptions options() {
        return FastCodecOptions.from(values::get);
    }

    /** Returns whether the job wants these codecs; a no must not reach the codec map, which other jobs use too. */
    boolean enabled() {
        String value = values.get(FastCodecInstaller.ENABLED);
        return value == null || !value.trim().equalsIgnoreCase("false");
    }

    /** Adds these settings to a configuration, and returns that. */
    Configuration addTo(Configuration configuration) {
        values.forEach(configuration::set);
        return configuration;
    }
}
