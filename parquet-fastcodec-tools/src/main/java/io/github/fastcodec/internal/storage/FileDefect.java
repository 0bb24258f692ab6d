// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a file is damaged, or contains something that cannot be carried over. The message says where, what was expected, and
 * what was found.
 */
public class FileDefect extends IOException {

    private static final long serialVersionUID = 1L;

    /** Creates a defect. Callers add its place with {@link #in}. */
    public FileDefect(String message) {
        super(message);
    }

    /** Creates a defect that another exception has revealed. */
    public FileDefect(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** Returns this defect with a place in front of its message. */
    public FileDefect in(String place) {
        FileDefect located = new FileDefect(place + ": " + getMessage(), getCause());
        located.setStackTrace(getStackTrace());
        return located;
    }
}
