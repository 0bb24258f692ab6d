// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.IsolatedLoader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StaticCodecsTest {

    // Would catch: a reader that keeps parquet-java's codecs without a warning, or with a warning for every
    // file.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "no parquet     | readers | Reason: parquet-hadoop is not on the class path of java.lang.String.",
                "no parquet     | writers | Reason: parquet-hadoop is not on the class path of java.lang.String.",
                "outlives jobs  | readers | Reason: parquet-fastcodec is in a job's jar, but parquet-java's class loader outlives jobs. Put",
                "outlives jobs  | writers | Reason: parquet-fastcodec is in a job's jar, but parquet-java's class loader outlives jobs. Put"
            })
    @SuppressWarnings("unchecked") // the class implements this type
    void logsOnceWhyTheMapIsUnchanged(String scenario, String users, String reason) throws Exception {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream original = System.err;
        System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
        // the loader has its own flags for warnings that are logged once
        try (IsolatedLoader loader = IsolatedLoader.of(List.of(), name -> false, name -> false)) {
            UnaryOperator<String> install = loader.newInstance(Install.class, UnaryOperator.class);
            assertEquals("false false", install.apply(scenario + " " + users));
        } finally {
            System.setErr(original);
        }
        List<String> lines = err.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains(" WARN "))
                .toList();
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(
                lines.get(0)
                        .contains("parquet-fastcodec is not active in Flink's " + users
                                + "; parquet-java's codecs are used. " + reason),
                lines.get(0));
    }

    @Test
    void disabledSettingsLeaveTheMapUnchangedSilently() {
        assertFalse(StaticCodecs.installForFile(
                String.class, JobSettings.of(Map.of("parquet.fastcodec.enabled", " False ")), false));
    }

    /** Attempts two installations; made for an {@link IsolatedLoader}. */
    public static final class Install implements UnaryOperator<String> {

        /** For the loader. */
        public Install() {}

        @Override
        public String apply(String scenario) {
            Class<?> user = scenario.startsWith("no parquet") ? String.class : inAnotherLoader();
            boolean written = scenario.endsWith("writers");
            JobSettings settings = JobSettings.of(Map.of());
            return StaticCodecs.installForFile(user, settings, written) + " "
                    + StaticCodecs.installForFile(user, settings, written);
        }

        /** Returns a class whose parquet-java is in a loader that is neither ours nor below it. */
        private static Class<?> inAnotherLoader() {
            IsolatedLoader other = IsolatedLoader.of(List.of(), name -> false, name -> false);
            try {
                return other.loadClass(StaticCodecsTest.class.getName());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
