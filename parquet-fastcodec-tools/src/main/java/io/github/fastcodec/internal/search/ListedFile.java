// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Storages;
import java.io.File;
import java.io.Serializable;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * A file that was listed. An instance takes little more memory than the file's name, because a data lake has millions of files.
 * Immutable; serialized between JVMs.
 *
 * @param directory the directory that contains the file
 * @param length the length of the file, in bytes
 * @param targetWasThere whether the file's target existed before the run began
 */
public record ListedFile(Directory directory, String name, long length, boolean targetWasThere)
        implements Serializable {

    /** The order in which machines start files: largest first, so that the last files to end are small. */
    static final Comparator<ListedFile> LARGEST_FIRST =
            Comparator.comparingLong(ListedFile::length).reversed().thenComparing(ListedFile::source);

    /** Returns the path, in a form that a {@link Storages} understands. */
    public String source() {
        return child(directory.path(), name);
    }

    /** Returns the path of the file's copy, in the same form. */
    public String target() {
        return child(directory.target(), name);
    }

    /** Returns why the file must not be copied, or null. */
    public @Nullable String refusal() {
        return directory.refusal();
    }

    /** Returns the path within a copy, with slashes. */
    String relative() {
        return relative(directory.relative(), name);
    }

    /** Returns the relative path of a name in a directory. */
    static String relative(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /** Returns the path of a name in a directory; if {@code directory} is empty, the name is the path. */
    static String child(String directory, String name) {
        String separator = Storages.hasScheme(directory) ? "/" : File.separator;
        return directory.isEmpty() || directory.endsWith(separator) ? directory + name : directory + separator + name;
    }

    @Override
    public String toString() {
        return source();
    }
}
