// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.Place;

/** Something that is wrong with a file: where, and what was expected and found, as a sentence. Immutable. */
public final class Found {

    private final Place place;
    private final String message;

    Found(Place place, String message) {
        this.place = place;
        this.message = message;
    }

    /** Returns where it is. */
    public Place place() {
        return place;
    }

    /** Returns what was expected and what was found. */
    public String message() {
        return message;
    }

    @Override
    public String toString() {
        return place.equals(Place.FILE) ? message : place + ": " + message;
    }
}
