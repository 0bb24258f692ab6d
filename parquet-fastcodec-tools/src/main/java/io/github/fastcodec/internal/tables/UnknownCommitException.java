// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that a commit may be part of the table: its outcome is unknown. What it adds must not be deleted. */
public final class UnknownCommitException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates one. */
    public UnknownCommitException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
