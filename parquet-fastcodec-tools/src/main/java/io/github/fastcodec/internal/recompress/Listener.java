// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

/** Follows a run, and may cancel it. Several threads call it concurrently and often, so it must return immediately. */
public interface Listener {

    /** Does nothing and never cancels. */
    Listener NONE = new Listener() {};

    /**
     * Called when more bytes of a source are done. The bytes of a file that does not fail add up to its length. If new files are
     * verified, half of the bytes of a page count when it is written, and half when it is verified.
     */
    default void advanced(long bytes) {}

    /** Called with the outcome of each file that is done or has failed. */
    default void ended(FileOutcome outcome) {}

    /** Returns whether to cancel the run. Unfinished files are left as if they had not been started. */
    default boolean isCancelled() {
        return false;
    }
}
