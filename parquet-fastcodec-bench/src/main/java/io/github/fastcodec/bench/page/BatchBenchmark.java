// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import org.openjdk.jmh.annotations.Param;

/**
 * The fixed cost of a page, measured with small pages, one at a time. The report fits a line to the costs of pages of
 * different sizes; the line's intercept at zero bytes is the fixed cost.
 */
public class BatchBenchmark extends PageBenchmark {

    @Param("PLAIN_TEXT")
    public String shapes;

    @Param("256+1024+4096+8192")
    public String sizes;

    @Override
    protected Object shared() {
        return PageSubject.pages(shapes, sizes);
    }
}
