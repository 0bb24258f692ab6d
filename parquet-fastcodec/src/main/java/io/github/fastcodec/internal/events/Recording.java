// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** Holds the recorder of this project. Safe for use by many threads. */
public final class Recording {

    /** Loaded by its name: the runtime may lack the module that it needs. */
    private static final String OF_JFR = Recording.class.getPackageName() + ".jfr.FlightRecording";

    private static final @Nullable Recorder RECORDER = ofJfr();

    private Recording() {}

    private static @Nullable Recorder ofJfr() {
        try {
            return Class.forName(OF_JFR)
                    .asSubclass(Recorder.class)
                    .getConstructor()
                    .newInstance();
        } catch (LinkageError e) {
            return null; // a runtime without jdk.jfr
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(OF_JFR, e);
        }
    }

    /** Returns the recorder, which decides about each event; null if there is none. */
    public static @Nullable Recorder recorder() {
        return RECORDER;
    }
}
