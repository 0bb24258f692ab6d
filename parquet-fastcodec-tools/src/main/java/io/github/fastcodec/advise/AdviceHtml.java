// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.text.PlainText;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** An advice as a page: a template, the chart library, and the JSON of the advice, all in one. */
final class AdviceHtml {

    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

    private AdviceHtml() {}

    static String of(Advice advice) throws IOException {
        return resource("advice.html")
                .replace("/*TITLE*/", escaped(title(advice.basis())))
                .replace("/*DATE*/", LocalDate.now(ZoneId.systemDefault()).toString())
                .replace("/*STYLE*/", resource("advice.css"))
                .replace("/*LIBRARY*/", resource(CHART_LIBRARY))
                .replace("/*SCRIPT*/", resource("advice.js"))
                .replace("/*ADVICE*/", harmless(advice.toJson()));
    }

    /** Returns the path of the file; of several the directory that they have in common, and how many there are. */
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

    private static String escaped(String title) {
        return PlainText.of(title).replace("&", "&amp;").replace("<", "&lt;");
    }

    /** A column may have any name, also one that would end the script in which it stands. */
    private static String harmless(String json) {
        return json.replace("<", "\\u003c");
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = AdviceHtml.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(
                        name + " is not on the class path: add org.webjars.npm:chart.js 4.5.1, or"
                                + " use parquet-fastcodec's jar for the command line");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
