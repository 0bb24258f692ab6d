// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompatibilityTableTest {

    private static final String REPORT = """
            <testsuite name="T">
              <properties>
                <property name="java.version" value="17"/>
                <property name="parquet.version" value="1.15.2"/>
                %s
              </properties>
              <testcase name="writes"/>
              <testcase name="reads">%s</testcase>
            </testsuite>
            """;

    private static final String OF_FLINK = """
            <property name="compatibility.engine" value="Flink 2.3.0"/>
            <property name="compatibility.swapped.by" value="helpers"/>
            """;

    private static final String OF_AGENT = """
            <property name="compatibility.libraries" value="the agent's own"/>
            """;

    @TempDir
    private Path folder;

    @Test
    void eachResultIsALineAndFailuresAreNamed() throws IOException {
        write("a/compatibility.json", """
                [{"engine": "Spark 4.1", "swapped by": "key", "checks": 38, "failures": []},
                 {"engine": "Spark 4.1", "swapped by": "plugin", "checks": 39, "failures": ["lzo", "brotli"]}]""");
        write("b/TEST-Good.xml", REPORT.formatted(OF_FLINK, ""));
        write("c/TEST-Bad.xml", REPORT.formatted(OF_FLINK, "<error message='no file'/>"));
        write("c/TEST-OfAgent.xml", REPORT.formatted(OF_FLINK + OF_AGENT, ""));
        write("d/TEST-OfSomethingElse.xml", REPORT.formatted("", ""));
        assertEquals("""
                | engine | swapped by | checks | parquet-java | Java | libraries |
                | --- | --- | --- | --- | --- | --- |
                | Spark 4.1 | key | all 38 hold |  |  |  |
                | Spark 4.1 | plugin | FAILED: lzo; brotli |  |  |  |
                | Flink 2.3.0 | helpers | all 2 hold | 1.15.2 | 17 | those that this project declares |
                | Flink 2.3.0 | helpers | FAILED: reads | 1.15.2 | 17 | those that this project declares |
                | Flink 2.3.0 | helpers | all 2 hold | 1.15.2 | 17 | the agent's own |
                """, CompatibilityTable.table(List.of(folder)));
    }

    @Test
    void noResultIsAnError() {
        assertThrows(IOException.class, () -> CompatibilityTable.table(List.of(folder)));
    }

    private void write(String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
