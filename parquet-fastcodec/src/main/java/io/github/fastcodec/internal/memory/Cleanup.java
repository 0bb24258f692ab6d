// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

import java.lang.ref.Cleaner;

/**
 * Runs actions after garbage collections, on one thread for the whole project. A pending action keeps this project's class
 * loader alive; the thread alone does not. Actions must be short. Thread-safe.
 */
public final class Cleanup {

    /** Runs an action once an object is unreachable. */
    public static final Cleaner CLEANER = Cleaner.create();

    private Cleanup() {}

    /**
     * Runs an action once, after the next garbage collection.
     *
     * @return whether the action will run; false if there is no memory to register it
     */
    public static boolean afterCollection(Runnable action) {
        try {
            CLEANER.register(new Object(), action); // an object that is garbage immediately
            return true;
        } catch (OutOfMemoryError e) {
            return false; // a page must not fail because of this
        }
    }
}
