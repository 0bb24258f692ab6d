// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

/** What holds for byte arrays in every common JVM. */
public final class ByteArrays {

    /** The longest one that can be allocated, in bytes. */
    public static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private ByteArrays() {}
}
