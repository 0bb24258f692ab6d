// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static io.github.fastcodec.agent.AgentChildren.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.Zstd;
import com.sun.jna.Native;
import io.github.fastcodec.support.ChildJvm;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4Factory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xerial.snappy.Snappy;

/**
 * The JVM loads a native library's file for one class loader only. An application that sets the file by a property must get it,
 * whether the agent or the application comes first, and its Parquet files must be written and read.
 */
@Tag("slow")
class AgentNativesTest {

    private static final Pattern PAGES = Pattern.compile("pages (\\d+) written (\\d+) read (\\d+)\n");

    @TempDir
    static Path directory;

    private static AgentChildren children;
    private static List<Path> classPath;

    @BeforeAll
    static void unpack() throws Exception {
        assumeTrue(
                System.getProperty("os.name").equals("Linux")
                        && System.getProperty("os.arch").equals("amd64"),
                "the names of the files below");
        children = new AgentChildren(directory);
        classPath = children.application();
        AgentJar.classPath().stream()
                .filter(path -> path.getFileName()
                        .toString()
                        .matches("(jna|lz4-java|brotli4j|service|native-)-?[0-9].*|native-.*"))
                .forEach(classPath::add);
        // under the names that each library expects
        unpack(AgentJar.of(Zstd.class), "linux/amd64/libzstd-jni-.*\\.so");
        unpack(AgentJar.of(Snappy.class), "org/xerial/snappy/native/Linux/x86_64/libsnappyjava.so");
        unpack(AgentJar.of(Native.class), "com/sun/jna/linux-x86-64/libjnidispatch.so");
        unpack(AgentJar.of(LZ4Factory.class), "net/jpountz/util/linux/amd64/liblz4-java.so");
        for (Path path : classPath) {
            if (path.getFileName().toString().startsWith("native-linux-x86_64")) {
                unpack(path, "lib/linux-x86_64/libbrotli.so");
            }
        }
    }

    private static void unpack(Path library, String name) throws Exception {
        try (JarFile jar = new JarFile(library.toFile())) {
            var entry = jar.stream()
                    .filter(each -> each.getName().matches(name))
                    .findFirst()
                    .orElseThrow();
            try (InputStream in = jar.getInputStream(entry)) {
                Files.copy(in, directory.resolve(entry.getName().replaceAll(".*/", "")));
            }
        }
    }

    /** The log names the first property. FOLDER stands for the files' folder, ZSTD for the name of zstd-jni's file. */
    @ParameterizedTest
    @CsvSource({
        "ZSTD,   parquet-java,  ZstdNativePath=FOLDER/ZSTD",
        "SNAPPY, aircompressor, org.xerial.snappy.lib.path=FOLDER org.xerial.snappy.lib.name=libsnappyjava.so",
        "SNAPPY, aircompressor, org.xerial.snappy.use.systemlib=true java.library.path=FOLDER",
        "SNAPPY, aircompressor, org.xerial.snappy.disable.bundled.libs=true java.library.path=FOLDER",
        "GZIP,   jdk-zlib,      jna.boot.library.path=FOLDER jna.nounpack=true",
        "GZIP,   jdk-zlib,      jna.nounpack=true jna.nosys=false java.library.path=FOLDER",
        "GZIP,   jdk-zlib,      jna.noclasspath=true jna.nosys=false java.library.path=FOLDER",
        "LZ4,    aircompressor, jna.boot.library.path=FOLDER jna.nounpack=true",
        "BROTLI, brotli-dec,    brotli4j.library.path=FOLDER/libbrotli.so",
    })
    void agentAvoidsALibraryWhoseFileTheApplicationSets(String codec, String served, String properties)
            throws Exception {
        String property = properties.replaceAll("=.*", "");
        for (String order : List.of("last", "first")) {
            Path file = file(codec);
            if (served.equals("brotli-dec")) { // an engine that only reads
                run(List.of(), order, codec, file);
            }
            ChildJvm child = run(options(properties), order, codec, file);
            Matcher pages = PAGES.matcher(child.output());
            assertTrue(pages.find() && child.output().contains("library true\n"), child::toString);
            boolean isParquets = served.equals("parquet-java");
            assertEquals(isParquets ? "0" : pages.group(1), pages.group(3), child::toString);
            assertEquals(isParquets || served.equals("brotli-dec") ? "0" : pages.group(1), pages.group(2));
            String says = codec + (isParquets ? " is left to parquet-java" : " uses the engine " + served)
                    + ": the system property " + property + " sets the native file";
            assertEquals(1, count(child, says), child::errors);
            assertEquals(1, count(child, "WARN parquet-fastcodec"), child::errors);
        }
    }

    /** These libraries first look for their native part by its name. */
    @ParameterizedTest
    @CsvSource({"LZ4_RAW, liblz4-java.so, libbrotli.so", "BROTLI, libbrotli.so, liblz4-java.so"})
    void agentUnpacksItsOwnCopyOfASystemLibrary(String codec, String library, String other) throws Exception {
        for (String order : List.of("last", "first")) {
            ChildJvm child = run(options("java.library.path=FOLDER"), order, codec, file(codec));
            assertTrue(child.output().contains("library true\n"), child::toString);
            requireNative(child);
        }
        // the system's library may be another version, or a different library of the same name
        Path folder = Files.createTempDirectory(directory, "system");
        Files.copy(directory.resolve(other), folder.resolve(library));
        requireNative(run(List.of("-Djava.library.path=" + folder), "never", codec, file(codec)));
    }

    /** Requires native engines, because pure-Java engines would hide that the agent's libraries did not load. */
    private static void requireNative(ChildJvm child) {
        Matcher pages = PAGES.matcher(child.output());
        assertTrue(pages.find(), child::toString);
        assertEquals(pages.group(1), pages.group(2), child::toString);
        assertEquals(pages.group(1), pages.group(3), child::toString);
        assertEquals(0, count(child, "does not use the engine"), child::errors);
    }

    private static Path file(String codec) throws Exception {
        return Path.of(children.files()).resolve(codec + ".parquet");
    }

    /** Would catch: a property that affects the application's copy of a library. */
    @Test
    void agentSetsOnlyJnasOwnProperties() throws Exception {
        ChildJvm child = run(List.of(), "never", "GZIP", file("GZIP"));
        assertTrue(
                child.output()
                        .contains(
                                "properties set meanwhile: [jna.loaded, jna.platform.library.path, jnidispatch.path]"),
                child::output);
    }

    private static ChildJvm run(List<String> options, String order, String codec, Path file) throws Exception {
        List<String> all = new ArrayList<>(List.of(children.agent()));
        all.addAll(options);
        return children.run(classPath, all, NativesProgram.class, order, codec, file.toString());
    }

    private static List<String> options(String properties) throws Exception {
        String zstd;
        try (Stream<Path> files = Files.list(directory)) {
            zstd = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("libzstd-jni"))
                    .findFirst()
                    .orElseThrow();
        }
        return Stream.of(properties.split(" "))
                .map(each -> "-D" + each.replace("FOLDER", directory.toString()).replace("ZSTD", zstd))
                .toList();
    }
}
