// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** Records pages and engine tests. Thread-safe. */
public interface Recorder {

    /**
     * Starts the event for a page, or returns null if such events are switched off.
     *
     * @param compressed true if the page is compressed, false if it is decompressed
     */
    @Nullable
    PageEvent beginPage(boolean compressed);

    /** Starts the event for an engine test, or returns null if such events are switched off. */
    @Nullable
    EngineEvent beginEngineLoad();
}
