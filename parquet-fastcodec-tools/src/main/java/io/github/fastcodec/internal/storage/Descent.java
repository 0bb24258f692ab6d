// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The chain of directories by which a search reached a directory. Links that lead back up are not followed, so that every search
 * ends. Immutable and serializable.
 *
 * @param ends the real paths of the directories that contain a followed link to elsewhere, then the real path of the directory
 *     itself; immutable
 */
public record Descent(List<String> ends) implements Serializable {

    /** The descent to a directory that no search has reached. */
    public static final Descent NONE = new Descent(List.of());

    public Descent {
        ends = List.copyOf(ends);
    }

    /** Returns a descent that starts at a directory. */
    static Descent at(Storage storage, String directory) throws IOException {
        return new Descent(List.of(storage.real(directory)));
    }

    /**
     * Returns the descent to a directory; empty if a link leads back up, to a directory of the chain or to a directory above one
     * of them.
     */
    Optional<Descent> into(Storage storage, String directory) throws IOException {
        String real = storage.real(directory);
        if (ends.stream().anyMatch(end -> storage.isWithin(end, real))) {
            return Optional.empty();
        }
        List<String> longer = new ArrayList<>(ends);
        if (!storage.isWithin(real, longer.get(longer.size() - 1))) {
            longer.add(real);
        } else {
            longer.set(longer.size() - 1, real);
        }
        return Optional.of(new Descent(longer));
    }
}
