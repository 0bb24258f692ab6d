// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

/** Follows a run, and may end it. Is called by many threads at once, often, and must return at once. */
public interface Listener {

    /** Hears nothing and ends nothing. */
    Listener NONE = new Listener() {};

    /**
     * Hears that more of the sources is done; over a file that does not fail this adds up to its length. Where what is written
     * is verified, half of a page counts when it is written, and half when it is verified.
     */
    default void advanced(long bytes) {}

    /** Takes the outcome of a file. */
    default void ended(FileOutcome outcome) {}

    /** Returns whether the run is to end soon. Files that are not finished are left as if they had not been begun. */
    default boolean isCancelled() {
        return false;
    }
}
