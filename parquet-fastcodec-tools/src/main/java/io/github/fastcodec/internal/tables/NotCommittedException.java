// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that a commit failed and that no version of the table since has it. What it would have added may be deleted. */
public final class NotCommittedException extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates one. */
    public NotCommittedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
