// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.memory;

/** The limits of byte arrays, valid in every common JVM. */
public final class ByteArrays {

    /** The length of the longest array that can be allocated, in bytes. */
    public static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private ByteArrays() {}
}
