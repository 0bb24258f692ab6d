// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AgreementTest {

    @TempDir
    Path directory;

    @Test
    void runsThatDifferByLessThanAllowedAgree() throws IOException {
        Agreement agreement = agreement(1, 1.04);
        assertTrue(agreement.holds());
        assertTrue(
                agreement
                        .markdown()
                        .contains("| page | GZIP:6 | compress | 3.00x | 3.12x | 1.00x | 1.00x | 4.0 % of 5 % |"),
                agreement::markdown);
        assertTrue(
                agreement.markdown().contains("| file | GZIP | write | 4.00x | 4.00x | 1.00x | 1.00x | 0.0 % of 8 % |"),
                agreement::markdown);
    }

    @Test
    void aPageMeanThatDiffersByMoreIsADisagreement() throws IOException {
        Agreement agreement = agreement(1, 1.06);
        assertFalse(agreement.holds());
        assertTrue(agreement.markdown().startsWith("The runs disagree"), agreement::markdown);
    }

    @Test
    void runsWithoutAComparisonAreRefused() throws IOException {
        SampleResults.write(
                directory,
                List.of(new SampleResults.Run("page.CompressionBenchmark", "codec", "LZO")
                        .time("compress/size=8192", "fastcodec", 1)));
        Map<String, Path> alone = Map.of("idle", directory.resolve(Report.RESULTS));
        assertThrows(IOException.class, () -> Agreement.of(alone));
    }

    private Agreement agreement(double... ourSpeeds) throws IOException {
        Map<String, Path> runs = new LinkedHashMap<>();
        for (double ourSpeed : ourSpeeds) {
            Path folder = directory.resolve("run-" + ourSpeed);
            SampleResults.writeTo(folder, ourSpeed, 1);
            runs.put("run " + ourSpeed, folder.resolve(Report.RESULTS));
        }
        return Agreement.of(runs);
    }
}
