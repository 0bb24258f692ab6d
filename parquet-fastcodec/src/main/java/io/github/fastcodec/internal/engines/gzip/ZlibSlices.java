// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

/**
 * The sizes of the slices that zlib processes in one call. The JDK's zlib works on heap arrays in place, and the garbage
 * collector waits for the end of the call (G1 only before Java 22). A slice takes two milliseconds at most.
 */
final class ZlibSlices {

    /** The largest input of a call that compresses, in bytes. */
    static final int DEFLATE_INPUT = 16 << 10;

    /** The largest output of a call that decompresses, in bytes. */
    static final int INFLATE_OUTPUT = 64 << 10;

    private ZlibSlices() {}
}
