// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Says that a file is damaged, or has something that cannot be carried over: where, what, expected, got. */
public class FileDefect extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates a defect whose place the callers tell by {@link #in}. */
    public FileDefect(String message) {
        super(message);
    }

    /** Creates a defect that another exception shows. */
    public FileDefect(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns this defect with the place in front of what it says. */
    public FileDefect in(String place) {
        FileDefect located = new FileDefect(place + ": " + getMessage(), getCause());
        located.setStackTrace(getStackTrace());
        return located;
    }
}
