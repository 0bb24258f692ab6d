// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.file.ColumnChunk;
import io.github.fastcodec.internal.file.FileInput;
import io.github.fastcodec.internal.file.FileOutput;
import io.github.fastcodec.internal.file.FooterChange;
import io.github.fastcodec.internal.file.RowGroup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What a part file holds: the new pages of some column chunks, one behind the other, and this index behind them. For one
 * thread.
 */
final class PartIndex {

    /** The length and the checksum of the index, at the end of the file. */
    private static final int TAIL = Integer.BYTES + Long.BYTES;

    /** The pages of a chunk. */
    static final class Chunk {

        private final CompressionCodecName codec;
        private final long offset;
        private int[] headerLengths = new int[4];
        private int[] sizes = new int[4];
        private long[] digests = new long[4];
        private long length;
        private int count;

        private Chunk(CompressionCodecName codec, long offset) {
            this.codec = codec;
            this.offset = offset;
        }

        /** Adds the next page; {@code digest} is that of its bytes, header included. */
        void add(int headerLength, int size, long digest) {
            if (count == sizes.length) {
                int capacity = Math.multiplyExact(count, 2);
                headerLengths = Arrays.copyOf(headerLengths, capacity);
                sizes = Arrays.copyOf(sizes, capacity);
                digests = Arrays.copyOf(digests, capacity);
            }
            headerLengths[count] = headerLength;
            sizes[count] = size;
            digests[count] = digest;
            length += headerLength + size;
            count++;
        }

        CompressionCodecName codec() {
            return codec;
        }

        /** Returns where the first page starts in the part file. */
        long offset() {
            return offset;
        }

        /** Returns the length of all pages with their headers, in bytes. */
        long length() {
            return length;
        }

        int pages() {
            return count;
        }

        int headerLength(int page) {
            return headerLengths[page];
        }

        /** Returns the length of a page without its header, in bytes. */
        int size(int page) {
            return sizes[page];
        }

        /** Returns the digest of the bytes of a page, header included. */
        long digest(int page) {
            return digests[page];
        }

        private void write(DataOutputStream out) throws IOException {
            out.writeInt(codec.ordinal());
            out.writeLong(offset);
            out.writeInt(count);
            for (int page = 0; page < count; page++) {
                out.writeInt(headerLengths[page]);
                out.writeInt(sizes[page]);
                out.writeLong(digests[page]);
            }
        }

        private static Chunk read(DataInputStream in) throws IOException {
            CompressionCodecName codec = CompressionCodecName.values()[in.readInt()];
            Chunk chunk = new Chunk(codec, in.readLong());
            int pages = in.readInt();
            for (int page = 0; page < pages; page++) {
                chunk.add(in.readInt(), in.readInt(), in.readLong());
            }
            return chunk;
        }
    }

    /** The chunks by the number of the row group and that of the column in it. */
    private final Map<List<Integer>, Chunk> chunks = new LinkedHashMap<>();

    private final Map<ColumnChunk, List<Integer>> places = new IdentityHashMap<>();

    PartIndex(List<RowGroup> rowGroups) {
        for (RowGroup group : rowGroups) {
            List<ColumnChunk> columns = group.chunks();
            for (int column = 0; column < columns.size(); column++) {
                ColumnChunk chunk = columns.get(column);
                places.put(chunk, Arrays.asList(chunk.rowGroup(), column));
            }
        }
    }

    /** Begins a chunk, whose first page is about to be written at an offset. */
    void begin(ColumnChunk chunk, CompressionCodecName codec, long offset) {
        chunks.put(places.get(chunk), new Chunk(codec, offset));
    }

    /** Takes a chunk back, whose pages are no longer there. */
    void remove(ColumnChunk chunk) {
        chunks.remove(places.get(chunk));
    }

    /** Returns a chunk, or null if it is not there. */
    Chunk of(ColumnChunk chunk) {
        return chunks.get(places.get(chunk));
    }

    /** Returns the chunks of the source that are there. */
    Collection<ColumnChunk> chunks() {
        List<ColumnChunk> there = new ArrayList<>();
        places.forEach((chunk, place) -> {
            if (chunks.containsKey(place)) {
                there.add(chunk);
            }
        });
        return there;
    }

    /**
     * Requires that the pages in the part file, as it is read back, hold what those of the source hold.
     *
     * @param change has written the pages
     */
    void compare(FooterChange change, FileInput input, PageComparison pages) throws IOException {
        for (ColumnChunk chunk : chunks()) {
            pages.compare(chunk, change.of(chunk).written(), input);
        }
        pages.finish();
    }

    /** Writes the index behind the pages. */
    void write(FileOutput output) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(chunks.size());
        for (Map.Entry<List<Integer>, Chunk> chunk : chunks.entrySet()) {
            out.writeInt(chunk.getKey().get(0));
            out.writeInt(chunk.getKey().get(1));
            chunk.getValue().write(out);
        }
        byte[] index = bytes.toByteArray();
        output.write(index);
        output.write(ByteBuffer.allocate(TAIL).putInt(0, index.length).putLong(Integer.BYTES, checksum(index)));
    }

    /**
     * Adds the chunks of a part file.
     *
     * @throws IOException if the file does not end with its index
     */
    void read(FileInput input, String name) throws IOException {
        ByteBuffer tail = ByteBuffer.wrap(bytes(input, name, input.length() - TAIL, TAIL));
        int length = tail.getInt();
        byte[] index = bytes(input, name, input.length() - TAIL - length, length);
        if (checksum(index) != tail.getLong()) {
            throw damaged(name);
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(index));
        int count = in.readInt();
        for (int i = 0; i < count; i++) {
            List<Integer> place = Arrays.asList(in.readInt(), in.readInt());
            chunks.put(place, Chunk.read(in));
        }
    }

    private static byte[] bytes(FileInput input, String name, long position, int length) throws IOException {
        if (position < 0 || length < 0) {
            throw damaged(name);
        }
        byte[] bytes = new byte[length];
        input.read(position, bytes, 0, length);
        return bytes;
    }

    private static IOException damaged(String name) {
        return new IOException(name + " is damaged, which is a part that this run has written: run the job again");
    }

    private static long checksum(byte[] index) {
        CRC32C checksum = new CRC32C();
        checksum.update(index, 0, index.length);
        return checksum.getValue();
    }
}
