// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.report;

/** Text as HTML and SVG have it. */
final class Text {

    private Text() {}

    /** Returns the text with what markup would take for its own written as references. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
