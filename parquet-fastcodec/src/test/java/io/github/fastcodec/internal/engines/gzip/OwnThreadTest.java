// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OwnThreadTest {

    @Test
    void threadInheritsNothingFromTheCaller() {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("the caller's");
        assertNull(OwnThread.call(local::get));
        assertNull(OwnThread.call(() -> Thread.currentThread().getContextClassLoader()));
    }

    static Stream<Throwable> failures() {
        return Stream.of(new IllegalStateException("failed"), new UnsatisfiedLinkError("missing"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void rethrowsTheCallsExceptionUnchanged(Throwable failure) {
        assertSame(
                failure,
                assertThrows(
                        failure.getClass(),
                        () -> OwnThread.call(() -> {
                            if (failure instanceof Error) {
                                throw (Error) failure;
                            }
                            throw (RuntimeException) failure;
                        })));
    }

    // Would catch: an interrupt that ends the wait, so that two threads work at once, and an interrupt that is
    // lost.
    @Test
    void interruptedCallerWaitsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertEquals("done", OwnThread.call(() -> {
                sleep();
                return "done";
            }));
        } finally {
            assertTrue(Thread.interrupted());
        }
    }

    private static void sleep() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException e) {
            throw new AssertionError("the interrupt was the caller's", e);
        }
    }
}
