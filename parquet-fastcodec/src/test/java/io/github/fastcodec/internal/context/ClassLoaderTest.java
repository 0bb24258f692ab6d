// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.IsolatedLoader;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** An application server drops an application with everything in it, and its threads live on. */
class ClassLoaderTest {

    /** A thread of JNA's stays for 30 seconds after its last use; the rest is for a busy machine. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    /**
     * Would catch: a context that a Cleaner's action, a thread or a {@code ThreadLocal} of a pool thread keeps alive, and
     * with it our classes and the native memory of every other context.
     */
    @Test
    void aClassLoaderThatWasDroppedIsCollectedThoughAThreadThatWorkedForItLivesOn() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            WeakReference<ClassLoader> dropped =
                    pool.submit(ClassLoaderTest::workInALoaderOfItsOwn).get();
            long start = System.nanoTime();
            while (dropped.get() != null && System.nanoTime() - start < PATIENCE_NANOS) {
                System.gc();
                Thread.sleep(200);
            }
            assertNull(dropped.get(), "the class loader is still there");
            assertTrue(pool.submit(() -> true).get(), "the thread lives on");
        } finally {
            pool.shutdownNow();
        }
    }

    @SuppressWarnings("unchecked") // the class says so
    private static WeakReference<ClassLoader> workInALoaderOfItsOwn() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try (IsolatedLoader loader = IsolatedLoader.of(List.of(), name -> false, name -> false)) {
            Thread.currentThread().setContextClassLoader(loader);
            UnaryOperator<String> roundTrip = loader.newInstance(ImpatientRoundTrip.class, UnaryOperator.class);
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                roundTrip.apply(codec.name());
            }
            return new WeakReference<>(loader);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
