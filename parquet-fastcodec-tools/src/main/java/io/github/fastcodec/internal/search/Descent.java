// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The chain of directories by which a search reached a directory. Links that lead back up are not followed, so that every search
 * ends. Immutable and serializable.
 *
 * @param ends the real path of each directory of the chain in which a link to elsewhere was followed, and last the real path of
 *     the directory that was reached
 */
public record Descent(List<String> ends) implements Serializable {

    static Descent at(Storage storage, String directory) throws IOException {
        return new Descent(List.of(storage.real(directory)));
    }

    /**
     * Returns the descent to the directory that the search reaches next; empty if that is a link that leads back up, to a
     * directory of the chain or to one above the chain.
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
