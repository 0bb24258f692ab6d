// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class FindingKindTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([a-z-]+)` \\| (damage|quirk|note) \\| .+ \\|$");

    @Test
    void pageListsAllKinds() throws IOException {
        List<String> listed = ROW.matcher(Files.readString(Path.of("../docs/verify.md")))
                .results()
                .map(FindingKindTest::nameAndSeverity)
                .toList();
        assertEquals(
                Stream.of(FindingKind.values())
                        .map(kind -> kind.label() + " " + kind.severity().name().toLowerCase(Locale.ROOT))
                        .toList(),
                listed);
    }

    private static String nameAndSeverity(MatchResult row) {
        return row.group(1) + " " + row.group(2);
    }
}
