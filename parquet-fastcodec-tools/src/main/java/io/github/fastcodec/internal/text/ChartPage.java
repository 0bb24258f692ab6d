// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.text;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;

/**
 * A self-contained HTML page with charts. It consists of a template, the template's style and script, the chart library, and the
 * data as JSON.
 */
public final class ChartPage {

    private static final String CHART_LIBRARY = "/META-INF/resources/webjars/chart.js/4.5.1/dist/chart.umd.min.js";

    private ChartPage() {}

    /**
     * Returns the page.
     *
     * @param owner the class whose package contains the resources: {@code name} with the endings .html, .css and .js
     * @param name the name of the resources without their endings, and the identifier of the element in which the script finds
     *     the JSON
     * @param title the title as plain text, which may contain any character
     * @param json the data of the charts as JSON
     * @throws FileNotFoundException if a resource is not on the class path
     */
    public static String of(Class<?> owner, String name, String title, String json) throws IOException {
        return resource(owner, name + ".html")
                .replace("/*TITLE*/", PlainText.of(title).replace("&", "&amp;").replace("<", "&lt;"))
                .replace("/*DATE*/", LocalDate.now(ZoneId.systemDefault()).toString())
                .replace("/*STYLE*/", resource(owner, name + ".css"))
                .replace("/*LIBRARY*/", resource(owner, CHART_LIBRARY))
                .replace("/*SCRIPT*/", resource(owner, name + ".js"))
                // a string in the JSON may contain the end tag of the script element
                .replace("/*DATA*/", json.replace("<", "\\u003c"));
    }

    private static String resource(Class<?> owner, String name) throws IOException {
        try (InputStream in = owner.getResourceAsStream(name)) {
            if (in == null) {
                throw new FileNotFoundException(
                        name + " is not on the class path: add org.webjars.npm:chart.js 4.5.1, or"
                                + " use parquet-fastcodec's command-line jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
