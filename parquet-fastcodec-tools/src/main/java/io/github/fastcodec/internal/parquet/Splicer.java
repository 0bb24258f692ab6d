// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Copies the bytes of a structure with some numbers replaced and some ranges cut out; other bytes do not change. Not thread-safe. */
final class Splicer {

    private enum Kind {
        NUMBER,
        BOOLEAN,
        CUT
    }

    /**
     * A change that starts at array index {@code start}. Its value is the new number, the new type of a boolean, or the index
     * after the bytes that are cut out.
     */
    private record Change(int start, Kind kind, long value) {}

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final List<Change> changes = new ArrayList<>();

    /** Creates a splicer of {@code bytes[start, end)}. */
    Splicer(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
    }

    /** Replaces the number that starts at array index {@code at}. */
    void putNumber(int at, long value) {
        changes.add(new Change(at, Kind.NUMBER, value));
    }

    /** Replaces the boolean whose field starts at array index {@code at}. */
    void putBoolean(int at, boolean value) {
        changes.add(new Change(at, Kind.BOOLEAN, value ? CompactScanner.BOOLEAN_TRUE : CompactScanner.BOOLEAN_FALSE));
    }

    /** Leaves out {@code bytes[from, to)}, and ignores all other changes in that range. */
    void cut(int from, int to) {
        changes.add(new Change(from, Kind.CUT, to));
    }

    /** Returns the new bytes. */
    byte[] spliced() {
        changes.sort(Comparator.comparingInt(Change::start));
        ByteArrayOutputStream out = new ByteArrayOutputStream(end - start + 3 * changes.size());
        int from = start;
        for (Change change : changes) {
            if (change.start < from) {
                continue;
            }
            out.write(bytes, from, change.start - from);
            from = change.start;
            switch (change.kind) {
                case NUMBER -> {
                    writeVarint(change.value << 1 ^ change.value >> 63, out); // an i32 has the same bytes as an i64
                    while (bytes[from] < 0) { // a varint's last byte is its first one that is not negative
                        from++;
                    }
                    from++;
                }
                case BOOLEAN -> out.write(bytes[from++] & 0xf0 | (int) change.value);
                case CUT -> from = (int) change.value;
            }
        }
        out.write(bytes, from, end - from);
        return out.toByteArray();
    }

    static void writeVarint(long value, ByteArrayOutputStream out) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
