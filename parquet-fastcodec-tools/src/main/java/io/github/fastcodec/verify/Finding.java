// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.verify.Found;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Something that is wrong with a file: where, and what was expected and what was found. Immutable and safe for use by many
 * threads.
 */
public final class Finding {

    private final String file;
    private final Found found;

    Finding(String file, Found found) {
        this.file = file;
        this.found = found;
    }

    /** Returns the file, as the caller named it. */
    public String file() {
        return file;
    }

    /** Returns the index of the row group, from 0; empty if the file as a whole is concerned. */
    public OptionalInt rowGroup() {
        return known(found.place().rowGroup());
    }

    /** Returns the path of the column in the schema, with dots; empty if no single column is concerned. */
    public Optional<String> column() {
        return Optional.ofNullable(found.place().column());
    }

    /** Returns the index of the page in its column chunk, from 0, the dictionary page included; empty if no page is concerned. */
    public OptionalInt page() {
        return known(found.place().page());
    }

    /** Returns where the page's header starts in the file, in bytes; empty if no page is concerned. */
    public OptionalLong offset() {
        long offset = found.place().offset();
        return offset < 0 ? OptionalLong.empty() : OptionalLong.of(offset);
    }

    /** Returns what was expected and what was found, as a sentence. */
    public String message() {
        return found.message();
    }

    /** Returns all of that as one line. */
    @Override
    public String toString() {
        return file + ": " + found;
    }

    private static OptionalInt known(int index) {
        return index < 0 ? OptionalInt.empty() : OptionalInt.of(index);
    }
}
