// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.engines.LibraryVersion;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The classes of this project that a page may need. They are all loaded before parquet-java's codec map gets its entries.
 * The map serves the whole JVM, but when the session or application that added this project ends, this project's class
 * loader may be closed and its jar deleted. The classes of a compression library are loaded by the test of its engine.
 */
final class PageClasses {

    private static final String ROOT = FastCodecFactory.class.getPackageName().replace('.', '/');

    /**
     * The classes of all packages except those that need a framework. Only the framework's code refers to the excluded
     * classes.
     */
    private static final Pattern PAGE_CLASSES = Pattern.compile(ROOT + "/((engine|hadoop|internal)/.*)?[^/-]+\\.class");

    private PageClasses() {}

    /** @throws ClassNotFoundException if the jar or folder that this class came from cannot be read */
    static void load() throws ClassNotFoundException {
        for (String file : files()) {
            if (PAGE_CLASSES.matcher(file).matches()) {
                String name =
                        file.substring(0, file.length() - ".class".length()).replace('/', '.');
                try {
                    Class.forName(name, false, PageClasses.class.getClassLoader());
                } catch (NoClassDefFoundError e) {
                    // The superclass is missing in this JVM, as that of a Flight Recorder event may be. In that
                    // case, nothing uses the class.
                }
            }
        }
    }

    private static List<String> files() throws ClassNotFoundException {
        URL location = LibraryVersion.location(PageClasses.class);
        if (location == null) {
            throw new ClassNotFoundException("the location of the classes of parquet-fastcodec is unknown");
        }
        try {
            Path place = Path.of(location.toURI());
            return Files.isDirectory(place) ? inFolder(place) : inJar(place);
        } catch (IOException | URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            throw new ClassNotFoundException("the classes of parquet-fastcodec cannot be listed at " + location, e);
        }
    }

    private static List<String> inJar(Path place) throws IOException {
        try (JarFile jar = new JarFile(place.toFile())) {
            return jar.stream().map(JarEntry::getName).collect(Collectors.toList());
        }
    }

    private static List<String> inFolder(Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place.resolve(ROOT))) {
            return files.map(file -> place.relativize(file).toString().replace(File.separatorChar, '/'))
                    .collect(Collectors.toList());
        }
    }
}
