// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;

/** Thrown if no file system on the class path serves the scheme of a path; the message says which jars to add. */
public final class UnservedSchemeException extends IOException {

    private static final long serialVersionUID = 1L;

    public UnservedSchemeException(String message, Throwable cause) {
        super(message, cause);
    }
}
