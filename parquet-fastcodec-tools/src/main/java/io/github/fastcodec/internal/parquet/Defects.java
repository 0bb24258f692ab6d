// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;

/** Takes the defects that are found while a file's structure is read. For one thread. */
public interface Defects {

    /** The first defect ends the reading, and so does the first thing that could not be carried over to a changed file. */
    Defects REFUSED = (place, defect) -> {
        throw place.equals(Place.FILE) ? defect : defect.in(place.toString());
    };

    /**
     * Takes a defect. If this returns, the reading goes on without what is defective.
     *
     * @throws FileDefect to end the reading
     */
    void found(Place place, FileDefect defect) throws FileDefect;

    /** Takes a defect in a part of the column chunk at a place. */
    default void found(Place place, Region.Kind part, FileDefect defect) throws FileDefect {
        found(place, defect);
    }

    /** Takes something that no reader minds, but that could not be carried over to a changed file. */
    default void strange(Place place, FileDefect defect) throws FileDefect {
        found(place, defect);
    }
}
