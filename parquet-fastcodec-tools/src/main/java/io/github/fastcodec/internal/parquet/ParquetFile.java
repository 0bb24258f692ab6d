// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.Buffers;
import io.github.fastcodec.internal.work.Window;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An open Parquet file whose footer has been read. A {@linkplain #walk walk} through it finds its pages and accounts for every
 * byte. A file with a part that could not be carried over to another file is refused, and the message names that part. No page is
 * decompressed. Immutable.
 *
 * @param input the input from which the file is read, and which the caller closes
 * @param structureLimit the longest structure that is held in memory as a whole, such as the footer or an index, in bytes
 * @param defects receives the defects of the footer and those that a walk finds
 */
public record ParquetFile(FileInput input, Footer footer, long structureLimit, Defects defects) {

    /** The length of the magic bytes at each end of a file. */
    public static final int MAGIC_LENGTH = 4;

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ENCRYPTED_MAGIC = "PARE".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] PARX_MAGIC = "PARX".getBytes(StandardCharsets.US_ASCII);

    private static final HexFormat HEX = HexFormat.of();

    /** The length of the tail of a file: four bytes for the footer's length, and the magic bytes. */
    private static final int TAIL = 4 + MAGIC_LENGTH;

    /** The memory that each byte of a structure may take once the structure is read, in bytes. */
    private static final int MEMORY_PER_BYTE = 8;

    private static final int LONGEST_BLOOM_FILTER_HEADER = 64 << 10;

    /**
     * Reads the footer of a file.
     *
     * @param structureLimit the longest structure that is held in memory as a whole, such as the footer or an index, in bytes
     * @throws FileDefect if the footer is damaged, or contains something that could not be carried over
     */
    public static ParquetFile open(FileInput input, long structureLimit) throws IOException {
        return open(input, structureLimit, Defects.REFUSED);
    }

    /**
     * Reads the footer of a file. Its defects, and those that a later walk finds, are passed to {@code defects}.
     *
     * @throws FileDefect if reading cannot continue after a defect, or if {@code defects} throws it
     */
    public static ParquetFile open(FileInput input, long structureLimit, Defects defects) throws IOException {
        int length = footerLength(input);
        long start = input.length() - TAIL - length;
        byte[] bytes = readStructure(input, "the footer", start, length, structureLimit);
        FooterOutline outline = FooterOutline.of(bytes, start);
        requireMemory(outline.memory(), structureLimit); // before objects are created from the footer
        return new ParquetFile(input, new FooterReader(bytes, start, defects).read(outline), structureLimit, defects);
    }

    /**
     * Reads the structure, except for the page headers, of a file that was written as a changed copy of another file. The pages
     * are assumed to be where they were written; the code that reads the pages must check this.
     *
     * @param before the layout of the other file
     * @throws FileDefect if the files differ in more than the change; page headers, bloom filters and column indexes are not compared
     */
    public static FileLayout readWritten(FileInput input, FooterChange change, FileLayout before) throws IOException {
        ParquetFile file = open(input, Long.MAX_VALUE);
        return new RegionWalk(file, change.pages(before, file.footer)).run();
    }

    /** Walks through the file. Of its pages, only the headers are examined. */
    public FileLayout walk() throws IOException {
        return walk(RegionWalk.Visitor.NONE, new Buffers(2L * PageReader.SLAB));
    }

    /**
     * Walks through the file. If {@link Defects} lets the walk continue after a defect, a chunk that the footer does not fully
     * describe has no pages; a page whose header cannot be read is {@linkplain PageLayout#isReadable not readable}; a region that
     * overlaps an earlier one is left out.
     *
     * @param visitor receives each region as soon as it is found
     * @param buffers lends memory for pages that the visitor wants, and takes it back when they are no longer used
     * @throws FileDefect if the file is damaged, or contains something that could not be carried over; the message says what and where
     */
    public FileLayout walk(RegionWalk.Visitor visitor, Buffers buffers) throws IOException {
        return new RegionWalk(this, visitor, buffers).run();
    }

    /**
     * Returns the stated length of a file's footer, in bytes. If the file ends as a Parquet file does, only its end is read.
     *
     * @throws FileDefect if the file is not a Parquet file, or its footer is encrypted
     */
    public static int footerLength(FileInput input) throws IOException {
        long length = input.length();
        if (length < MAGIC_LENGTH + TAIL) {
            throw new FileDefect(
                    "it has " + length + " bytes, but a Parquet file has at least " + (MAGIC_LENGTH + TAIL));
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
            throw new FileDefect("its footer claims " + footerLength + " bytes, but the file has "
                    + (length - MAGIC_LENGTH - TAIL) + " for it");
        }
        if (footerLength == 0) {
            throw new FileDefect("it has no footer: the length of its footer is 0");
        }
        if (footerLength > Buffers.MAX_LENGTH) {
            throw new FileDefect("its footer has " + footerLength + " bytes; the limit is " + Buffers.MAX_LENGTH);
        }
        return (int) footerLength;
    }

    /** Refuses a file to which {@code echo >>} or a transfer in text mode has added a newline. */
    private static void requireNoNewline(byte[] last, FileInput input) throws IOException {
        int newline = last[MAGIC_LENGTH - 1] != '\n' ? 0 : last[MAGIC_LENGTH - 2] == '\r' ? 2 : 1;
        byte[] before = new byte[MAGIC_LENGTH];
        input.read(input.length() - newline - MAGIC_LENGTH, before, 0, MAGIC_LENGTH);
        if (newline > 0 && Arrays.equals(before, MAGIC)) {
            throw new FileDefect(
                    "a newline follows its trailing PAR1, as echo >> or a transfer in text mode adds one: transfer the"
                            + " file again in binary mode");
        }
    }

    /** Requires that a file starts with the magic bytes. */
    static void requireStart(FileInput input) throws IOException {
        byte[] first = new byte[MAGIC_LENGTH];
        input.read(0, first, 0, first.length);
        if (!Arrays.equals(first, MAGIC)) {
            requireReadable(first);
            throw new FileDefect("it is not a Parquet file: it starts" + notMagic(first));
        }
    }

    private static void requireReadable(byte[] magic) throws FileDefect {
        if (Arrays.equals(magic, ENCRYPTED_MAGIC)) {
            throw new FileDefect("encrypted footers are not supported");
        }
        if (Arrays.equals(magic, PARX_MAGIC)) {
            throw new FileDefect("it is a PARX file, whose footer this version does not read");
        }
    }

    private static String notMagic(byte[] bytes) {
        return " with the bytes " + HEX.formatHex(bytes) + ", expected " + HEX.formatHex(MAGIC) + " (PAR1)";
    }

    byte[] readStructure(String name, long offset, long length) throws IOException {
        return readStructure(input, name, offset, length, structureLimit);
    }

    private static byte[] readStructure(FileInput input, String name, long offset, long length, long limit)
            throws IOException {
        if (length > limit) {
            throw new FileDefect(name + " has " + length + " bytes; the limit is " + limit + " bytes: "
                    + Window.remedy(length * MEMORY_PER_BYTE, limit * MEMORY_PER_BYTE));
        }
        byte[] bytes = new byte[(int) length];
        input.read(offset, bytes, 0, bytes.length);
        return bytes;
    }

    private static void requireMemory(long bytes, long limit) throws FileDefect {
        if (bytes / MEMORY_PER_BYTE > limit) {
            long memory = limit * MEMORY_PER_BYTE;
            throw new FileDefect("its footer needs " + Window.roundedUp(bytes) + " of memory; the limit is "
                    + Window.roundedDown(memory) + ": " + Window.remedy(bytes, memory));
        }
    }

    /** Reads the header of a chunk's bloom filter, whose offset must be before the footer. */
    public BloomFilterHeader readBloomFilterHeader(ColumnChunk chunk) throws IOException {
        long offset = chunk.offset(Region.Kind.BLOOM_FILTER);
        byte[] head = new byte[(int) Math.min(LONGEST_BLOOM_FILTER_HEADER, footer.start() - offset)];
        input.read(offset, head, 0, head.length);
        return BloomFilterHeader.read(head, offset);
    }

    /** Returns the bytes of an index, or of a bloom filter with its header. */
    public byte[] read(Region region) throws IOException {
        return readStructure("the " + region.kind().text(), region.start(), region.length());
    }

    /** Returns the bytes of an offset index with each number that may change set to 0. */
    public byte[] unchangingOffsetIndex(Region region) throws IOException {
        return OffsetIndex.read(read(region), region.start()).unchanging();
    }
}
