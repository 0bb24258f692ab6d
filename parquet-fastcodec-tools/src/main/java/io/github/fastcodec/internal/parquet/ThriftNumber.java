// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

/**
 * A number or a boolean of a Thrift structure. Immutable.
 *
 * @param offset where its bytes start in the array that was scanned
 * @param length the number of its bytes, which a writer may have made larger than the value needs
 * @param form how it is written
 * @param value the number; 1 for true and 0 for false
 */
record ThriftNumber(int offset, int length, Form form, long value) {

    /** How a number is written. */
    enum Form {
        /** A zigzag varint of 32 bits. */
        I32,
        /** A zigzag varint of 64 bits. */
        I64,
        /** A boolean field: the low half of the field's own byte, 1 if it is true and 2 if it is false. */
        BOOLEAN
    }
}
