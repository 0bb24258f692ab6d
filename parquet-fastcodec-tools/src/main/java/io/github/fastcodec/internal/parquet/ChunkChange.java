// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.EnumMap;
import java.util.Map;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A column chunk in the new file: its codec, where its parts are, and what of the footer changes with them. For one thread. */
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
     * Says that the new pages come next, or again from the first one.
     *
     * @param newCodec their codec
     * @param offset where the first of them will start in the new file
     */
    public void begin(CompressionCodecName newCodec, long offset) {
        codec = newCodec;
        pages = new PageLayout(chunk, offset);
    }

    /**
     * Adds the next page, which was written behind the last one.
     *
     * @param batch has the page as it was
     * @param page its index in the chunk
     * @param compressedSize its new length without its header, in bytes
     */
    public void addPage(PageBatch batch, int page, int headerLength, int compressedSize) {
        pages.add(headerLength, compressedSize, batch.uncompressedSize(page), batch.isDictionary(page));
    }

    /** Takes the new pages back: the new file has the pages as they were, from the same offset on. */
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

    /** Says where another part of the chunk starts in the new file. */
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

    /** Returns where the pages are that were added. */
    PageLayout pages() {
        return pages;
    }

    /**
     * Returns the bytes of the chunk's offset index for the new pages.
     *
     * @param index the offset index as it was
     * @param origin where it stood in the file, for messages
     */
    public byte[] offsetIndex(byte[] index, long origin) throws FileDefect {
        byte[] changed = OffsetIndex.read(index, origin).withPages(pages);
        offsetIndexLength = changed.length;
        return changed;
    }

    /**
     * Replaces what changes in the footer.
     *
     * @param before where the pages were
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
