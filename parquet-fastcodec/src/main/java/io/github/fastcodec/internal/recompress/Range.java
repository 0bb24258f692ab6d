// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.Serializable;

/** A range of a file, in bytes; it stands for the row groups that start in it. Immutable. */
public final class Range implements Serializable {

    private static final long serialVersionUID = 1L;

    private final long from;
    private final long to;

    /** Creates the range {@code [from, to)}. */
    public Range(long from, long to) {
        this.from = from;
        this.to = to;
    }

    long from() {
        return from;
    }

    long to() {
        return to;
    }

    /** Returns the number of bytes. */
    public long length() {
        return to - from;
    }

    @Override
    public String toString() {
        return "[" + from + ", " + to + ")";
    }
}
