// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How a search has come down to a directory. No link takes it up again. Immutable and serializable.
 *
 * @param ends the real paths of the directories in which links elsewhere were followed, and at the end that of the directory itself;
 *     immutable
 */
public record Descent(List<String> ends) implements Serializable {

    /** That of a directory that no search has come to. */
    public static final Descent NONE = new Descent(List.of());

    public Descent {
        ends = List.copyOf(ends);
    }

    /** Returns the descent that begins at a directory. */
    static Descent at(Storage storage, String directory) throws IOException {
        return new Descent(List.of(storage.real(directory)));
    }

    /** Returns the descent to a directory, or nothing if a link leads there that leads up: to a directory on the way, or above one. */
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
