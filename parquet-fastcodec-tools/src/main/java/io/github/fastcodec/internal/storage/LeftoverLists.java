// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What killed processes have left in directories. Lists each directory once, and gives each leftover once. Safe for use by many
 * threads.
 *
 * @param <P> a path of some file system
 */
public final class LeftoverLists<P> {

    /** Lists a directory. */
    public interface Listing<P> {

        /** Returns what was left in a directory, by the name of the file that it stands beside; nothing if there is no such directory. */
        Map<String, List<P>> list(P directory) throws IOException;
    }

    private final Listing<P> listing;
    private final Map<P, Map<String, List<P>>> directories = new HashMap<>();

    /** Creates lists that are still to be made. */
    public LeftoverLists(Listing<P> listing) {
        this.listing = listing;
    }

    /**
     * Returns what was left beside files of a directory, and that nobody has taken before.
     *
     * @param names which files; they need not be there
     */
    public synchronized List<P> take(P directory, Predicate<String> names) throws IOException {
        Map<String, List<P>> left = directories.get(directory);
        if (left == null) {
            left = new HashMap<>(listing.list(directory));
            directories.put(directory, left);
        }
        List<P> taken = new ArrayList<>();
        left.forEach((name, files) -> {
            if (names.test(name)) {
                taken.addAll(files);
            }
        });
        left.keySet().removeIf(names);
        return taken;
    }
}
