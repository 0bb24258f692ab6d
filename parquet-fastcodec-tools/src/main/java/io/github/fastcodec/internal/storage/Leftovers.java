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
 * @param <P> a path of some file system
 */
public final class Leftovers<P> {

    /** Lists a directory. */
    public interface Listing<P> {

        /** Returns what was left in a directory, by the name of the file that it is beside; nothing if there is no such directory. */
        Map<String, List<P>> list(P directory) throws IOException;
    }

    /** Deletes a leftover. */
    public interface Deletion<P> {
        void delete(P leftover) throws IOException;
    }

    private final Listing<P> listing;
    private final Deletion<P> deletion;
    private final Map<P, Map<String, List<P>>> directories = new HashMap<>();

    public Leftovers(Listing<P> listing, Deletion<P> deletion) {
        this.listing = listing;
        this.deletion = deletion;
    }

    /**
     * Deletes what was left beside files of a directory.
     *
     * @param names which files, by their names as temporary files have them; the files may be missing
     */
    public void delete(P directory, Predicate<String> names) throws IOException {
        for (P leftover : take(directory, names)) {
            deletion.delete(leftover);
        }
    }

    private synchronized List<P> take(P directory, Predicate<String> names) throws IOException {
        Map<String, List<P>> left = directories.get(directory);
        if (left == null) {
            left = new HashMap<>(listing.list(directory));
            directories.put(directory, left);
        }
        List<P> taken = left.entrySet().stream()
                .filter(file -> names.test(file.getKey()))
                .flatMap(file -> file.getValue().stream())
                .toList();
        left.keySet().removeIf(names);
        return taken;
    }
}
