// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Is told of each page that succeeded, on the thread that it was on. Must be quick, and must not throw. */
@FunctionalInterface
public interface PageListener {

    /**
     * Takes note of a page.
     *
     * @param compressed true if it was compressed, false if it was decompressed
     * @param bytesIn the size of what was compressed or decompressed, in bytes
     * @param bytesOut the size of the result, in bytes
     * @param nanos how long it took, in nanoseconds
     */
    void pageDone(CompressionCodecName codec, boolean compressed, long bytesIn, long bytesOut, long nanos);
}
