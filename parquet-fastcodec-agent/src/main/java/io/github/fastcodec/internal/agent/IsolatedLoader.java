// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/**
 * Loads the agent's classes and engines from a folder in the agent's jar. Its parent is the JDK's platform loader, so the
 * agent and the application do not see each other's classes. It is not a {@code URLClassLoader}, because up to Java 23
 * such a loader keeps alive the class loaders of all classes on the stack that creates it. Lives as long as the JVM.
 * Thread-safe.
 */
final class IsolatedLoader extends ClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** The folder in the agent's jar. */
    private static final String FOLDER = "isolated/";

    private final JarFile jar;
    private final String base;
    private final ProtectionDomain domain;

    /** @throws IOException if the jar cannot be read */
    IsolatedLoader(Path jar) throws IOException {
        super("parquet-fastcodec", ClassLoader.getPlatformClassLoader());
        this.jar = new JarFile(jar.toFile());
        this.base = "jar:" + jar.toUri() + "!/" + FOLDER;
        this.domain = new ProtectionDomain(new CodeSource(new URL(base), (Certificate[]) null), null, this, null);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] classFile;
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            classFile = in.readAllBytes();
        } catch (IOException e) {
            throw new ClassNotFoundException(name + " cannot be read from " + base, e);
        }
        return defineClass(name, classFile, 0, classFile.length, domain);
    }

    /**
     * Returns a path that does not exist, so that libraries unpack their own native part. They first look it up by name,
     * and might otherwise find another version, which the system has for the application.
     */
    @Override
    protected String findLibrary(String name) {
        return new File(jar.getName()).getAbsolutePath() + File.separator + FOLDER + System.mapLibraryName(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        if (jar.getEntry(FOLDER + name) == null) {
            return null;
        }
        try {
            return new URL(base + name);
        } catch (MalformedURLException e) {
            return null;
        }
    }

    @Override
    protected Enumeration<URL> findResources(String name) {
        URL found = findResource(name);
        return found == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(found));
    }

    /** Reads only from the jar, which is already open. */
    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        ZipEntry entry = jar.getEntry(FOLDER + name);
        if (entry == null) {
            return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return new ByteArrayInputStream(in.readAllBytes());
        } catch (IOException e) {
            return null;
        }
    }
}
