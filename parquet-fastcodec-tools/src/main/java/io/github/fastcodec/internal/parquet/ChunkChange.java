// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.EnumMap;
import java.util.Map;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A column chunk in the new file: its codec, the offsets of its parts, and the numbers in the footer that follow from them. Not
 * thread-safe.
 */
public final class ChunkChange {

    private final ColumnChunk chunk;
    private final Map<Region.Kind, Long> offsets = new EnumMap<>(Region.Kind.class);
    private CompressionCodecName codec;
    private PageLayout pages;
    private long offsetIndexLength;

    ChunkChange(ColumnChunk chunk) {
        this.chunk = chunk;
        this.codec = chunk.codec();
        this.pages = new PageLayout(chunk, 0);
        this.offsetIndexLength = chunk.length(Region.Kind.OFFSET_INDEX);
    }

    /**
     * Starts the list of new pages, or restarts it from the first page.
     *
     * @param newCodec the codec of the new pages
     * @param offset the offset in the new file at which the first page will start
     */
    public void begin(CompressionCodecName newCodec, long offset) {
        codec = newCodec;
        pages = new PageLayout(chunk, offset);
    }

    /**
     * Adds the next page, which was written right after the previous one.
     *
     * @param batch the batch that contains the source's page
     * @param page the index of the page in the chunk
     * @param compressedSize the new length of the page without its header, in bytes
     */
    public void addPage(PageBatch batch, int page, int headerLength, int compressedSize) {
        pages.add(headerLength, compressedSize, batch.uncompressedSize(page), batch.isDictionary(page));
    }

    /** Discards the new pages, because the new file contains the source's pages instead, from the same offset on. */
    public void restore(PageLayout before) {
        begin(chunk.codec(), pages.offset(0));
        for (int i = 0; i < before.count(); i++) {
            pages.add(
                    before.headerLength(i),
                    before.compressedSize(i),
                    before.uncompressedSize(i),
                    i < before.dictionaryPages());
        }
    }

    /** Records the new offset of a part of the chunk other than its pages. */
    public void move(Region.Kind kind, long offset) {
        offsets.put(kind, offset);
    }

    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns the length of the new pages with their headers, in bytes. */
    public long length() {
        return pages.length();
    }

    /** Returns the layout of the pages added so far. */
    PageLayout pages() {
        return pages;
    }

    /**
     * Returns the bytes of the chunk's offset index for the new pages.
     *
     * @param index the source's offset index
     * @param origin the offset of the index in the source, for messages
     */
    public byte[] offsetIndex(byte[] index, long origin) throws FileDefect {
        byte[] changed = OffsetIndex.read(index, origin).withPages(pages);
        offsetIndexLength = changed.length;
        return changed;
    }

    /**
     * Replaces the chunk's numbers in the footer.
     *
     * @param before the layout of the source's pages
     */
    void splice(Splicer splicer, PageLayout before) {
        Fields.Numbers numbers = chunk.numbers();
        int page = before.indexOf(chunk.fileOffset());
        numbers.replace(splicer, ColumnChunk.FILE_OFFSET, page < 0 ? 0 : pages.offset(page));
        numbers.replace(splicer, ColumnChunk.OFFSET_INDEX_OFFSET, moved(Region.Kind.OFFSET_INDEX));
        numbers.replace(splicer, ColumnChunk.OFFSET_INDEX_LENGTH, offsetIndexLength);
        numbers.replace(splicer, ColumnChunk.COLUMN_INDEX_OFFSET, moved(Region.Kind.COLUMN_INDEX));
        Fields.Numbers metaData = chunk.metaData().numbers();
        int newCodec = CompressionCodec.valueOf(codec.name()).getValue();
        metaData.replace(splicer, ColumnChunk.CODEC, newCodec);
        metaData.replace(splicer, ColumnChunk.UNCOMPRESSED_SIZE, pages.uncompressedLength());
        metaData.replace(splicer, ColumnChunk.COMPRESSED_SIZE, pages.length());
        for (int field : new int[] {ColumnChunk.DATA_PAGE, ColumnChunk.INDEX_PAGE, ColumnChunk.DICTIONARY_PAGE}) {
            metaData.replace(splicer, field, newOffset(field, before));
        }
        if (chunk.offset(Region.Kind.BLOOM_FILTER) > 0) {
            metaData.replace(splicer, ColumnChunk.BLOOM_FILTER_OFFSET, moved(Region.Kind.BLOOM_FILTER));
        }
    }

    private long newOffset(int field, PageLayout before) {
        return chunk.metaData(field) == 0 ? 0 : pages.offset(Math.max(0, before.named(field)));
    }

    /** Returns the {@link ColumnChunk#anchor} of the chunk in the new file. */
    long anchor(PageLayout before) {
        return chunk.anchor(newOffset(ColumnChunk.DATA_PAGE, before), newOffset(ColumnChunk.DICTIONARY_PAGE, before));
    }

    private long moved(Region.Kind part) {
        return offsets.getOrDefault(part, chunk.offset(part));
    }
}
