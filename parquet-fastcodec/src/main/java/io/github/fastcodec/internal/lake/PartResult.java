// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import io.github.fastcodec.internal.recompress.FileOutcome;
import java.io.Serializable;

/** What has become of a {@link PartWork}. Immutable; it travels between JVMs. */
final class PartResult implements Serializable {

    private static final long serialVersionUID = 1L;

    private final FileTask file;
    private final FileOutcome outcome;
    private final String path;
    private final String version;

    /**
     * Creates a result.
     *
     * @param path where the part file is, or null if there is none because nothing of the row groups changes
     * @param version what the source was, so that no part of another file is joined with this one
     */
    PartResult(FileTask file, FileOutcome outcome, String path, String version) {
        this.file = file;
        this.outcome = outcome;
        this.path = path;
        this.version = version;
    }

    FileTask file() {
        return file;
    }

    FileOutcome outcome() {
        return outcome;
    }

    String path() {
        return path;
    }

    String version() {
        return version;
    }
}
