// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import java.io.Serializable;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A directory to list. Immutable and serializable.
 *
 * @param order the place of the argument, or of the match of a glob, that led to the directory; arguments come in their order
 * @param path the path, in a form that a {@link io.github.fastcodec.internal.storage.Storages} understands
 * @param relative the path of the directory within a copy, with slashes; empty for the top directory
 * @param target the path of the directory's copy; empty if the files are only read
 * @param refusal why no file below it may be copied, or null
 * @param descent how the search reached the directory
 */
public record Directory(
        int order,
        String path,
        String relative,
        String target,
        @Nullable String refusal,
        Descent descent) implements Serializable {

    /** The order of arguments; below each, all that a directory contains follows it, sorted by name. */
    static final Comparator<Directory> IN_ORDER =
            Comparator.comparingInt(Directory::order).thenComparing(Directory::relative, Directory::comparePaths);

    /**
     * Returns this directory with {@code reason} as the reason why its files must not be copied; null means that they may be
     * copied.
     */
    Directory withRefusal(@Nullable String reason) {
        return new Directory(order, path, relative, target, reason, descent);
    }

    /** Returns the absolute path without links. */
    String real() {
        return descent.ends().get(descent.ends().size() - 1);
    }

    /** Compares paths name by name. */
    static int comparePaths(String one, String other) {
        int length = Math.min(one.length(), other.length());
        for (int i = 0; i < length; i++) {
            char a = one.charAt(i);
            char b = other.charAt(i);
            if (a != b) {
                return a == '/' ? -1 : b == '/' ? 1 : Character.compare(a, b);
            }
        }
        return Integer.compare(one.length(), other.length());
    }

    @Override
    public String toString() {
        return path;
    }
}
