// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Says that a file is not recompressed, because it is damaged, or because it has something that could not be carried over.
 * The message names the file, the place in it, what was expected, and what was found. The file is as it was, and there is no
 * new one.
 */
public final class RefusedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String file;

    RefusedFileException(Path file, @Nullable String why, Throwable cause) {
        super(file + " is not recompressed: " + why, cause);
        this.file = file.toString();
    }

    /** Returns the path of the file, as the caller named it. */
    public String file() {
        return file;
    }
}
