// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.storage.Descent;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A directory to list. Immutable and serializable.
 *
 * @param path the absolute path, in a form that a {@link io.github.fastcodec.internal.storage.Storages} understands
 * @param relative the path of the directory within a copy, with slashes; empty for the top directory
 * @param target the absolute path of the directory's copy
 * @param refusal why no file below it may be copied, or null
 * @param descent how the search reached the directory
 */
public record Directory(
        String path,
        String relative,
        String target,
        @Nullable String refusal,
        Descent descent) implements Serializable {

    /**
     * Returns this directory with {@code reason} as the reason why its files must not be copied; null means that they may be
     * copied.
     */
    Directory withRefusal(@Nullable String reason) {
        return new Directory(path, relative, target, reason, descent);
    }

    @Override
    public String toString() {
        return path;
    }
}
