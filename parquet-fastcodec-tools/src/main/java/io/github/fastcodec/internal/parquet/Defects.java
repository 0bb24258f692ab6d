// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;

/** Receives the defects that are found while a file's structure is read. Not thread-safe. */
public interface Defects {

    /** Ends the reading at the first defect, or at the first part that could not be carried over to a changed file. */
    Defects REFUSED = refused(false);

    /**
     * Receives a defect. If this returns, the reading continues without the defective part.
     *
     * @throws FileDefect to end the reading
     */
    void found(Place place, FileDefect defect) throws FileDefect;

    /** Receives a defect in one part of the column chunk at {@code place}. */
    default void found(Place place, Region.Kind part, FileDefect defect) throws FileDefect {
        found(place, defect);
    }

    /** Receives a peculiarity that readers accept, but that could not be carried over to a changed file. */
    default void strange(Place place, FileDefect defect) throws FileDefect {
        found(place, defect);
    }

    /**
     * Returns whether a page index that contradicts its pages causes all page indexes to be left out, instead of being a defect.
     */
    default boolean leavesOutIndexes() {
        return false;
    }

    /** Returns whether to leave out bytes to which nothing in the footer refers, unless an unknown field may refer to them. */
    default boolean leavesOutUnnamedBytes() {
        return false;
    }

    /** Returns a variant of {@link #REFUSED} that can leave out bytes to which nothing in the footer refers. */
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
