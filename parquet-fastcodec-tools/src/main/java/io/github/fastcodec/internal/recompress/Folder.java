// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/** A directory of any file system. */
public interface Folder {

    /** Returns the absolute path; equal for the same directory. */
    String path();

    /** Returns the directory above, or nothing at the root. */
    Optional<Folder> parent();

    /** Returns whether the directory holds something of a name. */
    boolean has(String name) throws IOException;

    /** Returns the names in the directory {@code name}, or none if there is no such directory. */
    Collection<String> names(String name) throws IOException;
}
