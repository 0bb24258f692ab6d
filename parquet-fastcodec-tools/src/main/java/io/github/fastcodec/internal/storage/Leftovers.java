// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The temporary files that killed processes have left in directories. Lists each directory once, and deletes each leftover once.
 * Safe for use by many threads.
 *
 * @param <D> a directory of some file system
 * @param <L> a leftover
 */
public final class Leftovers<D, L> {

    /** Lists a directory. */
    public interface Listing<D, L> {

        /** Returns what was left in a directory, by the name of the file that it is beside; nothing if there is no such directory. */
        Map<String, List<L>> list(D directory) throws IOException;
    }

    /** Deletes a leftover. */
    public interface Deletion<L> {
        void delete(L leftover) throws IOException;
    }

    private final Listing<D, L> listing;
    private final Deletion<L> deletion;
    private final Map<D, Map<String, List<L>>> directories = new HashMap<>();

    public Leftovers(Listing<D, L> listing, Deletion<L> deletion) {
        this.listing = listing;
        this.deletion = deletion;
    }

    /**
     * Deletes what was left beside files of a directory.
     *
     * @param names which files, by their names as temporary files have them; the files may be missing
     */
    public void delete(D directory, Predicate<String> names) throws IOException {
        for (L leftover : take(directory, names)) {
            deletion.delete(leftover);
        }
    }

    private synchronized List<L> take(D directory, Predicate<String> names) throws IOException {
        Map<String, List<L>> left = directories.get(directory);
        if (left == null) {
            left = new HashMap<>(listing.list(directory));
            directories.put(directory, left);
        }
        List<L> taken = left.entrySet().stream()
                .filter(file -> names.test(file.getKey()))
                .flatMap(file -> file.getValue().stream())
                .toList();
        left.keySet().removeIf(names);
        return taken;
    }
}
