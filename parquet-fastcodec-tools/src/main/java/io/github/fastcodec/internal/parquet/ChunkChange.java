// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.EnumMap;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A column chunk in the new file: its codec, and where its parts are. For one thread. */
public final class ChunkChange {

    private final ColumnChunk chunk;
    private final Map<Region.Kind, Long> offsets = new EnumMap<>(Region.Kind.class);
    private CompressionCodecName codec;
    private PagePlaces pages = new PagePlaces();
    private long offsetIndexLength;

    ChunkChange(ColumnChunk chunk) {
        this.chunk = chunk;
        this.codec = chunk.codec();
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
        pages = new PagePlaces();
        pages.begin(offset);
    }

    /** Adds the next page, which was written behind the last one. */
    public void addPage(int headerLength, int compressedSize) {
        pages.addAgain(headerLength, compressedSize, chunk.pages());
    }

    /** Takes the new pages back: the new file has the chunk as it was, from the same offset on. */
    public void restore() {
        begin(chunk.codec(), pages.offset(0));
        PagePlaces before = chunk.pages();
        for (int i = 0; i < before.count(); i++) {
            addPage(before.headerLength(i), before.compressedSize(i));
        }
    }

    /** Says where another part of the chunk starts in the new file. */
    public void move(Region.Kind kind, long offset) {
        offsets.put(kind, offset);
    }

    /** Returns the chunk as it was. */
    public ColumnChunk chunk() {
        return chunk;
    }

    public CompressionCodecName codec() {
        return codec;
    }

    /** Returns the length of the new pages with their headers, in bytes. */
    public long length() {
        return pages.length();
    }

    /** Returns where the pages are that were added. */
    PagePlaces places() {
        return pages;
    }

    /**
     * Returns the bytes of the chunk's offset index for the new pages.
     *
     * @param index the offset index as it was
     * @param origin where it stood in the file, for messages
     */
    public byte[] offsetIndex(byte[] index, long origin) throws FileDefect {
        byte[] changed = OffsetIndex.read(index, origin).withPages(this);
        offsetIndexLength = changed.length;
        return changed;
    }

    long pageOffset(int page) {
        return pages.offset(Math.min(page, pages.count()));
    }

    /** Returns where a part starts in the new file. */
    long moved(Region.Kind part) {
        return offsets.getOrDefault(part, chunk.offset(part));
    }

    long offsetIndexLength() {
        return offsetIndexLength;
    }
}
