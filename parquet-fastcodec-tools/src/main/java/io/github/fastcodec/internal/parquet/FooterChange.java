// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The footer of a file whose pages have changed: the same bytes with new offsets, sizes and codecs. It is complete once each
 * chunk has been {@linkplain ChunkChange#begin begun} and has received its pages. Not thread-safe.
 */
public final class FooterChange {

    private final Footer footer;
    private final List<ChunkChange> chunks;

    public FooterChange(Footer footer) {
        this.footer = footer;
        this.chunks = footer.chunks().stream().map(ChunkChange::new).toList();
    }

    /** Returns the change of a chunk. */
    public ChunkChange of(ColumnChunk chunk) {
        return chunks.get(chunk.ordinal());
    }

    /**
     * Returns the new footer, without its length and the magic bytes.
     *
     * @param before the layout of the source
     */
    public byte[] footer(FileLayout before) {
        Splicer splicer = new Splicer(footer.bytes(), 0, footer.bytes().length);
        for (RowGroup group : footer.rowGroups()) {
            splice(splicer, group, before);
        }
        if (before.leavesOutIndexes()) {
            footer.chunks().forEach(chunk -> chunk.cutIndexes(splicer));
        }
        return splicer.spliced();
    }

    private void splice(Splicer splicer, RowGroup group, FileLayout before) {
        long uncompressed = 0;
        long length = 0;
        long first = Long.MAX_VALUE;
        for (ColumnChunk chunk : group.chunks()) {
            ChunkChange change = of(chunk);
            change.splice(splicer, before.pages(chunk));
            uncompressed += change.pages().uncompressedLength();
            length += change.length();
            first = chunk.start() > 0 ? Math.min(first, change.pages().offset(0)) : first;
        }
        group.numbers().replace(splicer, RowGroup.TOTAL_BYTE_SIZE, uncompressed);
        group.numbers().replace(splicer, RowGroup.TOTAL_COMPRESSED_SIZE, length);
        group.numbers().replace(splicer, RowGroup.FILE_OFFSET, first == Long.MAX_VALUE ? 0 : first);
    }

    /**
     * Requires that readers of the new file's splits find every row group that readers of the source's splits find.
     *
     * @param before the layout of the source
     * @param length the length of the new file, in bytes
     */
    public void requireMiddlesWithin(FileLayout before, long length) throws FileDefect {
        for (int i = 0; i < footer.rowGroups().size(); i++) {
            RowGroup group = footer.rowGroups().get(i);
            long middle = middle(group, before);
            if (middle >= length && group.middle() < before.file().input().length()) {
                throw new FileDefect("readers would assign it to offset " + middle
                                + ", beyond the end of the new file at "
                                + length + ", and a task that reads a part of the file would miss it: convert fewer"
                                + " columns, or have the file rewritten")
                        .in(Place.rowGroup(i).toString());
            }
        }
    }

    /** Returns the {@link RowGroup#middle} of a group in the new file. */
    private long middle(RowGroup group, FileLayout before) {
        List<ColumnChunk> groupChunks = group.chunks();
        long length =
                groupChunks.stream().mapToLong(chunk -> of(chunk).length()).sum();
        long anchor = groupChunks.isEmpty() ? 0 : of(groupChunks.get(0)).anchor(before.pages(groupChunks.get(0)));
        return anchor + length / 2;
    }

    /**
     * Returns the layouts of the new file's pages, as they were written.
     *
     * @param before the layout of the source
     * @param after the new footer
     * @throws FileDefect if the new footer differs from the source's in more than this change
     */
    List<PageLayout> pages(FileLayout before, Footer after) throws FileDefect {
        if (!haveSame(footer, after)) {
            throw new FileDefect("its footer differs in more than codecs, offsets and sizes");
        }
        List<PageLayout> pages = new ArrayList<>();
        for (ColumnChunk chunk : after.chunks()) {
            ChunkChange change = of(chunk);
            if (chunk.codec() != change.codec()) {
                throw new FileDefect("its codec is " + chunk.codec() + ", expected " + change.codec())
                        .in(chunk.at().toString());
            }
            pages.add(change.pages().of(chunk));
        }
        requireTrue(after, pages, before);
        return pages;
    }

    /**
     * Returns whether the footer of a new file differs from its source's only in codecs, offsets, sizes, and indexes that were
     * left out.
     */
    public static boolean haveSame(Footer before, Footer after) {
        boolean withIndexes = after.chunks().stream().anyMatch(ColumnChunk::hasIndexes);
        return Arrays.equals(unchanging(before, withIndexes), unchanging(after, withIndexes));
    }

    private static byte[] unchanging(Footer footer, boolean withIndexes) {
        Splicer splicer = new Splicer(footer.bytes(), 0, footer.bytes().length);
        footer.rowGroups().forEach(group -> group.numbers().erase(splicer));
        for (ColumnChunk chunk : footer.chunks()) {
            chunk.numbers().erase(splicer);
            chunk.metaData().numbers().erase(splicer);
            if (!withIndexes) {
                chunk.cutIndexes(splicer);
            }
        }
        return splicer.spliced();
    }

    /**
     * Requires that the offsets and sizes in the footer of a new file are correct, and refer to the same pages as those of the
     * source. The footers must be {@linkplain #haveSame otherwise the same}.
     *
     * @param pages the pages of the new file's chunks
     * @param before the layout of the source
     */
    public static void requireTrue(Footer after, List<PageLayout> pages, FileLayout before) throws FileDefect {
        for (ColumnChunk chunk : after.chunks()) {
            PageLayout now = pages.get(chunk.ordinal());
            PageLayout then = before.pages().get(chunk.ordinal());
            if (chunk.statedLength() != now.length()
                    || chunk.statedUncompressedLength() != now.uncompressedLength()
                    || now.count() != then.count()
                    || !now.isNamedAs(then)) {
                throw new FileDefect("its pages are not those of the source")
                        .in(chunk.at().toString());
            }
        }
        for (int i = 0; i < after.rowGroups().size(); i++) {
            if (!after.rowGroups().get(i).hasTrueTotals(pages)) {
                throw new FileDefect("row group " + i + ": its totals are not those of its column chunks");
            }
        }
    }
}
