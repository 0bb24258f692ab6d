// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

/**
 * Reads the frames of a ZSTD page, one at a time, from their headers and block headers alone (RFC 8878, section 3.1). Reading
 * costs a few loads for each block; a block's content is at most 128 KiB, unless it repeats one byte. Not thread-safe.
 */
public final class ZstdFrame {

    private static final int MAGIC = 0xfd2fb528;
    private static final int MAGIC_SKIPPABLE = 0x184d2a50;
    private static final int MAGIC_SKIPPABLE_MASK = 0xfffffff0;
    private static final int MAX_BLOCK_CONTENT = 128 << 10;
    private static final int BLOCK_HEADER_SIZE = 3;
    private static final int RLE = 1;
    private static final int COMPRESSED = 2;
    private static final int LITERALS_WITH_TABLE = 2;
    private static final int LITERALS_WITH_LAST_TABLE = 3;

    private static final String TRUNCATED = "its ZSTD frame is truncated";

    private String problem = "";
    private int start;
    private int end;
    private int descriptor;
    private int sizeAt;
    private int headerEnd;
    private boolean skippable;
    private long minimum;
    private long maximum;

    /**
     * Reads the headers of the frame that starts at {@code at}. The caller has checked the range.
     *
     * @param at an offset in {@code source}, in bytes, below {@code limit}
     * @param limit the end of the page
     * @return whether the frame is well-formed; if not, {@link #problem} returns the reason
     */
    public boolean read(byte[] source, int at, int limit) {
        problem = "";
        start = at;
        minimum = 0;
        maximum = 0;
        skippable = false;
        if (limit - at < 5) {
            return fail(TRUNCATED);
        }
        int magic = (int) littleEndian(source, at, 4);
        if ((magic & MAGIC_SKIPPABLE_MASK) == MAGIC_SKIPPABLE) {
            skippable = true;
            return skip(source, at, limit);
        }
        if (magic != MAGIC) {
            return fail("expected a ZSTD frame, but the magic bytes 28 b5 2f fd are missing");
        }
        descriptor = source[at + 4];
        if ((descriptor & 0x08) != 0) {
            return fail("the reserved bit of its ZSTD frame header is set");
        }
        sizeAt = at + 5 + windowFieldLength() + dictionaryFieldLength();
        if (limit - sizeAt < sizeFieldLength()) {
            return fail(TRUNCATED);
        }
        headerEnd = sizeAt + sizeFieldLength();
        return readBlocks(source, limit) && readSize(source);
    }

    private boolean skip(byte[] source, int at, int limit) {
        if (limit - at < 8) {
            return fail(TRUNCATED);
        }
        long skipped = 8 + littleEndian(source, at + 4, 4);
        if (skipped > limit - at) {
            return fail(TRUNCATED);
        }
        end = at + (int) skipped;
        return true;
    }

    private boolean readBlocks(byte[] source, int limit) {
        int at = headerEnd;
        boolean last = false;
        boolean hasTable = false;
        while (!last) {
            if (limit - at < BLOCK_HEADER_SIZE) {
                return fail(TRUNCATED);
            }
            int header = (int) littleEndian(source, at, BLOCK_HEADER_SIZE);
            last = (header & 1) != 0;
            int type = header >>> 1 & 3;
            int size = header >>> 3;
            if (type > COMPRESSED) {
                return fail("a ZSTD block has the reserved type");
            }
            // a raw block stores its content, an RLE block only the one byte that it repeats
            int stored = type == RLE ? 1 : size;
            maximum += type == COMPRESSED ? MAX_BLOCK_CONTENT : size;
            at += BLOCK_HEADER_SIZE;
            if (limit - at < stored) {
                return fail(TRUNCATED);
            }
            if (type == COMPRESSED && size > 0) {
                int literals = source[at] & 3;
                // Without this check, aircompressor would use the table of another page.
                if (literals == LITERALS_WITH_LAST_TABLE && !hasTable) {
                    return fail("a ZSTD block refers to a table that its frame does not have");
                }
                hasTable |= literals == LITERALS_WITH_TABLE;
            }
            at += stored;
        }
        int checksum = hasChecksum() ? 4 : 0;
        if (limit - at < checksum) {
            return fail(TRUNCATED);
        }
        end = at + checksum;
        return true;
    }

    private boolean readSize(byte[] source) {
        if (statesSize()) {
            // a field of two bytes holds the size minus 256 (section 3.1.1.1.4)
            long stated = littleEndian(source, sizeAt, sizeFieldLength()) + (sizeFieldLength() == 2 ? 256 : 0);
            if (stated < 0 || stated > maximum) {
                return fail("a ZSTD frame states " + Long.toUnsignedString(stated)
                        + " bytes, but its blocks hold at most " + maximum);
            }
            minimum = stated;
            maximum = stated;
        }
        return true;
    }

    private boolean fail(String reason) {
        problem = reason;
        return false;
    }

    /** Returns why the last frame is not well-formed, as a clause; empty if it is well-formed. */
    public String problem() {
        return problem;
    }

    /** Returns the start of the next frame. */
    public int end() {
        return end;
    }

    /** Returns the smallest size that the frame's content can have, in bytes; the exact size if the frame states it. */
    public long minimum() {
        return minimum;
    }

    /** Returns the largest size that the frame's content can have, in bytes; the exact size if the frame states it. */
    public long maximum() {
        return maximum;
    }

    /** Returns whether this is a skippable frame, which has no content and which decoders ignore. */
    public boolean isSkippable() {
        return skippable;
    }

    /** Returns whether the frame ends with a checksum of its content. */
    public boolean hasChecksum() {
        return !skippable && (descriptor & 0x04) != 0;
    }

    /** Returns whether the frame states the size of its content. */
    public boolean statesSize() {
        return sizeFieldLength() > 0;
    }

    /** Returns the size of the frame's window, in bytes; 0 if the window is as large as the content. */
    public long window(byte[] source) {
        int field = source[start + 5] & 0xff;
        return windowFieldLength() == 0 ? 0 : (8L + (field & 7)) << (7 + (field >>> 3));
    }

    /** Returns whether the frame has a field for the id of a dictionary. */
    public boolean hasDictionaryField() {
        return dictionaryFieldLength() > 0;
    }

    /** Returns the id of the dictionary that the frame needs; 0 if it needs none. */
    public long dictionary(byte[] source) {
        return littleEndian(source, sizeAt - dictionaryFieldLength(), dictionaryFieldLength());
    }

    /** Returns a copy of the frame with a window of 2^{@code windowLog} bytes and without a dictionary field. */
    public byte[] withWindow(byte[] source, int windowLog) {
        int windowField = windowFieldLength();
        int dictionaryField = dictionaryFieldLength();
        byte[] copy = new byte[end - start - dictionaryField];
        int before = 5 + windowField;
        System.arraycopy(source, start, copy, 0, before);
        System.arraycopy(source, sizeAt, copy, before, end - sizeAt);
        copy[4] &= ~3;
        if (windowField > 0) {
            copy[5] = (byte) ((windowLog - 10) << 3);
        }
        return copy;
    }

    private int windowFieldLength() {
        return (descriptor & 0x20) != 0 ? 0 : 1;
    }

    private int dictionaryFieldLength() {
        int flag = descriptor & 3;
        return flag == 3 ? 4 : flag;
    }

    private int sizeFieldLength() {
        int flag = descriptor >>> 6 & 3;
        return flag == 0 ? 1 - windowFieldLength() : 1 << flag;
    }

    private static long littleEndian(byte[] source, int offset, int length) {
        long value = 0;
        for (int i = length - 1; i >= 0; i--) {
            value = value << 8 | source[offset + i] & 0xff;
        }
        return value;
    }
}
