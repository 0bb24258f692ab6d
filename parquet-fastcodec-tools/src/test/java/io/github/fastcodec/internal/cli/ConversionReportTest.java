// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConversionReportTest {

    private static ConversionReport report(RecompressOptions options, boolean... confirmed) {
        ConversionReport report = new ConversionReport(true, options, List.of(), () -> false);
        for (boolean isConfirmed : confirmed) {
            report.add(FileOutcome.written("a", "b", 20, 10, 1, 0, List.of(), isConfirmed));
        }
        report.end(2);
        return report;
    }

    private static List<Object> comparedBy(ConversionReport report) {
        return ((List<?>) report.document().get("files"))
                .stream().map(file -> ((Map<?, ?>) file).get("comparedBy")).toList().stream()
                        .map(Object.class::cast)
                        .toList();
    }

    // Would catch: a first failure in the message although files that were read at the same time failed too.
    @Test
    void countsTheFailuresThatStoppedTheRun() {
        ConversionReport report = report(RecompressOptions.of(Plan.ofColumns()));
        for (String source : List.of("in/a", "in/b")) {
            report.add(FileOutcome.failed(source, "out", 1, new FileDefect("it is truncated")));
        }
        report.addNotDone(2, 10);
        String stop = report.failures(false).get(2);
        assertTrue(stop.startsWith("Stopped after 2 failures: 2 of 4 files are not done; "), stop);
    }

    // Would catch: an object that was never read from its store, reported as read back.
    @Test
    void reportNamesWhatConfirmedTheNewFiles() {
        RecompressOptions options = RecompressOptions.of(Plan.ofColumns());
        ConversionReport local = report(options, false, false);
        assertTrue(local.text().contains(", 2 threads, read back and compared"), local::text);
        ConversionReport store = report(options, true, true);
        assertTrue(store.text().contains(", compared, and confirmed by the store's checksums"), store::text);
        ConversionReport both = report(options, true, false, false);
        assertTrue(
                both.text()
                        .contains(", compared; 1 of 3 files confirmed by the store's checksums, the others read back"),
                both::text);
        assertEquals(List.of("storeChecksum", "readBack", "readBack"), comparedBy(both));
        ConversionReport unverified = report(options.withVerify(false), true);
        assertTrue(unverified.text().contains(", not verified"), unverified::text);
        assertEquals(Arrays.asList((Object) null), comparedBy(unverified));
    }
}
