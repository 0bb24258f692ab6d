// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** Records pages and engine tests. Safe for use by many threads. */
public interface Recorder {

    /**
     * Returns the event of a page that begins now, or null if such events are switched off.
     *
     * @param compressed true if the page is compressed, false if it is decompressed
     */
    @Nullable
    PageEvent beginPage(boolean compressed);

    /** Returns the event of an engine whose test begins now, or null if such events are switched off. */
    @Nullable
    EngineEvent beginEngineLoad();
}
