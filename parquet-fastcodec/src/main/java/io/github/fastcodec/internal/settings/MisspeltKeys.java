// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Finds keys that look like this project's but belong to no setting. */
public final class MisspeltKeys {

    private static final String PREFIX = "parquet.fastcodec.";
    private static final String ALMOST_PREFIX = "parquet.fast";

    private MisspeltKeys() {}

    /** Returns a message for each misspelt key, sorted by key. Each message suggests the most similar known key. */
    public static List<String> of(Collection<String> keys) {
        return keys.stream()
                .filter(key -> key.startsWith(ALMOST_PREFIX))
                .filter(key ->
                        Settings.ALL.stream().noneMatch(setting -> setting.key().equals(key)))
                .sorted()
                .map(key -> key + " has no effect: there is no such key. Did you mean " + nearest(key) + "?")
                .collect(Collectors.toList());
    }

    private static String nearest(String key) {
        return Settings.ALL.stream()
                .map(Setting::key)
                .filter(known -> known.startsWith(PREFIX))
                .min(Comparator.<String>comparingInt(known -> distance(key.toLowerCase(Locale.ROOT), known))
                        .thenComparing(known -> known))
                .orElseThrow();
    }

    /** Returns the edit distance between two keys: the smallest number of letters to insert, delete or replace. */
    private static int distance(String one, String other) {
        int[] last = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
            }
            last = row;
        }
        return last[other.length()];
    }
}
