// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import java.lang.management.ManagementFactory;
import java.util.function.UnaryOperator;

/** Uses of libdeflate without any other use. Made for an {@link io.github.fastcodec.support.IsolatedLoader}. */
public final class LibdeflateUses implements UnaryOperator<String> {

    /** For the loader. */
    public LibdeflateUses() {}

    /**
     * Acquires and releases libdeflate the given number of times, and returns the number of threads that this starts. For
     * {@code open} it opens libdeflate permanently, and returns the identity of JNA's object for it.
     */
    @Override
    public String apply(String times) {
        if (times.equals("open")) {
            return Integer.toHexString(System.identityHashCode(LibdeflateMapping.map(LibdeflateFile.PATH)));
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
