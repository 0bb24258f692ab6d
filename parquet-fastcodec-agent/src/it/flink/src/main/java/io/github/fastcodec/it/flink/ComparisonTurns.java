// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.flink;

import java.io.File;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;

/**
 * Runs {@link Comparison}s in turns in this JVM. Each side has its own loader for all of its classes, including Flink's, so that
 * the sides share neither static fields nor JIT-compiled code. Arguments: the folder of the table, the output and the results;
 * the number of rows; the class path of plain Flink, and the one with this project; then the runs, as {@code SIDE-ROUND}. Each
 * run's result is in {@code SIDE-ROUND.properties}.
 */
public final class ComparisonTurns {

    private static final int WARM_UPS = 3;

    private ComparisonTurns() {}

    public static void main(String[] args) {
        int exitCode = 0;
        try {
            run(
                    Path.of(args[0]),
                    Long.parseLong(args[1]),
                    args[2],
                    args[3],
                    Arrays.asList(args).subList(4, args.length));
        } catch (Throwable e) {
            e.printStackTrace();
            exitCode = 1;
        }
        System.exit(exitCode); // the clusters' threads do not end
    }

    private static void run(Path root, long rows, String plain, String ours, List<String> names) throws Exception {
        Map<String, Callable<Properties>> sides = new LinkedHashMap<>();
        for (String name : names) {
            String side = side(name);
            if (!sides.containsKey(side)) {
                sides.put(side, load(side, root, rows, side.equals(Comparison.OURS) ? ours : plain));
            }
        }
        for (int i = 0; i < WARM_UPS; i++) {
            for (Callable<Properties> side : sides.values()) {
                side.call();
            }
        }
        for (String name : names) {
            Properties results = sides.get(side(name)).call();
            try (OutputStream file = Files.newOutputStream(root.resolve(name + ".properties"))) {
                results.store(file, null);
            }
        }
    }

    private static String side(String name) {
        return name.substring(0, name.lastIndexOf('-'));
    }

    private static Callable<Properties> load(String side, Path root, long rows, String classPath) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
        Callable<?> comparison = in(loader, () -> (Callable<?>) loader.loadClass(Comparison.class.getName())
                .getConstructor(String.class, Path.class, long.class)
                .newInstance(side, root, rows));
        return () -> (Properties) in(loader, comparison);
    }

    private static <T> T in(ClassLoader loader, Callable<T> action) throws Exception {
        Thread.currentThread().setContextClassLoader(loader);
        return action.call();
    }
}
