// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.writers;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A command line of {@code --name=value}, each with a default. */
final class Arguments {

    private final Map<String, String> values = new TreeMap<>();

    /**
     * Reads a command line.
     *
     * @param defaults every name that is known, with its default
     * @throws IllegalArgumentException if an argument has another form or another name
     */
    Arguments(String[] args, Map<String, String> defaults) {
        values.putAll(defaults);
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals < 2 || !arg.startsWith("--") || !defaults.containsKey(arg.substring(2, equals))) {
                throw new IllegalArgumentException("Argument \"" + arg + "\" is none of --NAME=VALUE with a name of "
                        + new TreeMap<>(defaults).keySet());
            }
            values.put(arg.substring(2, equals), arg.substring(equals + 1));
        }
    }

    String text(String name) {
        return values.get(name);
    }

    int number(String name) {
        return Integer.parseInt(values.get(name));
    }

    int[] numbers(String name) {
        return Arrays.stream(values.get(name).split(","))
                .mapToInt(Integer::parseInt)
                .toArray();
    }

    List<CompressionCodecName> codecs(String name) {
        return Arrays.stream(values.get(name).split(","))
                .map(CompressionCodecName::valueOf)
                .toList();
    }
}
