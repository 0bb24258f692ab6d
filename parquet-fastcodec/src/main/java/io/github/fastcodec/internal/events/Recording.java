// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** Holds the recorder of this project. Safe for use by many threads. */
public final class Recording {

    /** Loaded by its name: the runtime may lack the module that it needs. */
    private static final String OF_JFR = Recording.class.getPackageName() + ".jfr.FlightRecording";

    private static volatile @Nullable Recorder recorder;

    static {
        try {
            Class.forName(OF_JFR, true, Recording.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            // a runtime without jdk.jfr: there is no recorder
        }
    }

    private Recording() {}

    /** Returns the recorder, or null if there is none, as in most JVMs. */
    public static @Nullable Recorder recorder() {
        return recorder;
    }

    /** Sets the recorder, which decides about each event. */
    public static void by(Recorder next) {
        recorder = next;
    }
}
