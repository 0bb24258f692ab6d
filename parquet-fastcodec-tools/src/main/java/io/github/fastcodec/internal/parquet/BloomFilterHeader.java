// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;

/**
 * The header of a bloom filter. Immutable.
 *
 * @param length the length of the header itself, in bytes
 * @param filterLength the length of the filter that follows it, in bytes
 * @param isKnown whether the filter is of the only kind that the format defines: split blocks, XXH64, uncompressed
 */
public record BloomFilterHeader(int length, long filterLength, boolean isKnown) {

    private static final int ONLY_CHOICE = 1;

    /** The number of choices in a header: algorithm, hash and compression. */
    private static final int CHOICES = 3;

    private static final int BLOCK = 32;

    /** The longest filter that parquet-java reads, in bytes. */
    private static final int LARGEST = 128 << 20;

    /** Reads the header at the start of {@code bytes}, which start at {@code offset} in the file. */
    static BloomFilterHeader read(byte[] bytes, long offset) throws FileDefect {
        CompactScanner scanner = new CompactScanner(bytes, 0, bytes.length, offset);
        int numBytes = -1;
        int choices = 0;
        boolean known = true;
        for (CompactScanner.Struct struct = scanner.struct("BloomFilterHeader"); struct.next(); ) {
            switch (struct.id()) {
                case 1 -> numBytes = struct.i32();
                case 2, 3, 4 -> {
                    choices++;
                    known &= isOnlyChoice(struct.struct("BloomFilterHeader field " + struct.id()));
                }
                default -> struct.skip();
            }
        }
        if (numBytes < 0) {
            throw new FileDefect("BloomFilterHeader at offset " + offset + " lacks its numBytes");
        }
        return new BloomFilterHeader(scanner.position(), numBytes, known && choices == CHOICES);
    }

    private static boolean isOnlyChoice(CompactScanner.Struct union) throws FileDefect {
        boolean only = false;
        while (union.next()) {
            only = union.id() == ONLY_CHOICE;
            union.skip();
        }
        return only;
    }

    /** Requires a valid filter length: a multiple of the block size, up to the limit of parquet-java. */
    public void check() throws FileDefect {
        if (filterLength < BLOCK || filterLength > LARGEST || filterLength % BLOCK != 0) {
            throw new FileDefect("its bloom filter has " + filterLength + " bytes, expected a multiple of " + BLOCK
                    + " up to " + LARGEST);
        }
    }
}
