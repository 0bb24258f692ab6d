// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.github.fastcodec.support.ChildJvm;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** A jlink runtime image with few modules, without Flight Recorder. */
@Tag("slow")
class RuntimeImageTest {

    /**
     * The modules that parquet-java, Hadoop and the engines need. Our own code needs java.base; docs/compatibility.md lists the
     * modules that it uses if they are present.
     */
    private static final String MODULES =
            "java.base,java.logging,java.management,java.naming,java.security.sasl,java.xml,"
                    + "jdk.management,jdk.unsupported";

    @TempDir
    static Path folder;

    private static Path image;

    @BeforeAll
    static void link() throws Exception {
        Path home = Path.of(System.getProperty("java.home"));
        Path jlink = home.resolve("bin/jlink");
        assumeTrue(Files.isExecutable(jlink), () -> "no jlink in " + home + ": it comes with a JDK");
        // without --module-path: some JDKs link images but have no jmods files
        image = folder.resolve("image");
        ChildJvm linked = ChildJvm.run(
                folder,
                "jlink",
                120,
                List.of(jlink.toString(), "--add-modules", MODULES, "--output", image.toString()));
        assertEquals(0, linked.exit(), () -> linked.output() + linked.errors());
        ChildJvm modules = ChildJvm.run(
                folder, "modules", 60, List.of(image.resolve("bin/java").toString(), "--list-modules"));
        assertTrue(modules.output().contains("java.base@"), modules::output);
        assertFalse(modules.output().contains("jdk.jfr"), modules::output);
    }

    /** Would catch: a command that needs a module which few images contain. */
    @Test
    void doctorFindsEveryEngineInTheImage() throws Exception {
        ChildJvm doctor = run("doctor", Doctor.class);
        assertEquals(0, doctor.exit(), doctor::errors);
        assertTrue(doctor.output().contains("Every codec that has an engine passed its self-test."), doctor::output);
        assertFalse(doctor.output().contains("does not work"), doctor::output);
    }

    /** Would catch: a class of the page path that links Flight Recorder or another missing module. */
    @Test
    void pageTestsPassInTheImage() throws Exception {
        ChildJvm suite = run("suite", Suites.class);
        assertEquals(0, suite.exit(), () -> suite.output() + suite.errors());
        int tests = Integer.parseInt(suite.output().strip().lines().findFirst().orElseThrow());
        assertTrue(tests > 50, () -> "only " + tests + " tests ran");
    }

    private static ChildJvm run(String name, Class<?> main, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(image.resolve("bin/java").toString()));
        if (Runtime.version().feature() >= 17) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-Djazzer.hooks=false", "-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return ChildJvm.run(folder, name, 300, command);
    }

    /** Runs the core page tests. Prints how many passed, and fails unless all did. */
    static final class Suites {

        public static void main(String[] args) {
            LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectClass(CodecContractTest.class), selectClass(HandMadePagesTest.class))
                    .build();
            SummaryGeneratingListener listener = new SummaryGeneratingListener();
            LauncherFactory.create().execute(request, listener);
            System.out.println(listener.getSummary().getTestsSucceededCount());
            listener.getSummary().printFailuresTo(new PrintWriter(System.out, true));
            System.exit(listener.getSummary().getTotalFailureCount() == 0 ? 0 : 1);
        }
    }
}
