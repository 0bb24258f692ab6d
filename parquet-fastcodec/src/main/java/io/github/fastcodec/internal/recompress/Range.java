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

    /** Returns the first offset. */
    public long from() {
        return from;
    }

    /** Returns the offset behind the last one. */
    public long to() {
        return to;
    }

    @Override
    public String toString() {
        return "[" + from + ", " + to + ")";
    }
}
