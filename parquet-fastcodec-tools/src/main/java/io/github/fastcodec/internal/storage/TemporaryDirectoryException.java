// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.file.FileSystemException;

/** Thrown if the local temporary directory fails. The file whose bytes were to be buffered there is not at fault. */
public final class TemporaryDirectoryException extends FileSystemException {

    private static final long serialVersionUID = 1L;

    public TemporaryDirectoryException(String path, String reason, IOException cause) {
        super(path, null, reason);
        initCause(cause);
    }
}
