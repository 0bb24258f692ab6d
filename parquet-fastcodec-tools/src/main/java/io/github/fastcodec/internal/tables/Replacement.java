// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.cluster.FileResult;

/**
 * A file of a table, and the new one that is to take its place. Immutable.
 *
 * @param file the file that is to be replaced
 * @param result what is known of the new file, which stands at the {@linkplain TableFile.Replaceable#target() target}
 */
public record Replacement(TableFile.Replaceable file, FileResult result) {

    /** Returns the length of the new file, in bytes. */
    public long length() {
        return result.outcome().bytesAfter();
    }
}
