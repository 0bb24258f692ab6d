// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** Holds this project's recorder. Thread-safe. */
public final class Recording {

    /** The recorder's class. It is loaded by name, because the runtime may lack the module that it needs. */
    private static final String JFR_RECORDER = Recording.class.getPackageName() + ".jfr.FlightRecording";

    private static final @Nullable Recorder RECORDER = loadJfrRecorder();

    private Recording() {}

    private static @Nullable Recorder loadJfrRecorder() {
        try {
            return Class.forName(JFR_RECORDER)
                    .asSubclass(Recorder.class)
                    .getConstructor()
                    .newInstance();
        } catch (LinkageError e) {
            return null; // a runtime without jdk.jfr
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(JFR_RECORDER, e);
        }
    }

    /**
     * Returns the recorder, which decides for each event whether to record it; null if the runtime has no Flight Recorder.
     */
    public static @Nullable Recorder recorder() {
        return RECORDER;
    }
}
