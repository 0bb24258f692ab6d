// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
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
        UnaryOperator<String> lookup = key -> {
            String value = configuration.get(key);
            if (value != null) {
                read.put(key, value);
            }
            return value;
        };
        FastCodecOptions.from(lookup);
        lookup.apply(FastCodecInstaller.ENABLED);
        return new CodecSettings(read);
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
