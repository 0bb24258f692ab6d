// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import java.util.HashMap;
import java.util.Map;

/** Checks that no two sources have the same target. Not thread-safe. */
public final class Targets {

    private final Map<String, String> sources = new HashMap<>();

    public Targets() {}

    /**
     * Adds a source and its target. The same source may be added again.
     *
     * @throws IllegalArgumentException if another source has the same target
     */
    public void add(String source, String target) {
        String other = sources.putIfAbsent(target, source);
        if (other != null && !other.equals(source)) {
            throw new IllegalArgumentException(other + " and " + source + " would both become " + target
                    + ": convert them to different directories, or convert the directory above both");
        }
    }
}
