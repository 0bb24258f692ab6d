// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.cluster.FileResult;

/** A file of a table, and the new one that is to take its place. Immutable. */
public final class Replacement {

    private final TableFile file;
    private final FileResult result;

    Replacement(TableFile file, FileResult result) {
        this.file = file;
        this.result = result;
    }

    /** Returns the file that is to be replaced. */
    public TableFile file() {
        return file;
    }

    /** Returns what is known of the new file, which stands at the {@linkplain TableFile#target() target}. */
    public FileResult result() {
        return result;
    }

    /** Returns the length of the new file, in bytes. */
    public long length() {
        return result.outcome().targetBytes();
    }
}
