// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

/**
 * A peculiarity of a file that does not prevent a change.
 *
 * @param text a sentence without its full stop
 */
public record Note(Kind kind, String text) {

    /** The kinds of peculiarities. */
    public enum Kind {
        /** A field that this version does not know is kept. It may be a file offset. */
        UNKNOWN_FIELD,

        /** A value that this version does not know, or the absence of an expected one. It is kept. */
        KEPT,

        /** A wrong value of the footer or of a page header is corrected. */
        CORRECTED,

        /** Bytes that no reader needs are left out. */
        LEFT_OUT
    }

    static Note kept(String text) {
        return new Note(Kind.KEPT, text);
    }

    static Note corrected(String text) {
        return new Note(Kind.CORRECTED, text);
    }

    static Note leftOut(String text) {
        return new Note(Kind.LEFT_OUT, text);
    }
}
