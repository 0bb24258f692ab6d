// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a commit failed, and no version of the table contains it or ever will. The files that it would have added may be
 * deleted.
 */
public final class NotCommittedException extends IOException {

    private static final long serialVersionUID = 1L;

    private final boolean isLasting;

    /** Creates an exception for a commit that may succeed in another run. */
    public NotCommittedException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    /** @param isLasting whether another run would fail again on the same files */
    public NotCommittedException(String message, @Nullable Throwable cause, boolean isLasting) {
        super(message, cause);
        this.isLasting = isLasting;
    }

    /** Returns whether another run would fail again on the same files. */
    public boolean isLasting() {
        return isLasting;
    }
}
