// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.ref.Reference;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

class WeakRelayTest {

    @Test
    @SuppressWarnings("unchecked") // a class object has no type arguments
    void aRelayPassesCallsAndExceptionsOn() throws Exception {
        int[] calls = {0};
        WeakRelay<Callable<Object>> relay = WeakRelay.to(
                () -> {
                    if (calls[0]++ > 0) {
                        throw new IOException("the second");
                    }
                    return "the first";
                },
                (Class<Callable<Object>>) (Class<?>) Callable.class);
        assertEquals("the first", relay.relay().call());
        assertThrows(IOException.class, () -> relay.relay().call());
        Reference.reachabilityFence(relay);
    }

    // Would catch: a copy of this project whose class loader is closed, and that makes the application's own call fail.
    @Test
    @SuppressWarnings("unchecked") // a class object has no type arguments
    void whatAClosedCopyCannotLoadIsNobodysFailure() throws Exception {
        WeakRelay<Callable<Object>> relay = WeakRelay.to(
                () -> {
                    throw new NoClassDefFoundError("of a loader that is closed");
                },
                (Class<Callable<Object>>) (Class<?>) Callable.class);
        assertNull(relay.relay().call());
        Reference.reachabilityFence(relay);
    }
}
