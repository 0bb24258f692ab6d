// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events.jfr;

import io.github.fastcodec.internal.events.EngineEvent;
import io.github.fastcodec.internal.events.PageEvent;
import io.github.fastcodec.internal.events.Recorder;
import jdk.jfr.FlightRecorder;
import org.jspecify.annotations.Nullable;

/** Creates events for JDK Flight Recorder if it is running and a recording has enabled them. */
public final class JfrRecorder implements Recorder {

    static {
        // If the runtime lacks the module, this call keeps the class from loading, so that no page fails.
        var unused = FlightRecorder.isAvailable();
    }

    /** Creates the recorder. {@link io.github.fastcodec.internal.events.ActiveRecorder} calls this by reflection. */
    public JfrRecorder() {}

    @Override
    public @Nullable PageEvent beginPage(boolean compressed) {
        if (!FlightRecorder.isInitialized()) {
            return null;
        }
        if (compressed) {
            if (!Events.COMPRESS.isEnabled()) {
                return null;
            }
            CompressEvent event = new CompressEvent();
            event.begin();
            return event;
        }
        if (!Events.DECOMPRESS.isEnabled()) {
            return null;
        }
        DecompressEvent event = new DecompressEvent();
        event.begin();
        return event;
    }

    @Override
    public @Nullable EngineEvent beginEngineLoad() {
        if (!FlightRecorder.isInitialized() || !Events.ENGINE_LOAD.isEnabled()) {
            return null;
        }
        EngineLoadEvent event = new EngineLoadEvent();
        event.begin();
        return event;
    }

    /**
     * One event of each type, to check whether the type is enabled before an event is created for a page. These events are in
     * a separate class, because event classes take a tenth of a second to load.
     */
    private static final class Events {
        static final CompressEvent COMPRESS = new CompressEvent();
        static final DecompressEvent DECOMPRESS = new DecompressEvent();
        static final EngineLoadEvent ENGINE_LOAD = new EngineLoadEvent();
    }
}
