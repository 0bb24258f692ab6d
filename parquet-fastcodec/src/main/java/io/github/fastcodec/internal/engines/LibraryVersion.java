// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** The version of a library, for people to read. */
public final class LibraryVersion {

    /** In the jar into which the build merged us and the libraries: the version of each by its package. */
    private static final String MERGED = "/META-INF/parquet-fastcodec/versions.properties";

    private LibraryVersion() {}

    /**
     * Returns the version of the jar that a class came from: the one in its manifest, or the one that the build noted when it
     * merged that jar into ours; without one the jar's name, or words that say that neither is known.
     */
    public static String of(Class<?> type) {
        String version = type.getPackage().getImplementationVersion();
        if (version != null) {
            return version;
        }
        URL location = location(type);
        if (location == null) {
            return "of unknown version";
        }
        try {
            boolean ours = location.toString().equals(String.valueOf(location(LibraryVersion.class)));
            version = ours ? merged(type.getPackageName()) : null;
            if (version != null) {
                return version;
            }
            Path file = Path.of(location.toURI());
            try (JarFile jar = new JarFile(file.toFile())) {
                Manifest manifest = jar.getManifest();
                version = manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-Version");
            }
            if (version != null) {
                return version;
            }
            return file.getFileName().toString();
        } catch (IOException | URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return "from " + location; // a directory of classes, or a place that is no file of its own
        }
    }

    /** Returns the jar or folder that a class came from, or null if that is unknown. */
    public static @Nullable URL location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }

    /** Returns what the build wrote for a package or the nearest around it; null if it wrote nothing. */
    private static String merged(String packageName) throws IOException {
        Properties versions = new Properties();
        try (InputStream in = LibraryVersion.class.getResourceAsStream(MERGED)) {
            if (in != null) {
                versions.load(in);
            }
        }
        String name = packageName;
        while (versions.getProperty(name) == null && name.indexOf('.') >= 0) {
            name = name.substring(0, name.lastIndexOf('.'));
        }
        return versions.getProperty(name);
    }
}
