// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OwnThreadTest {

    @Test
    void theThreadHasTheLoaderThatIsGivenAndNothingThatTheCallerHandsDown() {
        InheritableThreadLocal<String> local = new InheritableThreadLocal<>();
        local.set("the caller's");
        assertNull(OwnThread.call("of the test", null, local::get));
        ClassLoader loader = ClassLoader.getPlatformClassLoader();
        Thread thread = OwnThread.call("of the test", loader, () -> {
            assertSame(loader, Thread.currentThread().getContextClassLoader());
            return Thread.currentThread();
        });
        assertNotSame(Thread.currentThread(), thread);
        assertEquals("of the test", thread.getName());
    }

    static Stream<Throwable> failures() {
        return Stream.of(new IllegalStateException("failed"), new UnsatisfiedLinkError("missing"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void whatTheCallThrowsIsThrownAsItIs(Throwable failure) {
        assertSame(
                failure,
                assertThrows(
                        failure.getClass(),
                        () -> OwnThread.call("of the test", null, () -> {
                            if (failure instanceof Error) {
                                throw (Error) failure;
                            }
                            throw (RuntimeException) failure;
                        })));
    }

    // Would catch: an exception that is kept, and by its frames keeps the classes of whoever has called.
    @Test
    void noFrameIsTheCallers() {
        StackTraceElement[] frames =
                OwnThread.call("of the test", null, OwnThreadTest::failure).getStackTrace();
        assertEquals(
                1,
                Arrays.stream(frames)
                        .filter(frame -> frame.getClassName().equals(OwnThreadTest.class.getName()))
                        .count(),
                () -> Arrays.toString(frames));
    }

    private static Throwable failure() {
        return new IllegalStateException("kept");
    }

    // Would catch: an interrupt that ends the wait, so that two threads work where one was meant to, or that is lost.
    @Test
    void anInterruptedCallerWaitsAndStaysInterrupted() {
        Thread.currentThread().interrupt();
        try {
            assertEquals("done", OwnThread.call("of the test", null, () -> {
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
