// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The offset index of a column chunk, which gives the offsets of its data pages. Immutable once it is read. */
public final class OffsetIndex {

    private static final int OFFSET = 1;
    private static final int SIZE = 2;
    private static final int FIRST_ROW = 3;

    private final byte[] bytes;
    private final List<Fields.Numbers> locations = new ArrayList<>();

    private @Nullable FileDefect unknown;

    private OffsetIndex(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * Reads an offset index that takes up all of {@code bytes}.
     *
     * @param origin the offset of the index in the file, for messages
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
                default -> index.skipUnknown(struct);
            }
        }
        struct.requireField(1);
        if (scanner.position() != bytes.length) {
            throw new FileDefect("the offset index at offset " + origin + " takes " + scanner.position()
                    + " bytes, but the footer says " + bytes.length);
        }
        return index;
    }

    private void readLocation(CompactScanner.Struct struct) throws FileDefect {
        Fields.Numbers location = new Fields.Numbers(Fields.PAGE_LOCATION);
        while (struct.next()) {
            if (!location.read(struct)) {
                skipUnknown(struct);
            }
        }
        String problem = location.problem();
        if (problem != null) {
            throw new FileDefect("PageLocation " + count() + " " + problem);
        }
        locations.add(location);
    }

    private void skipUnknown(CompactScanner.Struct struct) throws FileDefect {
        unknown = struct.unknown();
        struct.skip();
    }

    /** Returns the last field that this version does not know, and that may hold a file offset, or null if there is none. */
    @Nullable
    FileDefect unknown() {
        return unknown;
    }

    /** Returns the number of data pages. */
    public int count() {
        return locations.size();
    }

    /** Returns the index within the row group of a data page's first row. */
    public long firstRow(int page) {
        return locations.get(page).value(FIRST_ROW);
    }

    /** Returns the offsets of the pages, sorted. */
    long[] offsets() {
        return locations.stream()
                .mapToLong(location -> location.value(OFFSET))
                .sorted()
                .toArray();
    }

    /**
     * Returns the first difference in number, offset or length between this index and the data pages, or the first page at a negative
     * row; null if there is none, or if some pages are unknown.
     */
    @Nullable
    String contradiction(PageLayout pages) {
        if (!pages.isWhole()) {
            return null;
        }
        int dataPages = pages.count() - pages.dictionaryPages();
        if (count() != dataPages) {
            return "its offset index has " + count() + " pages, but the chunk has " + dataPages;
        }
        for (int i = 0; i < dataPages; i++) {
            int page = i + pages.dictionaryPages();
            long length = pages.offset(page + 1) - pages.offset(page);
            long offset = locations.get(i).value(OFFSET);
            long size = locations.get(i).value(SIZE);
            if (offset != pages.offset(page) || size != length) {
                return "its offset index has data page " + i + " at offset " + offset + " with " + size
                        + " bytes, but the page is at offset " + pages.offset(page) + " with " + length + " bytes";
            }
            if (firstRow(i) < 0) {
                return "its offset index has data page " + i + " at row " + firstRow(i) + ", expected 0 or more";
            }
        }
        return null;
    }

    /** Returns the bytes of this index with the offsets and lengths of the given pages. */
    byte[] withPages(PageLayout pages) {
        Splicer splicer = new Splicer(bytes, 0, bytes.length);
        int page = pages.dictionaryPages();
        for (Fields.Numbers location : locations) {
            // If the source has changed, the index may list more pages than the layout.
            long offset = pages.offset(Math.min(page, pages.count()));
            location.replace(splicer, OFFSET, offset);
            page++;
            location.replace(splicer, SIZE, pages.offset(Math.min(page, pages.count())) - offset);
        }
        return splicer.spliced();
    }

    /** Returns the bytes of this index with each number that may change set to 0. */
    byte[] unchanging() {
        Splicer splicer = new Splicer(bytes, 0, bytes.length);
        locations.forEach(location -> location.erase(splicer));
        return splicer.spliced();
    }
}
