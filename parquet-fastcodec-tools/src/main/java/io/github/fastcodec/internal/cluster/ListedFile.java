// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.Serializable;
import java.util.Comparator;

/**
 * A file that was listed. An instance takes little more memory than the file's name, because a data lake has millions of files.
 * Immutable; serialized between JVMs.
 *
 * @param directory the directory that contains the file
 * @param length the length of the file, in bytes
 * @param targetWasThere whether the file's target existed before the run began
 */
record ListedFile(Directory directory, String name, long length, boolean targetWasThere) implements Serializable {

    /** The order of {@link FileTask#LARGEST_FIRST}. */
    static final Comparator<ListedFile> LARGEST_FIRST =
            Comparator.comparingLong(ListedFile::length).reversed().thenComparing(ListedFile::source);

    String source() {
        return child(directory.path(), name);
    }

    /** Returns the task for the file. */
    FileTask task() {
        return new FileTask(source(), child(directory.target(), name), length, targetWasThere);
    }

    /** Returns the path of a name in a directory; if {@code directory} is empty, the name is the path. */
    static String child(String directory, String name) {
        return directory.isEmpty() || directory.endsWith("/") ? directory + name : directory + "/" + name;
    }
}
