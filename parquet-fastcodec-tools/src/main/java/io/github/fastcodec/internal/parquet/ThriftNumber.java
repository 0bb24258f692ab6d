// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

/** A number or a boolean of a Thrift structure, and where its bytes stand in the array that was scanned. Immutable. */
final class ThriftNumber {

    /** How a number stands in the bytes. */
    enum Form {
        /** A zigzag varint of 32 bits. */
        I32,
        /** A zigzag varint of 64 bits. */
        I64,
        /** A boolean field: the low half of the field's own byte, 1 if it is true and 2 if it is false. */
        BOOLEAN
    }

    private final int offset;
    private final int length;
    private final Form form;
    private final long value;

    ThriftNumber(int offset, int length, Form form, long value) {
        this.offset = offset;
        this.length = length;
        this.form = form;
        this.value = value;
    }

    int offset() {
        return offset;
    }

    /** Returns the number of bytes, which a writer may have made larger than the value needs. */
    int length() {
        return length;
    }

    Form form() {
        return form;
    }

    long value() {
        return value;
    }

    boolean isTrue() {
        return value == 1;
    }

    /** Returns the value of a number that may be missing. */
    static long valueOf(ThriftNumber number, long ifMissing) {
        return number == null ? ifMissing : number.value;
    }
}
