// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

import org.jspecify.annotations.Nullable;

/** Holds this project's recorder. Thread-safe. */
public final class ActiveRecorder {

    /** The name of the recorder's class. It is loaded by name, because the runtime may lack the module that it needs. */
    private static final String CLASS_NAME = ActiveRecorder.class.getPackageName() + ".jfr.JfrRecorder";

    private static final @Nullable Recorder RECORDER = load();

    private ActiveRecorder() {}

    private static @Nullable Recorder load() {
        try {
            return Class.forName(CLASS_NAME)
                    .asSubclass(Recorder.class)
                    .getConstructor()
                    .newInstance();
        } catch (LinkageError e) {
            return null; // a runtime without jdk.jfr
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(CLASS_NAME, e);
        }
    }

    /**
     * Returns the recorder, which decides for each event whether to record it; null if the runtime has no Flight Recorder.
     */
    public static @Nullable Recorder get() {
        return RECORDER;
    }
}
