// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.engine;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether an engine works in this JVM, and if not, why and what to do about it. Immutable.
 */
public final class Availability {

    private static final Availability AVAILABLE = new Availability(null, "");

    private final @Nullable Throwable cause;
    private final String howToFix;

    private Availability(@Nullable Throwable cause, String howToFix) {
        this.cause = cause;
        this.howToFix = howToFix;
    }

    /** Returns the availability of an engine that passed its test. */
    public static Availability available() {
        return AVAILABLE;
    }

    /**
     * Returns the availability of an engine that does not work in this JVM.
     *
     * @param cause the first failure, unchanged
     * @param howToFix what a user must do about it, as a sentence without a full stop
     */
    public static Availability missing(Throwable cause, String howToFix) {
        return new Availability(Objects.requireNonNull(cause, "cause"), Objects.requireNonNull(howToFix, "howToFix"));
    }

    /** Returns whether the engine works. */
    public boolean isAvailable() {
        return cause == null;
    }

    /** Returns why the engine does not work; empty if it does. */
    public Optional<Throwable> cause() {
        return Optional.ofNullable(cause);
    }

    /** Returns what a user must do to make the engine work, as a sentence without a full stop; empty if it works. */
    public String howToFix() {
        return howToFix;
    }

    @Override
    public String toString() {
        return isAvailable() ? "available" : "missing (" + cause + "); " + howToFix;
    }
}
