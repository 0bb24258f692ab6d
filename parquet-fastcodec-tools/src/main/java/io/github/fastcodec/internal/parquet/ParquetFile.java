// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A Parquet file that is open, of which the footer was read. A {@linkplain #walk walk} through it finds its pages, and accounts for every
 * byte; what could not be carried over to another file is refused by name. No page is decompressed. Immutable.
 *
 * @param input the input that it is read from, which the caller closes
 * @param structureLimit how large a structure may be that is held in memory as a whole, the footer or an index, in bytes
 * @param defects what is done about defects, of the footer and of what a walk finds
 */
public record ParquetFile(FileInput input, Footer footer, long structureLimit, Defects defects) {

    /** The bytes at both ends of a file. */
    public static final int MAGIC_LENGTH = 4;

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] PARX_MAGIC = "PARX".getBytes(StandardCharsets.US_ASCII);

    private static final HexFormat HEX = HexFormat.of();

    /** The length of the footer and the magic bytes. */
    private static final int TAIL = 4 + MAGIC_LENGTH;

    /** The memory that a byte of a structure takes once it is read; structures that take more are counted. */
    private static final int MEMORY_PER_BYTE = 8;

    private static final int LONGEST_BLOOM_FILTER_HEADER = 64 << 10;

    /**
     * Reads the footer of a file.
     *
     * @param structureLimit how large a structure may be that is held in memory as a whole, the footer or an index, in bytes
     * @throws FileDefect if the footer is damaged, or has something that could not be carried over
     */
    public static ParquetFile open(FileInput input, long structureLimit) throws IOException {
        return open(input, structureLimit, Defects.REFUSED);
    }

    /**
     * The same with something else done about defects, of the footer and of what a walk finds.
     *
     * @throws FileDefect if nothing behind the defect can be found, or whatever {@code defects} throws
     */
    public static ParquetFile open(FileInput input, long structureLimit, Defects defects) throws IOException {
        int length = footerLength(input);
        long start = input.length() - TAIL - length;
        byte[] bytes = readStructure(input, "the footer", start, length, structureLimit);
        FooterOutline outline = FooterOutline.of(bytes, start);
        requireMemory(outline.memory(), structureLimit); // before anything of it is made
        return new ParquetFile(input, new FooterReader(bytes, start, defects).read(outline), structureLimit, defects);
    }

    /**
     * Reads the structure of a file that was written by a change of another one, all but the headers of its pages. They are
     * taken to be where they were written; the reader of the pages must find out whether they are.
     *
     * @param before the other file
     * @throws FileDefect if it differs from the other file in more than the change, page headers, bloom filters and column
     *     indexes aside
     */
    public static FileLayout readWritten(FileInput input, FooterChange change, FileLayout before) throws IOException {
        ParquetFile file = open(input, Long.MAX_VALUE);
        return new RegionWalk(file, change.pages(before, file.footer)).run();
    }

    /** Walks through the file, and looks at no more of its pages than their headers. */
    public FileLayout walk() throws IOException {
        return walk(RegionWalk.Visitor.NONE, new Buffers(2L * PageReader.SLAB));
    }

    /**
     * Walks through the file. Where {@link Defects} let it go on behind a defect, a chunk of which the footer says too little has no
     * pages; a page whose header cannot be read is {@linkplain PageLayout#isReadable not readable}; what overlaps something before it
     * is no region.
     *
     * @param visitor hears of each region as soon as it is found
     * @param buffers lends memory for pages that the visitor wants, and takes it back when they are no longer used
     * @throws FileDefect if the file is damaged, or has something that could not be carried over; says what and where
     */
    public FileLayout walk(RegionWalk.Visitor visitor, Buffers buffers) throws IOException {
        return new RegionWalk(this, visitor, buffers).run();
    }

    /**
     * Returns the length that a file says its footer has, in bytes. Looks at the file's end alone, unless that is no Parquet file's.
     *
     * @throws FileDefect if it is no Parquet file, or one whose footer is encrypted
     */
    public static int footerLength(FileInput input) throws IOException {
        long length = input.length();
        if (length < MAGIC_LENGTH + TAIL) {
            throw new FileDefect("it has " + length + " bytes, a Parquet file has at least " + (MAGIC_LENGTH + TAIL));
        }
        byte[] tail = new byte[TAIL];
        input.read(length - TAIL, tail, 0, TAIL);
        byte[] last = Arrays.copyOfRange(tail, TAIL - MAGIC_LENGTH, TAIL);
        if (!Arrays.equals(last, MAGIC)) {
            requireReadable(last);
            requireStart(input);
            requireNoNewline(last, input);
            throw new FileDefect("it is truncated, or was never finished: it ends" + notMagic(last));
        }
        long footerLength = tail[0] & 0xff | (tail[1] & 0xff) << 8 | (tail[2] & 0xff) << 16 | (tail[3] & 0xffL) << 24;
        if (footerLength > length - MAGIC_LENGTH - TAIL) {
            throw new FileDefect("its footer claims " + footerLength + " bytes, the file has "
                    + (length - MAGIC_LENGTH - TAIL) + " for it");
        }
        if (footerLength > Buffers.MAX_LENGTH) {
            throw new FileDefect("its footer has " + footerLength + " bytes, the limit is " + Buffers.MAX_LENGTH);
        }
        return (int) footerLength;
    }

    /** Names what a transfer as text, or {@code echo >>}, does to a file. */
    private static void requireNoNewline(byte[] last, FileInput input) throws IOException {
        int newline = last[MAGIC_LENGTH - 1] != '\n' ? 0 : last[MAGIC_LENGTH - 2] == '\r' ? 2 : 1;
        byte[] before = new byte[MAGIC_LENGTH];
        input.read(input.length() - newline - MAGIC_LENGTH, before, 0, MAGIC_LENGTH);
        if (newline > 0 && Arrays.equals(before, MAGIC)) {
            throw new FileDefect(
                    "a newline follows its trailing PAR1, as echo >> or a transfer in text mode leaves it: transfer it again in"
                            + " binary mode");
        }
    }

    /** Requires that a file starts as a Parquet file does. */
    static void requireStart(FileInput input) throws IOException {
        byte[] first = new byte[MAGIC_LENGTH];
        input.read(0, first, 0, first.length);
        if (!Arrays.equals(first, MAGIC)) {
            requireReadable(first);
            throw new FileDefect("it is no Parquet file: it starts" + notMagic(first));
        }
    }

    private static void requireReadable(byte[] magic) throws FileDefect {
        if (Arrays.equals(magic, ENCRYPTED_MAGIC)) {
            throw new FileDefect("its footer is encrypted, and this project has no keys");
        }
        if (Arrays.equals(magic, PARX_MAGIC)) {
            throw new FileDefect("it is a PARX file, whose footer this version does not read");
        }
    }

    private static String notMagic(byte[] bytes) {
        return " with the bytes " + HEX.formatHex(bytes) + ", expected " + HEX.formatHex(MAGIC) + " (PAR1)";
    }

    byte[] readStructure(String what, long offset, long length) throws IOException {
        return readStructure(input, what, offset, length, structureLimit);
    }

    private static byte[] readStructure(FileInput input, String what, long offset, long length, long limit)
            throws IOException {
        if (length > limit) {
            throw new FileDefect(what + " has " + length + " bytes, the limit in this heap is " + limit
                    + " bytes: use a larger heap (-Xmx)");
        }
        byte[] bytes = new byte[(int) length];
        input.read(offset, bytes, 0, bytes.length);
        return bytes;
    }

    private static void requireMemory(long bytes, long limit) throws FileDefect {
        if (bytes / MEMORY_PER_BYTE > limit) {
            throw new FileDefect("its footer needs " + PageBatch.mebibytes(bytes)
                    + " MiB of memory, the limit in this heap is " + PageBatch.mebibytes(limit * MEMORY_PER_BYTE)
                    + " MiB: use a larger heap (-Xmx)");
        }
    }

    /** Reads the header of a chunk's bloom filter, for which there is a region. */
    public BloomFilterHeader readBloomFilterHeader(ColumnChunk chunk) throws IOException {
        long offset = chunk.offset(Region.Kind.BLOOM_FILTER);
        byte[] head = new byte[(int) Math.min(LONGEST_BLOOM_FILTER_HEADER, footer.start() - offset)];
        input.read(offset, head, 0, head.length);
        return BloomFilterHeader.read(head, offset);
    }

    /** Returns the bytes of a region that is an index or a bloom filter, whose header is among them. */
    public byte[] read(Region region) throws IOException {
        return readStructure("the " + region.kind().text(), region.start(), region.length());
    }

    /** Returns the bytes of an offset index with zeros for all that may change. */
    public byte[] unchangingOffsetIndex(Region region) throws IOException {
        return OffsetIndex.read(read(region), region.start()).unchanging();
    }
}
