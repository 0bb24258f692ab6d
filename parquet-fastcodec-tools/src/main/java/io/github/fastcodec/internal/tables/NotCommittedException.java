// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that a commit failed and that no version of the table since has it. What it would have added may be deleted. */
public final class NotCommittedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean isLasting;

    /** Creates one for a commit that another run may make. */
    public NotCommittedException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    /** @param isLasting whether another run would fail at the same files as well */
    public NotCommittedException(String message, @Nullable Throwable cause, boolean isLasting) {
        super(message, cause);
        this.isLasting = isLasting;
    }

    /** Returns whether another run would fail at the same files as well. */
    public boolean isLasting() {
        return isLasting;
    }
}
