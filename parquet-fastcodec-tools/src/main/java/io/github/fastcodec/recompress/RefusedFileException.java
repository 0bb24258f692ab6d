// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if a file is not recompressed because of the file itself: {@link Recompressor#recompress(Path, Path)} lists the reasons.
 * The message names the file and the reason and, if the file is damaged, also the place in it and the expected and actual values.
 * The file is unchanged, and there is no new file.
 */
public final class RefusedFileException extends IOException {

    private static final long serialVersionUID = 1L;

    private final String file;

    RefusedFileException(Path file, @Nullable String why, Throwable cause) {
        super(file + " is not recompressed: " + why, cause);
        this.file = file.toString();
    }

    /** Returns the path of the file, as given by the caller. */
    public String file() {
        return file;
    }
}
