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

/** Finds the version of a library, as text for reports. */
public final class LibraryVersion {

    /** The versions of the libraries that our build merged into our jar, keyed by package. */
    private static final String MERGED = "/META-INF/parquet-fastcodec/versions.properties";

    /** Maven's properties, which remain even in a jar that was merged from several jars. */
    private static final Pattern POM = Pattern.compile("META-INF/maven/[^/]+/([^/]+)/pom\\.properties");

    /** The name of this project among Maven's artifacts. */
    public static final String US = "parquet-fastcodec";

    /** This class's file. A jar that contains it without the library's Maven properties was merged from several jars. */
    private static final String OURS = LibraryVersion.class.getName().replace('.', '/') + ".class";

    private LibraryVersion() {}

    /**
     * Returns the version of the library that a class belongs to. The version is the one that our build recorded when it
     * merged the library into our jar, else the one in Maven's properties, else the one in the jar's manifest. The manifest
     * of a merged jar does not describe the libraries in the jar. For a merged jar, or if there is no version, returns the
     * jar's name, or text that says that the version is unknown.
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
                    type, "from " + location); // a directory of classes, or a location that is not a file
        }
    }

    /**
     * Returns the version of the copy of parquet-java that a class belongs to. It is the one that parquet-java's own class
     * states, because the manifest of a jar with a copy, such as flink-sql-parquet, has the version of that jar.
     *
     * @param type a class in a package directly below that of parquet-java, which may have another name in a copy
     */
    public static String ofParquet(Class<?> type) {
        String inside = type.getPackageName();
        try {
            return (String) Class.forName(
                            inside.substring(0, inside.lastIndexOf('.')) + ".Version", true, type.getClassLoader())
                    .getField("VERSION_NUMBER")
                    .get(null);
        } catch (ReflectiveOperationException | LinkageError e) {
            return of(type, "parquet-hadoop"); // a copy without the classes that it does not use
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

    /** Returns the jar or directory that a class was loaded from, or null if that is unknown. */
    public static @Nullable URL location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }

    /**
     * Returns the version that our build recorded for a package or for the nearest enclosing package; null if there is no
     * such version.
     */
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
