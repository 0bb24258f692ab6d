// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import org.jspecify.annotations.Nullable;

/** The contents of a directory. Not thread-safe; serialized between JVMs. */
public final class ListedDirectory implements Serializable {

    private static final long serialVersionUID = 1L;

    /** The directory, with the path of its copy. */
    final Directory directory;

    /** Whether the directory's copy contained anything before the run began, or may have. */
    final boolean targetWasThere;

    final ArrayList<ListedFile> files = new ArrayList<>();

    /** The real paths of those Parquet files that are links, keyed by name. */
    final HashMap<String, String> links = new HashMap<>();

    final ArrayList<Directory> directories = new ArrayList<>();

    final ArrayList<ListedFile> others = new ArrayList<>();

    /** The paths that were not searched. */
    final ArrayList<String> hidden = new ArrayList<>();

    /** The Parquet files and the directories in the copy of this directory that have no source in this directory. */
    final ArrayList<String> withoutSource = new ArrayList<>();

    /** The names of the Parquet files that are not links; null until the first call of {@link #containsFile}. */
    private transient @Nullable HashSet<String> names;

    ListedDirectory(Directory directory, boolean targetWasThere) {
        this.directory = directory;
        this.targetWasThere = targetWasThere;
    }

    void addFile(String name, long length, boolean fileWasThere) {
        files.add(new ListedFile(directory, name, length, fileWasThere));
    }

    void addOther(String name, long length) {
        others.add(new ListedFile(directory, name, length, false));
    }

    /** Returns why no file in this directory may be copied, or null. */
    @Nullable
    String refusal() {
        return directory.refusal();
    }

    /** Returns whether a Parquet file of this name is listed, other than as a link. */
    boolean containsFile(String name) {
        if (names == null) {
            names = new HashSet<>();
            for (ListedFile file : files) {
                names.add(file.name());
            }
            names.removeAll(links.keySet());
        }
        return names.contains(name);
    }

    @Override
    public String toString() {
        return directory.path();
    }
}
