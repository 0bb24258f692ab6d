// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.settings;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** The table in docs/configuration.md matches {@link Settings} and the engines' names. */
class SettingsDocTest {

    private static final Path DOC = Path.of("../docs/configuration.md");
    private static final String START =
            "<!-- This table is made of Settings.java: change it there. SettingsDocTest compares both and prints the lines. -->";
    private static final String END = "<!-- End of the table. -->";

    // Would catch: a key, a default or a range that changes in the code only.
    @Test
    void documentationHasTheTableOfSettings() throws IOException {
        List<String> page = Files.readAllLines(DOC);
        int start = page.indexOf(START);
        int end = page.indexOf(END);
        assertTrue(start >= 0 && start < end, () -> DOC + " has not the lines \"" + START + "\" and \"" + END + "\"");
        List<String> expected = table();
        assertTrue(
                expected.equals(page.subList(start + 1, end)),
                () -> "Replace the lines of " + DOC + " from " + START + " to " + END + " by these:\n\n"
                        + String.join("\n", expected) + "\n\n");
    }

    private static List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add("| key | type | default | range and unit | scope | meaning |");
        lines.add("| --- | --- | --- | --- | --- | --- |");
        for (Setting<?> setting : Settings.ALL) {
            lines.add("| `" + setting.key() + "` | " + setting.type() + " | " + setting.defaultText() + " | "
                    + range(setting) + " | " + setting.scope().name().toLowerCase(Locale.ROOT) + " | "
                    + setting.meaning() + " |");
        }
        lines.add("");
        return lines;
    }

    /** Returns the range of a setting, with the names from the engines themselves. */
    private static String range(Setting<?> setting) {
        return Arrays.stream(CompressionCodecName.values())
                .filter(codec -> Settings.engine(codec) == setting)
                .findFirst()
                .map(codec -> Stream.concat(
                                Stream.of(Engines.AUTO),
                                Engines.of(codec).stream().map(SettingsDocTest::name))
                        .collect(Collectors.joining(", ")))
                .orElse(setting.range());
    }

    private static String name(CodecEngine engine) {
        return engine.canCompress() ? engine.name() : engine.name() + " (reads only)";
    }
}
