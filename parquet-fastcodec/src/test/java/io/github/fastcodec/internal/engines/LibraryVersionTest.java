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
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.brotli.dec.BrotliInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/** The versions of libraries that are still themselves are in {@code DoctorTest}; these are merged into one jar. */
class LibraryVersionTest {

    private static final Path VERSIONS = Path.of("src", "assembly", "versions.properties");

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
    void aLibraryThatIsMergedIntoOurJarHasTheVersionThatTheBuildWroteThere(Class<?> type) throws Exception {
        String versions = Files.readString(VERSIONS).replaceAll("\\$\\{(.*)}", "$1 of the build");
        URL merged = jar(versions, LibraryVersion.class, type);
        assertEquals(expected(versions, type), version(type, merged));
    }

    // Would catch: the version of our build for a library that the application brings in a newer one.
    @Test
    void aLibraryOfAnotherJarDoesNotHaveTheVersionOfTheOneThatIsMergedIntoOurs() throws Exception {
        URL merged = jar(Files.readString(VERSIONS), LibraryVersion.class);
        URL other = jar(null, Compressor.class);
        assertEquals(Path.of(other.toURI()).getFileName().toString(), version(Compressor.class, merged, other));
    }

    @Test
    void aClassOfAPackageThatTheBuildDoesNotNameHasTheNameOfTheJar() throws Exception {
        URL merged = jar("io.airlift.compressors=1", LibraryVersion.class, Compressor.class);
        assertEquals(Path.of(merged.toURI()).getFileName().toString(), version(Compressor.class, merged));
    }

    /** Returns the line whose package is the class's own or the nearest around it. */
    private static String expected(String versions, Class<?> type) {
        return versions.lines()
                .filter(line -> type.getName().startsWith(line.replaceFirst("=.*", ".")))
                .map(line -> line.replaceFirst(".*=", ""))
                .reduce((first, second) -> second)
                .orElseThrow(() -> new AssertionError("no version for " + type + " in " + VERSIONS));
    }

    /** Has the copy of {@link LibraryVersion} that these jars hold say the version of the copy of a class. */
    private static String version(Class<?> type, URL... jars) throws Exception {
        try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            return (String) loader.loadClass(LibraryVersion.class.getName())
                    .getMethod("of", Class.class)
                    .invoke(null, loader.loadClass(type.getName()));
        }
    }

    private URL jar(String versions, Class<?>... types) throws IOException {
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
            if (versions != null) {
                out.putNextEntry(new JarEntry("META-INF/parquet-fastcodec/versions.properties"));
                out.write(versions.getBytes(StandardCharsets.ISO_8859_1));
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
