// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

/**
 * Walks the frames and block headers of a ZSTD page, as RFC 8878 section 3.1 lays them out, to learn what sizes it can
 * have. Costs a few loads for each 128 KiB of content.
 */
final class ZstdFrames {

    private static final int MAGIC = 0xfd2fb528;
    private static final int MAGIC_SKIPPABLE = 0x184d2a50;
    private static final int MAGIC_SKIPPABLE_MASK = 0xfffffff0;
    private static final long MAX_BLOCK_CONTENT = 128 << 10;
    private static final int BLOCK_HEADER_SIZE = 3;

    private static final String TRUNCATED = "its ZSTD frame is truncated";

    private ZstdFrames() {}

    /** Makes {@code claim} that of the sizes that the content of {@code source[offset, offset + length)} can have. */
    static void read(PageClaim claim, byte[] source, int offset, int length) {
        int end = offset + length;
        int at = offset;
        long minimum = 0;
        long maximum = 0;
        while (at < end) {
            if (end - at < 5) {
                claim.malformed(TRUNCATED);
                return;
            }
            int magic = (int) littleEndian(source, at, 4);
            if ((magic & MAGIC_SKIPPABLE_MASK) == MAGIC_SKIPPABLE) {
                if (end - at < 8) {
                    claim.malformed(TRUNCATED);
                    return;
                }
                long skipped = 8 + littleEndian(source, at + 4, 4);
                if (skipped > end - at) {
                    claim.malformed(TRUNCATED);
                    return;
                }
                at += (int) skipped;
                continue;
            }
            if (magic != MAGIC) {
                claim.malformed("no ZSTD frame where one should start: magic bytes 28 b5 2f fd are missing");
                return;
            }
            int descriptor = source[at + 4];
            if ((descriptor & 0x08) != 0) {
                claim.malformed("the reserved bit of its ZSTD frame header is set");
                return;
            }
            boolean singleSegment = (descriptor & 0x20) != 0;
            int sizeField = sizeFieldLength(descriptor >>> 6 & 3, singleSegment);
            int sizeAt = at + 5 + (singleSegment ? 0 : 1) + dictionaryIdLength(descriptor & 3);
            if (end - sizeAt < sizeField) {
                claim.malformed(TRUNCATED);
                return;
            }
            at = sizeAt + sizeField;

            long reachable = 0;
            boolean last = false;
            while (!last) {
                if (end - at < BLOCK_HEADER_SIZE) {
                    claim.malformed(TRUNCATED);
                    return;
                }
                int header = (int) littleEndian(source, at, BLOCK_HEADER_SIZE);
                last = (header & 1) != 0;
                int type = header >>> 1 & 3;
                int size = header >>> 3;
                if (type == 3) {
                    claim.malformed("a ZSTD block has the reserved type");
                    return;
                }
                // a raw block is its content, an RLE block is one byte that stands for many
                int stored = type == 1 ? 1 : size;
                reachable += type == 2 ? MAX_BLOCK_CONTENT : size;
                at += BLOCK_HEADER_SIZE;
                if (end - at < stored) {
                    claim.malformed(TRUNCATED);
                    return;
                }
                at += stored;
            }
            int checksum = (descriptor & 0x04) != 0 ? 4 : 0;
            if (end - at < checksum) {
                claim.malformed(TRUNCATED);
                return;
            }
            at += checksum;

            if (sizeField == 0) {
                maximum += reachable;
            } else {
                // the size of two bytes counts from 256 (section 3.1.1.1.4)
                long stated = littleEndian(source, sizeAt, sizeField) + (sizeField == 2 ? 256 : 0);
                if (stated < 0 || stated > reachable) {
                    claim.malformed("a ZSTD frame states " + Long.toUnsignedString(stated)
                            + " bytes, its blocks hold at most " + reachable);
                    return;
                }
                minimum += stated;
                maximum += stated;
            }
        }
        claim.between(minimum, maximum);
    }

    private static int sizeFieldLength(int flag, boolean singleSegment) {
        return flag == 0 ? (singleSegment ? 1 : 0) : 1 << flag;
    }

    private static int dictionaryIdLength(int flag) {
        return flag == 3 ? 4 : flag;
    }

    private static long littleEndian(byte[] source, int offset, int length) {
        long value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = value << 8 | source[offset + i] & 0xff;
        }
        return value;
    }
}
