// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Loads a separate copy of all classes on the class path except those of the JDK and of this package. So contenders share
 * neither static state, such as parquet-java's map of codecs, nor the compiler's profile of their code. Thread-safe.
 */
final class ContenderLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    private static final String SHARED = ContenderLoader.class.getPackageName();
    private static final String OURS = "io.github.fastcodec.";
    private static final String BENCHMARKS = OURS + "bench.";

    private static final Set<String> JDK = ModuleLayer.boot().modules().stream()
            .flatMap(module -> module.getPackages().stream())
            .collect(Collectors.toUnmodifiableSet());

    private static final Map<String, ContenderLoader> LOADERS = new ConcurrentHashMap<>();

    /** The classes of the other build; null if the contender is of this build. */
    private final URLClassLoader otherBuild;

    private ContenderLoader(URL[] classPath, URLClassLoader otherBuild) {
        super(classPath, ContenderLoader.class.getClassLoader());
        this.otherBuild = otherBuild;
    }

    /**
     * Returns the loader of a contender. A contender always gets the same loader, which lives as long as the JVM: a fork
     * has only one run, and tests with many runs need not load the classes again.
     */
    static ContenderLoader of(String contender) {
        return LOADERS.computeIfAbsent(
                Contender.copy(contender),
                name -> Contender.isBefore(name)
                        ? ofBuild(Path.of(System.getProperty(Contender.AGAINST)))
                        : new ContenderLoader(classPath(), null));
    }

    /**
     * Returns a loader that takes this project's classes, except the benchmarks, from {@code jar}.
     *
     * @throws IllegalArgumentException if the jar does not contain this project's factory
     */
    static ContenderLoader ofBuild(Path jar) {
        URLClassLoader otherBuild = new URLClassLoader(new URL[] {url(jar)}, null);
        if (otherBuild.findResource("io/github/fastcodec/FastCodecFactory.class") == null) {
            throw new IllegalArgumentException(jar.toAbsolutePath()
                    + " does not contain io.github.fastcodec.FastCodecFactory; expected the jar of another build of"
                    + " parquet-fastcodec");
        }
        return new ContenderLoader(classPath(), otherBuild);
    }

    private static URL[] classPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> url(Path.of(entry)))
                .toArray(URL[]::new);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path + " has no URL", e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        String packageName = name.substring(0, Math.max(0, name.lastIndexOf('.')));
        if (JDK.contains(packageName) || packageName.equals(SHARED)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        if (otherBuild == null || !name.startsWith(OURS) || name.startsWith(BENCHMARKS)) {
            return super.findClass(name);
        }
        try (InputStream stream = otherBuild.getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (stream == null) {
                throw new ClassNotFoundException(
                        name + " is not in " + otherBuild.getURLs()[0]);
            }
            byte[] bytes = stream.readAllBytes();
            // the installation of our codecs finds its classes by their location
            CodeSource source = new CodeSource(otherBuild.getURLs()[0], (Certificate[]) null);
            return defineClass(name, bytes, 0, bytes.length, new ProtectionDomain(source, null));
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    @Override
    public URL getResource(String name) {
        if (otherBuild != null) {
            URL resource = otherBuild.findResource(name);
            if (resource != null || isOurs(name)) {
                return resource;
            }
        }
        return findResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        if (otherBuild != null && isOurs(name)) {
            return otherBuild.findResources(name);
        }
        List<URL> resources = Collections.list(findResources(name));
        return Collections.enumeration(resources);
    }

    /** Returns whether a resource belongs to this project: it is in one of its packages, or lists providers of its services. */
    private static boolean isOurs(String resource) {
        return resource.replace('/', '.').replace("META-INF.services.", "").startsWith(OURS);
    }
}
