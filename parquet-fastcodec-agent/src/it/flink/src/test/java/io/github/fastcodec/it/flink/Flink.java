// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A separate Flink for each layout, with its own copy of every class. Its tasks report through system properties. */
final class Flink {

    private static final Map<Layout, Flink> RUNNING = new EnumMap<>(Layout.class);

    private final Layout layout;
    private final ClassLoader lib;
    private final BiFunction<List<URL>, String[], Callable<Void>> cluster;
    private final Map<String, Long> pagesBefore = new TreeMap<>();

    @SuppressWarnings("unchecked") // Cluster, from another loader
    private Flink(Layout layout) throws Exception {
        this.layout = layout;
        lib = new URLClassLoader(layout.lib().toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        cluster = within(() -> (BiFunction<List<URL>, String[], Callable<Void>>)
                lib.loadClass(Cluster.class.getName()).getConstructor().newInstance());
    }

    /** Returns the layout's running Flink, or starts one. */
    static Flink of(Layout layout) throws Exception {
        Flink flink = RUNNING.get(layout);
        if (flink == null) {
            flink = new Flink(layout);
            RUNNING.put(layout, flink);
        }
        return flink;
    }

    /** Runs a job to its end. */
    Outcome run(String job, String... arguments) throws Exception {
        System.getProperties().keySet().removeIf(key -> key.toString().startsWith("it."));
        String[] mainAndArguments = new String[arguments.length + 1];
        mainAndArguments[0] = "io.github.fastcodec.it.flink." + job;
        System.arraycopy(arguments, 0, mainAndArguments, 1, arguments.length);
        within(cluster.apply(layout.job(), mainAndArguments));
        return new Outcome();
    }

    private <T> T within(Callable<T> action) throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(lib);
        try {
            return action.call();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** The reports of the last job's tasks. */
    final class Outcome {

        private final Map<String, Object> said = new TreeMap<>();
        private final Map<String, Long> pages = new TreeMap<>();

        private Outcome() {
            Properties properties = System.getProperties();
            synchronized (properties) {
                properties.forEach((key, value) -> {
                    if (key.toString().startsWith("it.")) {
                        said.put(key.toString(), value);
                    }
                });
            }
            said.forEach((key, value) -> {
                if (key.startsWith("it.pages.")) {
                    // classes in lib keep their counts from job to job
                    Long before = codecs().equals("lib") ? pagesBefore.put(key, (Long) value) : null;
                    pages.put(key, (Long) value - (before == null ? 0 : before));
                }
            });
        }

        /** Returns the pages that went through our classes in this job. */
        long pages(CompressionCodecName codec, String direction) {
            return pages.getOrDefault("it.pages." + codec + "." + direction, 0L);
        }

        /** Returns where our classes were: lib, job or none. */
        String codecs() {
            return (String) said.get("it.codecs.loader");
        }

        long rows() {
            return (Long) said.get("it.rows");
        }

        long digest() {
            return (Long) said.get("it.digest");
        }

        String row() {
            return (String) said.get("it.row");
        }

        /** Returns the loader of the job's classes on the task manager. */
        @SuppressWarnings("unchecked") // Probe stores this type
        WeakReference<ClassLoader> loader() {
            return (WeakReference<ClassLoader>) said.get("it.loader");
        }
    }
}
