// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import static io.github.fastcodec.agent.AgentChildren.NOT_ACTIVE;
import static io.github.fastcodec.agent.AgentChildren.SERVES;
import static io.github.fastcodec.agent.AgentChildren.assertNotServed;
import static io.github.fastcodec.agent.AgentChildren.assertServed;
import static io.github.fastcodec.agent.AgentChildren.count;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.support.ChildJvm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The agent in child JVMs, whose programs do not refer to this project. The oracle is the number of pages of each file. */
class AgentTest {

    private static final String ZSTD_LEVEL = "parquet.compression.codec.zstd.level";

    @TempDir
    static Path directory;

    private static AgentChildren children;

    @BeforeAll
    static void makeTheJar() throws Exception {
        children = new AgentChildren(directory);
    }

    private static ChildJvm files(List<String> options, String... arguments) throws Exception {
        return files(children.application(), options, arguments);
    }

    private static ChildJvm files(List<Path> classPath, List<String> options, String... arguments) throws Exception {
        String[] all = new String[arguments.length + 1];
        all[0] = children.files();
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return children.run(classPath, options, FilesProgram.class, all);
    }

    // ---- every parquet-java

    @Test
    void everyPageGoesThroughTheAgentOnce() throws Exception {
        ChildJvm child = files(List.of(children.agent()), "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "LZ4", "BROTLI", "LZO");
        assertServed(child, 7);
        assertEquals(1, count(child, SERVES), child::errors);
        assertTrue(
                child.errors()
                        .matches("(?s).* serves org\\.apache\\.parquet\\.hadoop\\.CodecFactory [0-9.]+, loaded from"
                                + " file:\\S+/parquet-hadoop-[0-9.]+\\.jar: SNAPPY snappy-java; .*"),
                child::errors);
    }

    @Test
    void agentDoesNothingWithoutTheOption() throws Exception {
        ChildJvm child = files(List.of(), "SNAPPY", "GZIP", "ZSTD");
        assertNotServed(child, 3);
        assertEquals(0, count(child, "fastcodec"), child::errors);
    }

    /** Unpacked native files must be deleted. Only JNA's empty folder stays. */
    @Test
    void leavesNoFiles() throws Exception {
        Path home = Files.createDirectory(directory.resolve("home"));
        Path temporary = Files.createDirectory(directory.resolve("temporary"));
        List<String> options = List.of(children.agent(), "-Duser.home=" + home, "-Djava.io.tmpdir=" + temporary);
        assertServed(files(options, "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW", "LZ4", "BROTLI", "LZO"), 7);
        for (Path folder : List.of(home, temporary)) {
            try (Stream<Path> left = Files.walk(folder)) {
                assertEquals(List.of(), left.filter(Files::isRegularFile).toList());
            }
        }
    }

    /** The copy cannot find its own codecs by their names, so that only the agent can provide them. */
    @Test
    void servesARelocatedCopy() throws Exception {
        Path relocated = children.relocated("shaded/parquet/");
        List<Path> classPath = children.application(relocated);
        classPath.removeIf(
                path -> Files.isDirectory(path) || path.getFileName().toString().matches("parquet-.*"));
        ChildJvm child = files(classPath, List.of(children.agent()), "SNAPPY", "GZIP", "ZSTD", "BROTLI");
        assertServed(child, 4);
        assertEquals(1, count(child, SERVES + "shaded.parquet.hadoop.CodecFactory"), child::errors);
    }

    @Test
    void servesAFactoryThatIgnoresItsMap() throws Exception {
        Path ignoring = children.ignoringItsMap();
        assertNotServed(files(children.application(ignoring), List.of(), "SNAPPY"), 1);
        assertServed(files(children.application(ignoring), List.of(children.agent()), "SNAPPY", "GZIP", "ZSTD"), 3);
    }

    @Test
    void servesTheDirectFactoryAndItsCallersBuffers() throws Exception {
        ChildJvm child = children.run(
                children.application(),
                List.of(children.agent()),
                DirectProgram.class,
                "SNAPPY",
                "ZSTD",
                "GZIP",
                "LZ4_RAW",
                "BROTLI");
        for (String codec : List.of("SNAPPY", "ZSTD", "GZIP", "LZ4_RAW", "BROTLI")) {
            assertTrue(child.output().contains(codec + " DirectCodecFactory 1 2\n"), child::output);
        }
        assertEquals(1, count(child, SERVES), child::errors);
    }

    /** Would catch: factories that are left to parquet-java because the first one's adapters are still being made. */
    @Test
    void servesThreadsThatStartTogether() throws Exception {
        ChildJvm child = children.run(children.application(), List.of(children.agent()), ThreadsProgram.class);
        assertTrue(child.output().contains("served 16 of 16 and 16 of 16\n"), child.output() + child.errors());
        assertEquals(2, count(child, SERVES), child::errors);
    }

    /** Would catch: a thread of the JVM's common pool that keeps the agent's class loader as its context loader. */
    @Test
    void servesACommonPoolThreadAndKeepsItsContextLoader() throws Exception {
        ChildJvm child = children.run(
                children.application(),
                List.of(children.agent(), "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2"),
                CommonPoolProgram.class);
        assertTrue(child.output().contains("served 1, the context loader is the same: true\n"), child::toString);
    }

    @Test
    void damagedPagesThrowPlainJdkExceptions() throws Exception {
        ChildJvm child = children.run(
                children.application(),
                List.of(children.agent()),
                DamageProgram.class,
                "SNAPPY",
                "ZSTD",
                "GZIP",
                "LZ4_RAW",
                "BROTLI");
        for (String codec : List.of("SNAPPY", "ZSTD", "GZIP", "LZ4_RAW", "BROTLI")) {
            assertTrue(child.output().contains(codec + " failures 5\n"), child::output);
        }
    }

    // ---- settings

    @Test
    void factorysLevelOverridesTheAgentsAndTheDefault() throws Exception {
        List<Long> sizes = assertServed(
                files(List.of(children.agent()), "ZSTD", ZSTD_LEVEL + "=19", "ZSTD", ZSTD_LEVEL + "=-50", "ZSTD"), 3);
        assertTrue(sizes.get(1) < sizes.get(0) && sizes.get(0) < sizes.get(2), sizes::toString);
        List<Long> others = assertServed(
                files(
                        List.of(children.agent() + "=" + ZSTD_LEVEL
                                + "=19,parquet.fastcodec.engine.snappy=aircompressor"),
                        "ZSTD",
                        ZSTD_LEVEL + "=-50",
                        "ZSTD"),
                2);
        assertEquals(sizes.subList(1, 3), others);
    }

    /** If the agent is switched off before the start, it also leaves every class unchanged. */
    @ParameterizedTest
    @ValueSource(strings = {"property", "argument", "later property", "file"})
    void switchLeavesParquetAlone(String where) throws Exception {
        ChildJvm child = switched("false", where);
        assertNotServed(child, 2);
        assertEquals(0, count(child, "parquet-fastcodec"), child::errors);
        boolean late = where.equals("later property") || where.equals("file");
        assertEquals(late, Files.readString(directory.resolve("loaded")).contains(".PatchTrigger "));
    }

    private ChildJvm switched(String value, String where) throws Exception {
        String setting = "parquet.fastcodec.enabled=" + value;
        List<String> options = new ArrayList<>(List.of("-Xlog:class+load:file=" + directory.resolve("loaded")));
        List<String> arguments = new ArrayList<>(List.of("SNAPPY", "ZSTD"));
        options.add(where.equals("argument") ? children.agent() + "=" + setting : children.agent());
        switch (where) {
            case "property" -> options.add("-D" + setting);
            case "later property" -> arguments.add(0, "-D" + setting);
            case "file" -> arguments.add(0, setting);
            default -> {}
        }
        return files(options, arguments.toArray(new String[0]));
    }

    @Test
    void namesUnknownArgumentsAndServes() throws Exception {
        ChildJvm child = files(
                List.of(children.agent() + "=nonsense,parquet.fastcodec.levl=3,parquet.fastcodec.jmx=true"), "ZSTD");
        assertServed(child, 1);
        assertEquals(1, count(child, "The agent's argument \"nonsense\" is ignored"), child::errors);
        assertEquals(1, count(child, "[parquet.fastcodec.levl]"), child::errors);
        assertEquals(1, count(child, "parquet.fastcodec.jmx: set it as a system property"), child::errors);
    }

    /** Would catch: a file that is read without the limit, or written by another engine, because the value is wrong. */
    @Test
    void wrongSettingFailsOnlyItsFile() throws Exception {
        ChildJvm child = files(
                List.of(children.agent()),
                "parquet.fastcodec.max.page.bytes=100M",
                "ZSTD",
                "ZSTD",
                "parquet.fastcodec.max.page.bytes=100000000",
                "parquet.fastcodec.engine.gzip=none",
                "GZIP",
                "ZSTD");
        assertServed(child, 1);
        assertEquals(
                List.of(
                        "ZSTD java.lang.IllegalArgumentException: parquet.fastcodec.max.page.bytes is \"100M\"",
                        "ZSTD java.lang.IllegalArgumentException: parquet.fastcodec.max.page.bytes is \"100M\"",
                        "GZIP java.lang.IllegalArgumentException: parquet.fastcodec.engine.gzip is \"none\""),
                child.output()
                        .lines()
                        .filter(line -> line.contains("Exception"))
                        .map(line -> line.replaceFirst(", expected.*", ""))
                        .toList());
    }

    // Would catch: a second wrong value that is as silent as a repeated one.
    @Test
    void logsEachWrongValueOfTheSwitch() throws Exception {
        String[] values = {"flase", "flase", "nein"};
        List<String> arguments = new ArrayList<>();
        for (String value : values) {
            arguments.addAll(List.of("parquet.fastcodec.enabled=" + value, "ZSTD"));
        }
        ChildJvm child = files(List.of(children.agent()), arguments.toArray(new String[0]));
        assertEquals(2, count(child, NOT_ACTIVE), child::errors);
    }

    @ParameterizedTest
    @ValueSource(strings = {"property", "argument", "later property", "file"})
    void wrongSwitchMeansOffAndIsLoggedOnce(String where) throws Exception {
        ChildJvm child = switched("flase", where);
        assertNotServed(child, 2);
        assertEquals(1, count(child, NOT_ACTIVE), child::errors);
        assertEquals(
                1,
                count(child, "Reason: parquet.fastcodec.enabled is \"flase\", expected true or false."),
                child::errors);
    }

    /** Would catch: a class whose initializer ran out of memory, and that then serves no file of the JVM. */
    @ParameterizedTest
    @ValueSource(ints = {400_000, 800_000})
    void nextFileIsServedAfterMemoryRunsOut(int room) throws Exception {
        ChildJvm child = children.run(
                children.application(),
                List.of(children.agent(), "-Xmx64m"),
                OutOfMemoryProgram.class,
                children.files(),
                Integer.toString(room));
        assertServed(child, 1);
    }

    // ---- failing open

    @Test
    void leavesAFactoryOfUnknownShapeAloneAndWarnsOnce() throws Exception {
        ChildJvm child =
                files(children.application(children.ofUnknownShape()), List.of(children.agent()), "GZIP", "ZSTD");
        assertNotServed(child, 2);
        assertEquals(1, count(child, NOT_ACTIVE), child::errors);
        assertEquals(1, count(child, "org.apache.parquet.hadoop.CodecFactory, loaded from file:"), child::errors);
        assertEquals(1, count(child, "none of its methods createCompressor"), child::errors);
    }

    @Test
    void leavesAFactoryAloneIfTheAdaptersDoNotFit() throws Exception {
        ChildJvm child =
                files(children.application(children.withoutConfiguration()), List.of(children.agent()), "GZIP", "ZSTD");
        assertNotServed(child, 2);
        assertEquals(1, count(child, NOT_ACTIVE), child::errors);
        assertTrue(child.errors().contains("the factory has no field for a configuration"), child::errors);
    }

    // ---- with other agents

    @Test
    void sameAgentTwiceServesOnce() throws Exception {
        ChildJvm child = files(List.of(children.agent(), children.agent()), "SNAPPY", "ZSTD");
        assertServed(child, 2);
        assertEquals(1, count(child, SERVES), child::errors);
    }

    @Test
    void onlyTheFirstOfTwoVersionsServes() throws Exception {
        String other = "-javaagent:" + AgentJar.make(directory.resolve("other.jar"), "of-another-time");
        for (List<String> agents : List.of(List.of(children.agent(), other), List.of(other, children.agent()))) {
            ChildJvm child = files(agents, "SNAPPY", "ZSTD", "GZIP");
            assertServed(child, 3);
            assertEquals(1, count(child, SERVES), child::errors);
            assertEquals(agents.get(0).equals(other) ? 1 : 0, count(child, "of-another-time" + SERVES), child::errors);
        }
    }

    @Test
    void servesAFactoryThatAnotherAgentLoadedBefore() throws Exception {
        ChildJvm child = files(List.of("-javaagent:" + agentOf(EarlyAgent.class), children.agent()), "SNAPPY", "ZSTD");
        assertEquals(1, count(child, "CodecFactory is loaded before the agent"), child::errors);
        assertServed(child, 2);
    }

    @Test
    void servesAFactoryThatAnotherAgentAlsoChanges() throws Exception {
        String other = "-javaagent:" + agentOf(ChangingAgent.class);
        for (List<String> agents : List.of(List.of(children.agent(), other), List.of(other, children.agent()))) {
            ChildJvm child = files(agents, "SNAPPY", "ZSTD", "GZIP");
            assertEquals(1, count(child, "CodecFactory is changed by another agent"), child::errors);
            assertServed(child, 3);
        }
    }

    /** Makes the jar of a third party's agent. */
    private static Path agentOf(Class<?> agent) throws Exception {
        Path jar = directory.resolve(agent.getSimpleName() + ".jar");
        try (AgentJar.Writer writer = new AgentJar.Writer(jar)) {
            writer.put(
                    "META-INF/MANIFEST.MF",
                    ("Manifest-Version: 1.0\nPremain-Class: " + agent.getName() + "\n\n")
                            .getBytes(StandardCharsets.UTF_8));
            writer.putAll(children.programs(), "", name -> name.contains(agent.getSimpleName()));
            for (Path library : AgentJar.classPath()) {
                if (library.getFileName().toString().matches("asm-[0-9].*\\.jar")) {
                    writer.putAll(library, "", name -> name.endsWith(".class") && !name.endsWith("module-info.class"));
                }
            }
        }
        return jar;
    }

    // ---- options of the JVM

    /**
     * In a YARN container the jar's path is relative. The JDK reports the jar's location as a URL, which escapes some characters.
     */
    @Test
    void jarMayHaveARelativePathAndAnyName() throws Exception {
        String name = "an agent of 100%41 #1+.jar";
        Files.copy(Path.of(children.agent().substring("-javaagent:".length())), directory.resolve(name));
        ChildJvm child = files(List.of("-javaagent:" + name), "SNAPPY", "ZSTD");
        assertServed(child, 2);
        assertTrue(child.errors().contains("SNAPPY snappy-java"), child::errors);
    }

    @Test
    void servesIfDynamicAgentLoadingIsDisabled() throws Exception {
        assertServed(files(List.of(children.agent(), "-XX:-EnableDynamicAgentLoading"), "SNAPPY", "ZSTD"), 2);
    }

    @Test
    void patchesClassesFromAnArchiveToo() throws Exception {
        assumeTrue(AgentChildren.javaVersion() >= 13, "archives of applications' classes by one option");
        Path home = Path.of(System.getProperty("agent.java.home", System.getProperty("java.home")));
        assumeTrue(
                Files.exists(home.resolve(Path.of("lib", "server", "classes.jsa"))),
                "such an archive stands on the runtime's own, which not every runtime has");
        Path archive = directory.resolve("application.jsa");
        // the JVM archives classes from jars, not from folders
        Path programs = directory.resolve("programs.jar");
        try (AgentJar.Writer writer = new AgentJar.Writer(programs)) {
            writer.putAll(children.programs(), "", name -> true);
        }
        List<Path> classPath = children.application(programs);
        classPath.removeIf(Files::isDirectory);
        files(classPath, List.of("-XX:ArchiveClassesAtExit=" + archive), "SNAPPY");
        assertTrue(Files.size(archive) > 0);
        ChildJvm child = files(
                classPath,
                List.of(
                        children.agent(),
                        "-XX:SharedArchiveFile=" + archive,
                        "-Xlog:class+load:file=" + directory + "/load"),
                "SNAPPY",
                "ZSTD");
        assertServed(child, 2);
        assertTrue(
                Files.readString(directory.resolve("load"))
                        .contains(
                                "org.apache.parquet.hadoop.metadata.CompressionCodecName source: shared objects file (top)"),
                "the archive was used");
    }

    /** The engines without natives are the JDK's and aircompressor's. */
    @Test
    void usesPureJavaEnginesIfNativeAccessIsDenied() throws Exception {
        assumeTrue(AgentChildren.javaVersion() >= 24, "an option since Java 24");
        ChildJvm child = files(List.of(children.agent(), ChildJvm.DENY_NATIVE_ACCESS), "SNAPPY", "GZIP", "ZSTD");
        assertServed(child, 3);
        assertTrue(child.errors().contains("SNAPPY aircompressor"), child::errors);
        ChildJvm allowed = files(
                List.of(children.agent(), ChildJvm.DENY_NATIVE_ACCESS, "--enable-native-access=ALL-UNNAMED"), "SNAPPY");
        assertServed(allowed, 1);
        assertTrue(allowed.errors().contains("SNAPPY snappy-java"), allowed::errors);
    }
}
