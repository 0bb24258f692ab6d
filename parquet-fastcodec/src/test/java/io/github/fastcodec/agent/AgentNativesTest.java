// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static io.github.fastcodec.agent.AgentChildren.assertServed;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import com.sun.jna.Native;
import io.github.fastcodec.support.ChildJvm;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xerial.snappy.Snappy;

/**
 * The JVM loads a native library's file for one class loader only. An application that fixes the file by a property must get it,
 * whoever comes first, and the agent must work all the same.
 */
class AgentNativesTest {

    @TempDir
    static Path directory;

    private static AgentChildren children;

    @BeforeAll
    static void unpack() throws Exception {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "the names of the files below");
        children = new AgentChildren(directory);
        unpack(Zstd.class, "linux/amd64/libzstd-jni-.*\\.so", "libzstd.so");
        unpack(Snappy.class, "org/xerial/snappy/native/Linux/x86_64/libsnappyjava.so", "libsnappyjava.so");
        unpack(Native.class, "com/sun/jna/linux-x86-64/libjnidispatch.so", "libjnidispatch.so");
        unpack(LZ4Factory.class, "net/jpountz/util/linux/amd64/liblz4-java.so", "liblz4-java.so");
        for (Path path : AgentJar.classPath()) {
            if (path.getFileName().toString().startsWith("native-linux-x86_64")) {
                unpack(path, "lib/linux-x86_64/libbrotli.so", "libbrotli.so");
            }
        }
    }

    private static void unpack(Class<?> type, String entry, String file) throws Exception {
        unpack(Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()), entry, file);
    }

    private static void unpack(Path library, String name, String file) throws Exception {
        try (JarFile jar = new JarFile(library.toFile())) {
            var entry = jar.stream()
                    .filter(each -> each.getName().matches(name))
                    .findFirst()
                    .orElseThrow();
            try (InputStream in = jar.getInputStream(entry)) {
                Files.copy(in, directory.resolve(file));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"first", "last"})
    void fixedPathsServeTheApplicationAndTheAgentWorksInBothOrders(String order) throws Exception {
        List<Path> classPath = children.application();
        AgentJar.classPath().stream()
                .filter(path -> path.getFileName()
                        .toString()
                        .matches("(jna|lz4-java|brotli4j|service|native-)-?[0-9].*|native-.*"))
                .forEach(classPath::add);
        ChildJvm child = children.run(
                classPath,
                List.of(
                        children.agent(),
                        "-DZstdNativePath=" + directory.resolve("libzstd.so"),
                        "-Dorg.xerial.snappy.lib.path=" + directory,
                        "-Dorg.xerial.snappy.lib.name=libsnappyjava.so",
                        "-Djna.nounpack=true",
                        "-Djna.boot.library.path=" + directory,
                        "-Dbrotli4j.library.path=" + directory.resolve("libbrotli.so"),
                        "-Djava.library.path=" + directory),
                NativesProgram.class,
                order,
                children.files(),
                "SNAPPY",
                "ZSTD",
                "GZIP",
                "LZ4_RAW",
                "BROTLI");
        assertServed(child, 5);
        for (String library : List.of("zstd 1", "snappy 5", "jna 8", "lz4 ", "brotli4j is there")) {
            assertTrue(child.output().contains(library), child::output);
        }
        assertTrue(child.output().contains("properties set meanwhile: []"), child::output);
        // engines in pure Java would serve as well, and hide that ours did not load
        assertTrue(
                child.errors().contains("SNAPPY snappy-java") && !child.errors().contains("does not use the engine"),
                child::errors);
    }
}
