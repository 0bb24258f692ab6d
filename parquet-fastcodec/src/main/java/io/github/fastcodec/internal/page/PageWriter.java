// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.io.IOException;
import java.io.OutputStream;

/** Writes the bytes of one page. */
@FunctionalInterface
public interface PageWriter {

    /**
     * Writes the page, once.
     *
     * @throws IOException if the page's bytes cannot be read
     */
    void writeTo(OutputStream out) throws IOException;
}
