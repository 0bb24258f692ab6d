// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.PageHeader;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A data page that is not compressed, taken apart: repetition levels, definition levels, values. Refers to its bytes. */
final class PageParts {

    private static final int RLE = 3;

    private final int count;
    private ByteBuffer repetition;
    private ByteBuffer definition;
    private ByteBuffer values;

    private PageParts(int count) {
        this.count = count;
    }

    /**
     * Takes a page apart.
     *
     * @param levels what stands before the values of a V2 page; empty for V1
     * @param body the rest of the page, decompressed
     * @return the parts, or null if the levels are in an encoding that is not written any more
     */
    static PageParts of(PageHeader header, ByteBuffer levels, ByteBuffer body, int maxRepetition, int maxDefinition)
            throws FileDefect {
        PageParts parts = new PageParts(header.valueCount());
        if (header.kind() == PageHeader.Kind.DATA_V2) {
            int split = levels.remaining() - header.definitionLevelsLength();
            parts.repetition = part(levels, 0, split);
            parts.definition = part(levels, split, header.definitionLevelsLength());
            parts.values = body.slice();
            return parts;
        }
        if (maxRepetition > 0 && header.repetitionEncoding() != RLE
                || maxDefinition > 0 && header.definitionEncoding() != RLE) {
            return null;
        }
        ByteBuffer rest = body.slice();
        parts.repetition = takeLevels(rest, maxRepetition, "repetition");
        parts.definition = takeLevels(rest, maxDefinition, "definition");
        parts.values = rest.slice();
        return parts;
    }

    private static ByteBuffer takeLevels(ByteBuffer rest, int max, String what) throws FileDefect {
        if (max == 0) {
            return part(rest, 0, 0);
        }
        int there = rest.remaining() - Integer.BYTES;
        int length = there < 0 ? -1 : rest.order(ByteOrder.LITTLE_ENDIAN).getInt(rest.position());
        if (length < 0 || length > there) {
            throw new FileDefect(
                    "its " + what + " levels claim " + length + " bytes, expected at most " + Math.max(0, there));
        }
        ByteBuffer levels = part(rest, Integer.BYTES, length);
        rest.position(rest.position() + Integer.BYTES + length);
        return levels;
    }

    private static ByteBuffer part(ByteBuffer bytes, int offset, int length) {
        ByteBuffer part = bytes.duplicate();
        part.position(bytes.position() + offset).limit(bytes.position() + offset + length);
        return part.slice();
    }

    /** Returns the number of rows that begin in the page. */
    long rows(int maxRepetition) throws FileDefect {
        return maxRepetition == 0 ? count : levels(repetition, maxRepetition).count(0, count);
    }

    /** Returns the number of values that are not null. */
    int present(int maxDefinition) throws FileDefect {
        return maxDefinition == 0
                ? count
                : (int) levels(definition, maxDefinition).count(maxDefinition, count);
    }

    private static Levels levels(ByteBuffer bytes, int max) {
        int start = bytes.arrayOffset();
        return new Levels(bytes.array(), start, start + bytes.remaining(), max);
    }

    /** Returns the values as they are encoded. */
    ByteBuffer values() {
        return values;
    }
}
