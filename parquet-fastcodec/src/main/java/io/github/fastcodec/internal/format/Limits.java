// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

/** Sizes that bound a page. */
public final class Limits {

    /** The longest byte array that every common JVM allocates, in bytes. */
    public static final int MAX_ARRAY_SIZE = Integer.MAX_VALUE - 8;

    private Limits() {}
}
