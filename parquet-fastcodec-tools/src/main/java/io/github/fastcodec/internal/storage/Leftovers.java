// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/**
 * The temporary files that killed processes have left in directories. Lists each directory once, and deletes each leftover once.
 * Thread-safe.
 *
 * @param <D> the type of a directory
 */
public final class Leftovers<D> {

    public interface Listing<D> {

        /**
         * Passes each leftover in a directory, with the name of its target file, to a consumer. A missing directory has no
         * leftovers.
         */
        void list(D directory, BiConsumer<String, Deletion> left) throws IOException;
    }

    public interface Deletion {
        void run() throws IOException;
    }

    private final Listing<D> listing;
    private final Map<D, Map<String, List<Deletion>>> directories = new HashMap<>();

    public Leftovers(Listing<D> listing) {
        this.listing = listing;
    }

    /**
     * Deletes the leftovers for target files in a directory.
     *
     * @param names matches the names of those files as they appear in the names of temporary files; the files need not exist
     */
    public void delete(D directory, Predicate<String> names) throws IOException {
        for (Deletion leftover : take(directory, names)) {
            leftover.run();
        }
    }

    private synchronized List<Deletion> take(D directory, Predicate<String> names) throws IOException {
        Map<String, List<Deletion>> known = directories.get(directory);
        Map<String, List<Deletion>> left = known == null ? new HashMap<>() : known;
        if (known == null) {
            listing.list(
                    directory,
                    (file, leftover) -> left.computeIfAbsent(file, none -> new ArrayList<>())
                            .add(leftover));
            directories.put(directory, left);
        }
        List<Deletion> taken = left.entrySet().stream()
                .filter(file -> names.test(file.getKey()))
                .flatMap(file -> file.getValue().stream())
                .toList();
        left.keySet().removeIf(names);
        return taken;
    }
}
