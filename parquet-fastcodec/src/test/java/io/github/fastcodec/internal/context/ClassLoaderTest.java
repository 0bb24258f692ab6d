// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.context;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.IsolatedLoader;
import io.github.fastcodec.support.PageRoundTrip;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The class loader of an application that a server or a Flink cluster drops is collected, although the server's threads live on.
 */
@Tag("slow")
class ClassLoaderTest {

    /** One of JNA's threads stays for 30 seconds after its last use; the rest is for a busy machine. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

    private static final int LOADERS = Integer.getInteger("loaders", 100);

    /** Loads classes like Flink: ours again for each job, the libraries once for all jobs. */
    private static final class ChildFirstLoader extends URLClassLoader {

        ChildFirstLoader() {
            super(
                    Stream.of(FastCodecFactory.class, PageRoundTrip.class)
                            .map(type ->
                                    type.getProtectionDomain().getCodeSource().getLocation())
                            .toArray(URL[]::new),
                    ClassLoaderTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("io.github.fastcodec.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
        }
    }

    /**
     * Would catch: a context that a Cleaner's action, a thread or a {@code ThreadLocal} of a pool thread keeps alive, together
     * with our classes and the native memory of every other context.
     */
    @Test
    void collectsALoaderWithItsOwnLibraries() throws Exception {
        assertCollected(1, () -> {
            try (IsolatedLoader loader = IsolatedLoader.of(List.of(), name -> false, name -> false)) {
                return roundTrips(loader);
            }
        });
    }

    /** Would catch: a library, Flight Recorder or the JDK that retains one of our classes or objects. */
    @Test
    void collectsLoadersThatShareLibraries() throws Exception {
        new PageRoundTrip().apply("GZIP"); // JNA starts its thread for this loader, and retains it up to Java 23
        assertCollected(LOADERS, () -> {
            try (ChildFirstLoader loader = new ChildFirstLoader()) {
                return roundTrips(loader);
            }
        });
    }

    @SuppressWarnings("unchecked") // the class implements this type
    private static WeakReference<ClassLoader> roundTrips(ClassLoader loader) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            Class<?> copy = loader.loadClass(ImpatientRoundTrip.class.getName());
            assertNotSame(ImpatientRoundTrip.class, copy);
            UnaryOperator<String> roundTrip =
                    (UnaryOperator<String>) copy.getDeclaredConstructor().newInstance();
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                roundTrip.apply(codec.name());
            }
            return new WeakReference<>(loader);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    /** Runs applications on one thread, which lives on, and requires that all of their loaders are collected. */
    private static void assertCollected(int applications, Callable<WeakReference<ClassLoader>> application)
            throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        try (Recording recording = new Recording()) {
            for (String event : List.of("Compress", "Decompress", "EngineLoad")) {
                recording.enable("io.github.fastcodec." + event);
            }
            recording.start();
            for (int i = 0; i < applications; i++) {
                loaders.add(pool.submit(application).get());
            }
            int ran = loaders.size();
            long start = System.nanoTime();
            while (!loaders.isEmpty() && System.nanoTime() - start < PATIENCE_NANOS) {
                System.gc();
                Thread.sleep(200);
                loaders.removeIf(loader -> loader.get() == null);
            }
            assertEquals(0, loaders.size(), "class loaders that are still there, of " + ran);
            assertTrue(pool.submit(() -> true).get(), "the thread lives on");
        } finally {
            pool.shutdownNow();
        }
    }
}
