// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events.jfr;

import io.github.fastcodec.internal.events.EngineEvent;
import io.github.fastcodec.internal.events.PageEvent;
import io.github.fastcodec.internal.events.Recorder;
import org.jspecify.annotations.Nullable;

/** Makes events where some recording wants them. */
final class FlightEvents implements Recorder {

    /** Asked whether events of their type are wanted, so that no event is made only to be asked. */
    private static final CompressEvent COMPRESS = new CompressEvent();

    private static final DecompressEvent DECOMPRESS = new DecompressEvent();
    private static final EngineLoadEvent ENGINE_LOAD = new EngineLoadEvent();

    @Override
    public @Nullable PageEvent beginPage(boolean compressed) {
        if (compressed) {
            if (!COMPRESS.isEnabled()) {
                return null;
            }
            CompressEvent event = new CompressEvent();
            event.begin();
            return event;
        }
        if (!DECOMPRESS.isEnabled()) {
            return null;
        }
        DecompressEvent event = new DecompressEvent();
        event.begin();
        return event;
    }

    @Override
    public @Nullable EngineEvent beginEngineLoad() {
        if (!ENGINE_LOAD.isEnabled()) {
            return null;
        }
        EngineLoadEvent event = new EngineLoadEvent();
        event.begin();
        return event;
    }
}
