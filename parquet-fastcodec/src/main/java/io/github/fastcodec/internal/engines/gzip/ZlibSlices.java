// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

/**
 * How much zlib does in one call. The JDK's zlib works on heap arrays in place, and the garbage collector waits for the end of
 * the call (G1 before Java 22). A call of this size takes two milliseconds at most.
 */
final class ZlibSlices {

    /** The input of one call that compresses, in bytes. */
    static final int DEFLATE_INPUT = 16 << 10;

    /** The output of one call that decompresses, in bytes. */
    static final int INFLATE_OUTPUT = 64 << 10;

    private ZlibSlices() {}
}
