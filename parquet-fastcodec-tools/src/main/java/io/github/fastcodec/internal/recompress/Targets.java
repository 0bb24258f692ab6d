// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.util.HashMap;
import java.util.Map;

/** Which files become which, so that no two become one. Not thread-safe. */
public final class Targets {

    private final Map<String, String> sources = new HashMap<>();

    /** Creates one without files. */
    public Targets() {}

    /**
     * Adds a file; one that has the same path as another is the same file.
     *
     * @throws IllegalArgumentException if another file has the target
     */
    public void add(String source, String target) {
        String other = sources.putIfAbsent(target, source);
        if (other != null && !other.equals(source)) {
            throw new IllegalArgumentException(other + " and " + source + " would both become " + target
                    + ": convert one after the other, or the directory above both");
        }
    }
}
