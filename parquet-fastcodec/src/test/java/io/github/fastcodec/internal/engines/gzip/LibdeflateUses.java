// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import java.lang.management.ManagementFactory;
import java.util.function.UnaryOperator;

/** Uses of libdeflate in a JVM that has no other. Made for an {@link io.github.fastcodec.IsolatedLoader}. */
public final class LibdeflateUses implements UnaryOperator<String> {

    /** For the loader. */
    public LibdeflateUses() {}

    /**
     * Acquires and releases libdeflate as many times as the number says, and returns how many threads that started; or for
     * {@code open} opens it for good, and returns what tells JNA's object for it from others.
     */
    @Override
    public String apply(String times) {
        if (times.equals("open")) {
            return Integer.toHexString(System.identityHashCode(Libdeflate.map(LibdeflateFile.PATH)));
        }
        Libdeflate.acquire();
        Libdeflate.release();
        long threads = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
        for (int i = 0; i < Integer.parseInt(times); i++) {
            Libdeflate.acquire();
            Libdeflate.release();
        }
        return Long.toString(ManagementFactory.getThreadMXBean().getTotalStartedThreadCount() - threads);
    }
}
