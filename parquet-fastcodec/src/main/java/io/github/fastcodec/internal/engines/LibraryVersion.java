// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collections;
import java.util.Properties;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The version of a library, for people to read. */
public final class LibraryVersion {

    /** In the jar into which the build merged us and the libraries: the version of each by its package. */
    private static final String MERGED = "/META-INF/parquet-fastcodec/versions.properties";

    /** What Maven leaves in a jar, also in one into which several were merged. */
    private static final Pattern POM = Pattern.compile("META-INF/maven/[^/]+/([^/]+)/pom\\.properties");

    /** This project. */
    public static final String US = "parquet-fastcodec";

    /** A class that is in no library's own jar, and in ours with what Maven leaves. */
    private static final String OURS = LibraryVersion.class.getName().replace('.', '/') + ".class";

    private LibraryVersion() {}

    /**
     * Returns the version of the jar that a class came from: what our build noted when it merged that jar into ours, what Maven left
     * in it, or what its manifest has. The manifest of a jar into which somebody merged others is none of theirs; then, and without
     * one, the jar's name, or words that say that neither is known.
     *
     * @param artifact the name of the library among Maven's artifacts
     */
    public static String of(Class<?> type, String artifact) {
        URL location = location(type);
        if (location == null) {
            return manifestVersion(type, "of unknown version");
        }
        try {
            boolean isWithUs = location.toString().equals(String.valueOf(location(LibraryVersion.class)));
            String version = isWithUs ? merged(type.getPackageName()) : null;
            return version != null ? version : ofJar(type, artifact, Path.of(location.toURI()));
        } catch (IOException | URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return manifestVersion(
                    type, "from " + location); // a directory of classes, or a place that is no file of its own
        }
    }

    private static String ofJar(Class<?> type, String artifact, Path file) throws IOException {
        try (JarFile jar = new JarFile(file.toFile())) {
            boolean isMerged = false;
            for (JarEntry entry : Collections.list(jar.entries())) {
                Matcher pom = POM.matcher(entry.getName());
                if (pom.matches() && pom.group(1).equals(artifact)) {
                    Properties properties = new Properties();
                    properties.load(jar.getInputStream(entry));
                    return properties.getProperty("version", "of unknown version");
                }
                isMerged |= pom.matches() || entry.getName().equals(OURS);
            }
            String name = file.getFileName().toString();
            Manifest manifest = jar.getManifest();
            String bundle =
                    manifest == null ? null : manifest.getMainAttributes().getValue("Bundle-Version");
            return isMerged ? name : manifestVersion(type, bundle == null ? name : bundle);
        }
    }

    private static String manifestVersion(Class<?> type, String otherwise) {
        String version = type.getPackage().getImplementationVersion();
        return version == null ? otherwise : version;
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
