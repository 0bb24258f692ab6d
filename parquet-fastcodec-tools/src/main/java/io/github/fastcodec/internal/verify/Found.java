// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.Place;

/** Something that is wrong with a file: where, and what was expected and found, as a sentence. */
public record Found(Place place, String message) {

    @Override
    public String toString() {
        return place.equals(Place.FILE) ? message : place + ": " + message;
    }
}
