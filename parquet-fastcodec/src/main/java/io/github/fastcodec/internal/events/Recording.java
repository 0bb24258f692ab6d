// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** Where this project finds who records what it does. Safe for use by many threads. */
public final class Recording {

    /** Loaded by its name: the runtime may lack the module that it needs. */
    private static final String OF_JFR = Recording.class.getPackageName() + ".jfr.FlightRecording";

    private static volatile @Nullable Recorder recorder;

    static {
        try {
            Class.forName(OF_JFR, true, Recording.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            // a runtime without jdk.jfr: nobody records
        }
    }

    private Recording() {}

    /** Returns who records, or null if nobody does, which is most of the time. */
    public static @Nullable Recorder recorder() {
        return recorder;
    }

    /** Has everything recorded from now on; whether an event is wanted is for the recorder to tell. */
    public static void by(Recorder next) {
        recorder = next;
    }
}
