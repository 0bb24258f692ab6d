// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.github.luben.zstd.Zstd;
import io.airlift.compress.Compressor;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.Version;
import org.apache.parquet.bytes.BytesInput;
import org.brotli.dec.BrotliInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** The versions of libraries that are merged into one jar. {@code DoctorTest} covers libraries in their own jars. */
class LibraryVersionTest {

    private static final Path VERSIONS = Path.of("src", "assembly", "versions.properties");
    private static final String NOTED = "META-INF/parquet-fastcodec/versions.properties";
    private static final String MANIFEST = "META-INF/MANIFEST.MF";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            classes = {
                LibraryVersion.class,
                BytesInput.class,
                Snappy.class,
                Zstd.class,
                LZ4Factory.class,
                Compressor.class,
                Brotli4jLoader.class,
                BrotliInputStream.class
            })
    void libraryMergedIntoOurJarHasTheBuildsVersion(Class<?> type) throws Exception {
        String versions = Files.readString(VERSIONS).replaceAll("\\$\\{(.*)}", "$1 of the build");
        URL merged = jar(Map.of(NOTED, versions, MANIFEST, "Implementation-Version: 0"), LibraryVersion.class, type);
        assertEquals(expected(versions, type), version(type, "any", merged));
    }

    // Would catch: the application's version for each library in its jar, because the manifest there is the
    // application's.
    @Test
    void libraryInAnApplicationsJarHasMavensVersion() throws Exception {
        Map<String, String> files = Map.of(
                MANIFEST,
                "Implementation-Version: 0.1\nImplementation-Title: application",
                "META-INF/maven/org.example/application/pom.properties",
                "version=0.1",
                "META-INF/maven/io.github.fastcodec/parquet-fastcodec/pom.properties",
                "version=3",
                "META-INF/maven/org.apache.parquet/parquet-common/pom.properties",
                "version=1.14.1");
        URL application = jar(files, LibraryVersion.class, BytesInput.class, Zstd.class);
        String name = Path.of(application.toURI()).getFileName().toString();
        assertEquals("3", version(LibraryVersion.class, LibraryVersion.US, application));
        assertEquals("1.14.1", version(BytesInput.class, "parquet-common", application));
        assertEquals(name, version(Zstd.class, "zstd-jni", application));

        URL without = jar(Map.of(MANIFEST, "Implementation-Version: 0.1"), LibraryVersion.class, Zstd.class);
        name = Path.of(without.toURI()).getFileName().toString();
        assertEquals(name, version(Zstd.class, "zstd-jni", without));
        assertEquals(name, version(LibraryVersion.class, LibraryVersion.US, without));

        URL others = jar(files, BytesInput.class, Zstd.class);
        name = Path.of(others.toURI()).getFileName().toString();
        URL ours = jar(Map.of(), LibraryVersion.class);
        assertEquals("1.14.1", version(BytesInput.class, "parquet-common", others, ours));
        assertEquals(name, version(Zstd.class, "zstd-jni", others, ours));
    }

    // Would catch: Flink's version for the parquet-java in flink-sql-parquet.
    @Test
    void parquetJavaKeepsItsVersionInAnotherProjectsJar() throws Exception {
        URL other = jar(Map.of(MANIFEST, "Implementation-Version: 2.3.0"), BytesInput.class, Version.class);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {other}, ClassLoader.getPlatformClassLoader())) {
            Class<?> copy = loader.loadClass(BytesInput.class.getName());
            assertEquals("2.3.0", copy.getPackage().getImplementationVersion());
            assertEquals(Version.VERSION_NUMBER, LibraryVersion.ofParquet(copy));
        }
    }

    @Test
    void libraryInItsOwnJarHasTheManifestsVersion() throws Exception {
        URL ours = jar(Map.of(), LibraryVersion.class);
        URL own = jar(Map.of(MANIFEST, "Bundle-Version: 1.5\nImplementation-Version: 1.5-7"), Zstd.class);
        assertEquals("1.5-7", version(Zstd.class, "zstd-jni", own, ours));
        assertEquals(
                "1.5", version(Zstd.class, "zstd-jni", jar(Map.of(MANIFEST, "Bundle-Version: 1.5"), Zstd.class), ours));
    }

    // Would catch: the version of our build for a library of which the application has a newer version.
    @Test
    void libraryInAnotherJarDoesNotHaveTheMergedVersion() throws Exception {
        URL merged = jar(Map.of(NOTED, Files.readString(VERSIONS)), LibraryVersion.class);
        URL other = jar(Map.of(), Compressor.class);
        assertEquals(
                Path.of(other.toURI()).getFileName().toString(),
                version(Compressor.class, "aircompressor", merged, other));
    }

    @Test
    void unlistedPackageHasTheNameOfTheJar() throws Exception {
        URL merged = jar(Map.of(NOTED, "io.airlift.compressors=1"), LibraryVersion.class, Compressor.class);
        assertEquals(
                Path.of(merged.toURI()).getFileName().toString(), version(Compressor.class, "aircompressor", merged));
    }

    @ParameterizedTest
    @CsvSource({
        "1.1.2, 1.1.10.12, true", "1.5.7-3, 1.5.7-14, true", "1.5.7-28, 1.5.7-14, false", "1.5.7, 1.5.7-14, true",
        "2.0.3, 2.0.3, false", "0.27-dw-1, 2.0.3, true", "application-1.jar, 2.0.3, false", "5.19.1 (b0), 5.17.0, false"
    })
    void recognizesVersionsBelowTheMinimum(String version, String floor, boolean isBelow) {
        assertEquals(isBelow, EngineLibrary.isBelow(version, floor));
    }

    /** Returns the version in the line for the class's package, or for the nearest enclosing package. */
    private static String expected(String versions, Class<?> type) {
        return versions.lines()
                .filter(line -> type.getName().startsWith(line.replaceFirst("=.*", ".")))
                .map(line -> line.replaceFirst(".*=", ""))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no version for " + type + " in " + VERSIONS));
    }

    /** Returns the version of a class in these jars, from the copy of {@link LibraryVersion} in them. */
    private static String version(Class<?> type, String artifact, URL... jars) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            return (String) loader.loadClass(LibraryVersion.class.getName())
                    .getMethod("of", Class.class, String.class)
                    .invoke(null, loader.loadClass(type.getName()), artifact);
        }
    }

    private URL jar(Map<String, String> files, Class<?>... types) throws IOException {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> type : types) {
            for (Class<?> each = type; each != null && each.getClassLoader() != null; each = each.getSuperclass()) {
                if (!classes.contains(each)) {
                    classes.add(each);
                }
            }
        }
        Path jar = Files.createTempFile(folder, "merged", ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            List<String> names = new ArrayList<>(files.keySet());
            names.sort(Comparator.comparing(MANIFEST::equals).reversed()); // a manifest must come first
            for (String name : names) {
                out.putNextEntry(new JarEntry(name));
                String start = name.equals(MANIFEST) ? "Manifest-Version: 1.0\n" : "";
                out.write((start + files.get(name) + "\n").getBytes(StandardCharsets.ISO_8859_1));
            }
            for (Class<?> type : classes) {
                String name = type.getName().replace('.', '/') + ".class";
                out.putNextEntry(new JarEntry(name));
                try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
                    in.transferTo(out);
                }
            }
        }
        return jar.toUri().toURL();
    }
}
