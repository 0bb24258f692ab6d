// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.Serializable;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** The contents of a directory. Not thread-safe; serialized between JVMs. */
final class ListedDirectory implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The directory, with the path of its copy. */
    final Directory directory;

    /** The Parquet files. */
    final ArrayList<ListedFile> files = new ArrayList<>();

    /** The subdirectories. */
    final ArrayList<Directory> directories = new ArrayList<>();

    /** The other files. */
    final ArrayList<ListedFile> others = new ArrayList<>();

    /** The paths that were not searched. */
    final ArrayList<String> hidden = new ArrayList<>();

    /** The Parquet files and the directories in the copy of this directory that have no source in this directory. */
    final ArrayList<String> withoutSource = new ArrayList<>();

    ListedDirectory(Directory directory) {
        this.directory = directory;
    }

    void addFile(String name, long length, boolean targetWasThere) {
        files.add(new ListedFile(directory, name, length, targetWasThere));
    }

    void addOther(String name, long length) {
        others.add(new ListedFile(directory, name, length, false));
    }

    String path() {
        return directory.path();
    }

    /** Returns why no file in this directory may be copied, or null. */
    @Nullable
    String refusal() {
        return directory.refusal();
    }

    @Override
    public String toString() {
        return path();
    }
}
