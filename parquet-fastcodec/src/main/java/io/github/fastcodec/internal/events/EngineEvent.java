// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** An engine test in progress, as a recorder sees it. For use by the thread that runs the test. */
public interface EngineEvent {

    /**
     * Records the test's result.
     *
     * @param codec the codec's name
     * @param engine the engine's name
     * @param library the version of the engine's library; null if the engine does not work
     * @param works whether the engine works for the codec
     * @param problem why the engine does not work and what to do about it; null if it works
     */
    void done(String codec, String engine, @Nullable String library, boolean works, @Nullable String problem);
}
