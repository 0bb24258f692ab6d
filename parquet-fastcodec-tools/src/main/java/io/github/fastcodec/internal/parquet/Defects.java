// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;

/** Takes the defects that are found while a file's structure is read. For one thread. */
public interface Defects {

    /** The first defect ends the reading, and so does the first thing that could not be carried over to a changed file. */
    Defects REFUSED = refused(false);

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

    /** Returns whether page indexes are left out of a file in which one of them contradicts its pages, instead of being a defect. */
    default boolean leavesOutIndexes() {
        return false;
    }

    /** Returns whether bytes that nothing in the footer names are left out where nothing unknown may need them. */
    default boolean leavesOutUnnamedBytes() {
        return false;
    }

    /** Returns {@link #REFUSED}, which may leave out bytes that nothing in the footer names. */
    static Defects refused(boolean leavesOutUnnamedBytes) {
        return new Defects() {
            @Override
            public void found(Place place, FileDefect defect) throws FileDefect {
                throw place.equals(Place.FILE) ? defect : defect.in(place.toString());
            }

            @Override
            public boolean leavesOutIndexes() {
                return true;
            }

            @Override
            public boolean leavesOutUnnamedBytes() {
                return leavesOutUnnamedBytes;
            }
        };
    }
}
