// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.page;

import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.storage.FileDefect;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The levels and values of a decompressed data page. Refers to the page's bytes instead of copying them. */
public record PageParts(PageHeader header, ByteBuffer repetition, ByteBuffer definition, ByteBuffer values) {

    private static final int RLE = 3;

    /**
     * Splits a page.
     *
     * @param levels the levels before the values of a V2 page; empty for V1
     * @param body the rest of the page, decompressed
     */
    static PageParts of(PageHeader header, ByteBuffer levels, ByteBuffer body, int maxRepetition, int maxDefinition)
            throws FileDefect {
        if (header.kind() == PageHeader.Kind.DATA_V2) {
            int split = levels.remaining() - header.definitionLevelsLength();
            return new PageParts(
                    header, part(levels, 0, split), part(levels, split, header.definitionLevelsLength()), body.slice());
        }
        ByteBuffer rest = body.slice();
        ByteBuffer repetition = takeLevels(header, rest, header.repetitionEncoding(), maxRepetition, "repetition");
        ByteBuffer definition = takeLevels(header, rest, header.definitionEncoding(), maxDefinition, "definition");
        return new PageParts(header, repetition, definition, rest.slice());
    }

    /**
     * Returns whether the levels of a V1 page are in RLE, whatever its header says: they fill exactly the bytes that they claim.
     *
     * @param body the page, decompressed
     */
    static boolean areInRle(PageHeader header, ByteBuffer body, int maxRepetition, int maxDefinition) {
        ByteBuffer rest = body.slice();
        try {
            return isInRle(header, takeLevels(header, rest, RLE, maxRepetition, ""), maxRepetition)
                    && isInRle(header, takeLevels(header, rest, RLE, maxDefinition, ""), maxDefinition);
        } catch (FileDefect e) {
            return false;
        }
    }

    private static boolean isInRle(PageHeader header, ByteBuffer part, int max) throws FileDefect {
        Levels levels = new Levels(part.array(), part.arrayOffset(), part.arrayOffset() + part.remaining(), max);
        if (max > 0) {
            levels.count(0, header.valueCount());
        }
        return levels.isAtEnd();
    }

    private static ByteBuffer takeLevels(PageHeader header, ByteBuffer rest, int encoding, int max, String what)
            throws FileDefect {
        if (max == 0) {
            return part(rest, 0, 0);
        }
        int prefix = encoding == RLE ? Integer.BYTES : 0;
        int available = rest.remaining() - prefix;
        long length = encoding != RLE
                ? Levels.bytesOfBits(max, header.valueCount())
                : available < 0 ? -1 : rest.order(ByteOrder.LITTLE_ENDIAN).getInt(rest.position());
        if (length < 0 || length > available) {
            throw new FileDefect(
                    "its " + what + " levels claim " + length + " bytes, expected at most " + Math.max(0, available));
        }
        ByteBuffer levels = part(rest, prefix, (int) length);
        rest.position(rest.position() + prefix + (int) length);
        return levels;
    }

    private static ByteBuffer part(ByteBuffer bytes, int offset, int length) {
        ByteBuffer part = bytes.duplicate();
        part.position(bytes.position() + offset).limit(bytes.position() + offset + length);
        return part.slice();
    }

    /** Returns the number of rows that begin in the page. */
    long rows(int maxRepetition) throws FileDefect {
        int count = header.valueCount();
        return maxRepetition == 0
                ? count
                : levels(repetition, header.repetitionEncoding(), maxRepetition).count(0, count);
    }

    /** Returns the number of values that are not null. */
    int present(int maxDefinition) throws FileDefect {
        int count = header.valueCount();
        Levels definitions = definitions(maxDefinition);
        return definitions == null ? count : (int) definitions.count(maxDefinition, count);
    }

    /**
     * Returns the number of rows that begin in the page and have a null list.
     *
     * @param level the lowest definition level at which the list is not null
     */
    long nullLists(int maxRepetition, int maxDefinition, int level) throws FileDefect {
        int count = header.valueCount();
        if (level == 0) {
            return 0;
        }
        Levels repetitions = levels(repetition, header.repetitionEncoding(), maxRepetition);
        Levels definitions = levels(definition, header.definitionEncoding(), maxDefinition);
        long nulls = 0;
        for (int done = 0; done < count; ) {
            int run = Math.min(repetitions.run(done, count), definitions.run(done, count));
            nulls += repetitions.level() == 0 && definitions.level() < level ? run : 0;
            done += repetitions.take(definitions.take(run));
        }
        return nulls;
    }

    /**
     * Checks the levels against the nesting of the column.
     *
     * @return a digest for each of the column's groups
     */
    List<Nesting.Digest> check(Nesting nesting, int maxRepetition, int maxDefinition) throws FileDefect {
        return nesting.check(
                maxRepetition == 0 ? null : levels(repetition, header.repetitionEncoding(), maxRepetition),
                definitions(maxDefinition),
                header.valueCount());
    }

    /** Returns the definition levels, or null if the column has none. */
    @Nullable
    Levels definitions(int maxDefinition) {
        return maxDefinition == 0 ? null : levels(definition, header.definitionEncoding(), maxDefinition);
    }

    private Levels levels(ByteBuffer bytes, int encoding, int max) {
        int start = bytes.arrayOffset();
        int end = start + bytes.remaining();
        return header.kind() == PageHeader.Kind.DATA_V2 || encoding == RLE
                ? new Levels(bytes.array(), start, end, max)
                : Levels.ofBits(bytes.array(), start, end, max, header.valueCount());
    }
}
