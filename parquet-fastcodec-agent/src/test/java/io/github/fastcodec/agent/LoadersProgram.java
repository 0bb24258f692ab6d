// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * A program that creates class loaders, uses a copy of parquet-java in each, and drops them. Arguments: the number of loaders,
 * and the class path of each. It prints how many loaders remain at the end, with the memory and classes in use.
 */
public final class LoadersProgram {

    private static final int PATIENCE_SECONDS = 60;

    private LoadersProgram() {}

    public static void main(String[] arguments) throws Exception {
        int number = Integer.parseInt(arguments[0]);
        URL[] classPath = new URL[arguments.length - 1];
        for (int i = 0; i < classPath.length; i++) {
            classPath[i] = Path.of(arguments[i + 1]).toUri().toURL();
        }
        List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            loaders.add(use(classPath));
            if (i == number / 10) {
                System.gc();
                System.out.println("after a tenth " + memory());
            }
        }
        long deadline = System.nanoTime() + PATIENCE_SECONDS * 1_000_000_000L;
        do {
            System.gc();
            Thread.sleep(100);
            loaders.removeIf(loader -> loader.get() == null);
        } while (!loaders.isEmpty() && System.nanoTime() < deadline);
        System.out.println("at the end " + memory());
        System.out.println("pages " + AgentCounts.pages("ZSTD", true) + " left " + loaders.size());
    }

    private static String memory() {
        return "heap "
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024
                + " KiB, outside "
                + ManagementFactory.getMemoryMXBean().getNonHeapMemoryUsage().getUsed() / 1024
                + " KiB, classes " + ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    }

    private static WeakReference<ClassLoader> use(URL[] classPath) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(classPath, LoadersProgram.class.getClassLoader())) {
            Class<?> pages = Class.forName("io.github.fastcodec.agent.PagesProgram", true, loader);
            if (pages.getClassLoader() != loader) {
                throw new AssertionError("not a copy");
            }
            ((Callable<?>) pages.getConstructor().newInstance()).call();
            return new WeakReference<>(loader);
        }
    }
}
