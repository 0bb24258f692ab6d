// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.cluster.FileResult;

/**
 * A file of a table, and the new file that replaces it. Immutable.
 *
 * @param file the file to replace
 * @param result the result for the new file, which is at the {@linkplain TableFile.Replaceable#target() target}
 */
public record Replacement(TableFile.Replaceable file, FileResult result) {

    /** Returns the length of the new file, in bytes. */
    public long length() {
        return result.outcome().bytesAfter();
    }
}
