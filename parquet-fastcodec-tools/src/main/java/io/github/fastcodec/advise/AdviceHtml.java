// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** An advice as a page: a template, the chart library, and the JSON of the advice, all in one. */
final class AdviceHtml {

    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

    private AdviceHtml() {}

    static String of(Advice advice) throws IOException {
        return resource("advice.html")
                .replace("/*STYLE*/", resource("advice.css"))
                .replace("/*LIBRARY*/", resource(CHART_LIBRARY))
                .replace("/*SCRIPT*/", resource("advice.js"))
                .replace("/*ADVICE*/", harmless(advice.toJson()));
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
