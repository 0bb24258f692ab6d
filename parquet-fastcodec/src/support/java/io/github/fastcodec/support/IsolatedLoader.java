// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Loads our classes and the tests' classes again, on another class path, like those of an application with other libraries. */
public final class IsolatedLoader extends URLClassLoader {

    private final Predicate<String> refusedClasses;

    private IsolatedLoader(URL[] urls, Predicate<String> refusedClasses) {
        super(urls, ClassLoader.getPlatformClassLoader());
        this.refusedClasses = refusedClasses;
    }

    /**
     * Creates a loader, which the caller closes if nothing in it outlives the test.
     *
     * @param others files in front of the tests' class path
     * @param leftOut the file names of the tests' class path that are left out
     * @param refusedClasses the names of classes that this loader never finds
     */
    public static IsolatedLoader of(List<Path> others, Predicate<String> leftOut, Predicate<String> refusedClasses) {
        Stream<Path> classPath = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> !leftOut.test(path.getFileName().toString()));
        List<URL> urls = Stream.concat(others.stream(), classPath)
                .map(IsolatedLoader::url)
                .collect(Collectors.toList());
        return new IsolatedLoader(urls.toArray(new URL[0]), refusedClasses);
    }

    /** Returns a new instance of a class with a public no-argument constructor, as a JDK type. */
    public <T> T newInstance(Class<?> original, Class<T> as) throws ReflectiveOperationException {
        Class<?> copy = loadClass(original.getName());
        if (copy == original) {
            throw new IllegalStateException(original + " is not isolated");
        }
        return as.cast(copy.getDeclaredConstructor().newInstance());
    }

    /** Returns whether this loader has loaded the named class. */
    public boolean isLoaded(String className) {
        return findLoadedClass(className) != null;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (refusedClasses.test(name)) {
            throw new ClassNotFoundException(name + " (refused)");
        }
        return super.loadClass(name, resolve);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path.toString(), e);
        }
    }
}
