// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;

/**
 * Runs actions after garbage collections, on one thread for the whole project. A pending action keeps this project's class
 * loader alive; the thread alone does not. Actions must be short. Thread-safe.
 */
public final class Cleanup {

    private static @Nullable Cleaner cleaner;

    private Cleanup() {}

    /**
     * Runs an action once, after the next garbage collection.
     *
     * @return whether the action will run. It will not if memory runs out while it is registered or the thread starts
     */
    public static synchronized boolean afterCollection(Runnable action) {
        try {
            if (cleaner == null) {
                cleaner = Cleaner.create();
            }
            cleaner.register(new Object(), action); // an object that is garbage immediately
            return true;
        } catch (OutOfMemoryError e) {
            return false; // a page must not fail because of this
        }
    }
}
