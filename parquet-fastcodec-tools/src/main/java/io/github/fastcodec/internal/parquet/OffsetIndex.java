// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.List;

/** The offset index of a column chunk: where its data pages are. */
public final class OffsetIndex {

    private final byte[] bytes;
    private final List<ThriftNumber> offsets = new ArrayList<>();
    private final List<ThriftNumber> sizes = new ArrayList<>();
    private final List<ThriftNumber> firstRows = new ArrayList<>();

    private OffsetIndex(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads an offset index, which is all of {@code bytes}.
     *
     * @param origin where it starts in the file, for messages
     */
    public static OffsetIndex read(byte[] bytes, long origin) throws FileDefect {
        OffsetIndex index = new OffsetIndex(bytes);
        CompactScanner scanner = new CompactScanner(bytes, 0, bytes.length, origin);
        CompactScanner.Struct struct = scanner.struct("OffsetIndex");
        while (struct.next()) {
            switch (struct.id()) {
                case 1 -> {
                    int count = struct.list(CompactScanner.STRUCT);
                    for (int i = 0; i < count; i++) {
                        index.readLocation(scanner.struct("PageLocation"));
                    }
                }
                case 2 -> struct.skip();
                default -> throw struct.unknown();
            }
        }
        struct.requireField(1);
        if (scanner.position() != bytes.length) {
            throw new FileDefect("the offset index at offset " + origin + " takes " + scanner.position()
                    + " bytes, the footer says " + bytes.length);
        }
        return index;
    }

    private void readLocation(CompactScanner.Struct location) throws FileDefect {
        ThriftNumber offset = null;
        ThriftNumber size = null;
        ThriftNumber firstRow = null;
        while (location.next()) {
            switch (location.id()) {
                case 1 -> offset = location.i64();
                case 2 -> size = location.i32();
                case 3 -> firstRow = location.i64();
                default -> throw location.unknown();
            }
        }
        if (offset == null || size == null || firstRow == null) {
            throw new FileDefect("PageLocation " + offsets.size() + " lacks its "
                    + (offset == null ? "offset" : size == null ? "compressed_page_size" : "first_row_index"));
        }
        offsets.add(offset);
        sizes.add(size);
        firstRows.add(firstRow);
    }

    /** Returns the number of data pages. */
    public int count() {
        return offsets.size();
    }

    /** Returns the index of a data page's first row in its row group. */
    public long firstRow(int page) {
        return firstRows.get(page).value();
    }

    /** Returns the least offset of a page behind another offset, or -1 if there is none. */
    long next(long offset) {
        return offsets.stream()
                .mapToLong(ThriftNumber::value)
                .filter(next -> next > offset)
                .min()
                .orElse(-1);
    }

    /** Requires that the index names each data page, in order, with its length. */
    void check(PagePlaces pages) throws FileDefect {
        int dataPages = pages.count() - pages.dictionaryPages();
        if (offsets.size() != dataPages) {
            throw new FileDefect("its offset index has " + offsets.size() + " pages, the chunk has " + dataPages);
        }
        for (int i = 0; i < dataPages; i++) {
            int page = i + pages.dictionaryPages();
            long length = pages.offset(page + 1) - pages.offset(page);
            if (offsets.get(i).value() != pages.offset(page) || sizes.get(i).value() != length) {
                throw new FileDefect("its offset index has data page " + i + " at offset "
                        + offsets.get(i).value() + " with " + sizes.get(i).value() + " bytes, the page stands at "
                        + pages.offset(page) + " with " + length + " bytes");
            }
        }
    }

    /** Returns the bytes of this index for the new places of its pages. */
    byte[] withPages(ChunkChange change) {
        Splicer splicer = new Splicer(bytes, 0, bytes.length);
        int first = change.chunk().pages().dictionaryPages();
        for (int i = 0; i < offsets.size(); i++) {
            long offset = change.pageOffset(first + i);
            splicer.replace(offsets.get(i), offset);
            splicer.replace(sizes.get(i), change.pageOffset(first + i + 1) - offset);
        }
        return splicer.spliced();
    }

    /** Returns the bytes with zeros for all that may change. */
    byte[] unchanging() {
        Splicer splicer = new Splicer(bytes, 0, bytes.length);
        offsets.forEach(splicer::erase);
        sizes.forEach(splicer::erase);
        return splicer.spliced();
    }
}
