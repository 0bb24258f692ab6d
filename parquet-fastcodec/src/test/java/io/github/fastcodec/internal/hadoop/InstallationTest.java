// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.support.IsolatedLoader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.CodecFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The outcome of an installation, and its single line in the log. */
class InstallationTest {

    private static final String LEVEL = "org.slf4j.simpleLogger.log.io.github.fastcodec.hadoop";

    @ParameterizedTest
    @CsvSource({
        "many threads, INFO, 'serves the codecs of org.apache.parquet.hadoop.CodecFactory 1.18.1: SNAPPY snappy-java, '",
        "collected, INFO, 'SNAPPY snappy-java'",
        "agent, INFO, ' is served by the Java agent of parquet-fastcodec, so nothing is installed'",
        "switched off, INFO, 'serves the codecs of '",
        "switched off for the first file, INFO, 'serves the codecs of '",
        "wrong switch, WARN, 'Reason: parquet.fastcodec.enabled is \"flase\", expected true or false. To turn this warning off'",
        "wrong value, INFO, 'SNAPPY (a setting has a wrong value)'",
        "misspelt key of a process, WARN, 'parquet.fastcodec.engine.gzp has no effect: there is no such key. Did you mean parquet.fastcodec.engine.gzip?'",
        "misspelt key of a file, WARN, 'parquet.fastcodec.engine.gzp has no effect: there is no such key. Did you mean parquet.fastcodec.engine.gzip?'",
        "others, INFO, '; left to others: GZIP org.apache.hadoop.io.compress.DefaultCodec'",
        "nothing but others, WARN, 'other codecs are already installed, for SNAPPY org.apache.hadoop.io.compress.'",
        "too late, INFO, 'ZSTD zstd-jni'",
        "shim, WARN, ' does not take its codecs from CODEC_BY_NAME. Use parquet-java 1.13 to 1.18'",
        "relocated, INFO, ': SNAPPY snappy-java, GZIP libdeflate, ZSTD zstd-jni'",
        "out of memory, INFO, ': SNAPPY snappy-java, GZIP libdeflate, ZSTD zstd-jni'",
        "interrupted, INFO, 'GZIP libdeflate'",
        "no codec factory, WARN, 'its codecs cannot be put into java.lang.String'",
        "broken codec factory, WARN, 'its codecs cannot be put into io.github.fastcodec.internal.hadoop.InstallationScenarios$Broken'",
        "no parquet-hadoop, WARN, 'parquet-hadoop is not on the class path of parquet-fastcodec'",
    })
    @SuppressWarnings("unchecked") // the class implements this type
    void installationLogsItsOutcomeOnce(String scenario, String level, String says) throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream original = System.err;
        ClassLoader originalLoader = Thread.currentThread().getContextClassLoader();
        System.setProperty(LEVEL, "info");
        // never closed, because Hadoop's threads load more classes later
        IsolatedLoader loader = IsolatedLoader.of(
                List.of(),
                name -> false,
                name -> scenario.equals("no parquet-hadoop") && name.equals(CodecFactory.class.getName()));
        Thread.currentThread().setContextClassLoader(loader);
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        try {
            UnaryOperator<String> scenarios = loader.newInstance(InstallationScenarios.class, UnaryOperator.class);
            assertEquals(scenario, scenarios.apply(scenario));
        } finally {
            System.setErr(original);
            System.clearProperty(LEVEL);
            Thread.currentThread().setContextClassLoader(originalLoader);
        }
        List<String> lines = err.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(FastCodecInstaller.class.getName() + " - "))
                .collect(Collectors.toList());
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains(" " + level + " ") && lines.get(0).contains(says), lines.get(0));
        // a class without a version, such as a relocated one, is reported with its location
        assertFalse(lines.get(0).contains("unknown version"), lines.get(0));
        if (scenario.equals("agent")) {
            assertFalse(loader.isLoaded("org.xerial.snappy.Snappy"), "an engine that nothing needs");
        }
    }

    /** Would catch: a version that is only in the manifest of our jar, which merging removes. */
    @Test
    void allJarHasAVersionOfThisProject() throws IOException {
        List<String> versions = Files.readAllLines(Path.of("src/assembly/versions.properties"));
        assertTrue(versions.contains("io.github.fastcodec=${project.version}"), versions::toString);
    }
}
