// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.text.ChartPage;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** Formats an {@link Advice} as an HTML page. */
final class AdviceHtml {

    private AdviceHtml() {}

    static String of(Advice advice) throws IOException {
        return ChartPage.of(AdviceHtml.class, "advice", title(advice.basis()), advice.toJson());
    }

    /** Returns the path if there is only one file; otherwise the files' common directory and their number. */
    private static String title(Advice.Basis basis) {
        List<String> files = basis.files();
        String first = files.get(0);
        if (basis.allFiles() == 1) {
            return first;
        }
        int common = first.lastIndexOf('/') + 1;
        while (common > 0 && !allStartWith(files, first.substring(0, common))) {
            common = first.lastIndexOf('/', common - 2) + 1;
        }
        return String.format(Locale.ROOT, "%s (%,d files)", first.substring(0, common), basis.allFiles())
                .strip();
    }

    private static boolean allStartWith(List<String> files, String start) {
        return files.stream().allMatch(file -> file.startsWith(start));
    }
}
