// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Writes the bytes of a structure again with some numbers replaced, and every other byte as it was. For one thread. */
final class Splicer {

    private final byte[] bytes;
    private final int start;
    private final int end;
    private final List<ThriftNumber> numbers = new ArrayList<>();

    /** Creates a splicer of {@code bytes[start, end)}. */
    Splicer(byte[] bytes, int start, int end) {
        this.bytes = bytes;
        this.start = start;
        this.end = end;
    }

    /** Replaces a number of the range, if there is one. A number that has the value already keeps its bytes. */
    void replace(ThriftNumber number, long value) {
        if (number != null && number.value() != value) {
            numbers.add(new ThriftNumber(number.offset(), number.length(), number.form(), value));
        }
    }

    /** Replaces a number by 0, also one that is 0 in more bytes than that needs. */
    void erase(ThriftNumber number) {
        if (number != null) {
            numbers.add(new ThriftNumber(number.offset(), number.length(), number.form(), 0));
        }
    }

    /** Returns the new bytes. */
    byte[] spliced() {
        numbers.sort(Comparator.comparingInt(ThriftNumber::offset));
        ByteArrayOutputStream out = new ByteArrayOutputStream(end - start + 3 * numbers.size());
        int from = start;
        for (ThriftNumber number : numbers) {
            out.write(bytes, from, number.offset() - from);
            write(number, out);
            from = number.offset() + number.length();
        }
        out.write(bytes, from, end - from);
        return out.toByteArray();
    }

    private void write(ThriftNumber number, ByteArrayOutputStream out) {
        long value = number.value();
        switch (number.form()) {
            case BOOLEAN -> {
                int type = value == 1 ? CompactScanner.BOOLEAN_TRUE : CompactScanner.BOOLEAN_FALSE;
                out.write(bytes[number.offset()] & 0xf0 | type);
            }
            case I32 -> {
                int zigzag = Math.toIntExact(value) << 1 ^ (int) value >> 31;
                writeVarint(zigzag & 0xffffffffL, out);
            }
            default -> writeVarint(value << 1 ^ value >> 63, out);
        }
    }

    /** Writes a number that is not negative, or the bits of one that is. */
    static void writeVarint(long value, ByteArrayOutputStream out) {
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            out.write((int) (rest & 0x7f | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
