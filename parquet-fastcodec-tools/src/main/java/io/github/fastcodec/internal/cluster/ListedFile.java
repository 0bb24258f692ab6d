// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.Serializable;
import java.util.Comparator;

/**
 * A file that was listed, in little more than the bytes of its name: a lake has millions. Immutable; serialized between JVMs.
 *
 * @param directory the directory that holds it
 * @param length in bytes
 * @param targetWasThere whether there was something at its target
 */
record ListedFile(Directory directory, String name, long length, boolean targetWasThere) implements Serializable {

    /** The order of {@link FileTask#LARGEST_FIRST}. */
    static final Comparator<ListedFile> LARGEST_FIRST =
            Comparator.comparingLong(ListedFile::length).reversed().thenComparing(ListedFile::source);

    String source() {
        return child(directory.path(), name);
    }

    /** Returns what is to be done with it. */
    FileTask task() {
        return new FileTask(source(), child(directory.target(), name), length, targetWasThere);
    }

    /** Returns a path in a directory; if the directory is empty, the name is the path. */
    static String child(String directory, String name) {
        return directory.isEmpty() || directory.endsWith("/") ? directory + name : directory + "/" + name;
    }
}
