// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.PagePlaces;
import io.github.fastcodec.internal.storage.FileInput;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * A column of all files: its chunks in their order, and what their footers and page headers say. For one thread. It travels
 * between JVMs without its chunks.
 */
final class Column implements Serializable {

    private static final long serialVersionUID = 1L;

    /**
     * A chunk and where to read it.
     *
     * @param rowGroup the number of the row group among those of all files
     */
    record Chunk(FileInput input, String file, int rowGroup, ColumnChunk chunk) {

        /** Returns what messages call a page. */
        String place(int page) {
            return file + ": " + chunk.place(page);
        }

        PagePlaces pages() {
            return chunk.pages();
        }
    }

    private final String path;
    private final transient List<Chunk> chunks = new ArrayList<>();
    private final EnumMap<CompressionCodecName, Long> bytesOfCodec = new EnumMap<>(CompressionCodecName.class);
    private long bytes;
    private long headerBytes;
    private long plainBytes;
    private long pages;

    Column(String path) {
        this.path = path;
    }

    void add(Chunk chunk) {
        chunks.add(chunk);
        PagePlaces places = chunk.pages();
        long compressed = 0;
        for (int page = 0; page < places.count(); page++) {
            headerBytes += places.headerLength(page);
            compressed += places.compressedSize(page);
            plainBytes += places.uncompressedSize(page);
        }
        bytes += compressed;
        pages += places.count();
        bytesOfCodec.merge(chunk.chunk().codec(), compressed, Long::sum);
    }

    /** Adds what another column has, as often as {@code weight} says; without its chunks. */
    void add(Column other, double weight) {
        bytes += Math.round(other.bytes * weight);
        headerBytes += Math.round(other.headerBytes * weight);
        plainBytes += Math.round(other.plainBytes * weight);
        pages += Math.round(other.pages * weight);
        other.bytesOfCodec.forEach((codec, of) -> bytesOfCodec.merge(codec, Math.round(of * weight), Long::sum));
    }

    /** Returns the path in the schema, with dots. */
    String path() {
        return path;
    }

    List<Chunk> chunks() {
        return chunks;
    }

    long pages() {
        return pages;
    }

    /** Returns the length of the pages without their headers, in bytes. */
    long bytes() {
        return bytes;
    }

    /** Returns the length of the headers of all pages, in bytes. */
    long headerBytes() {
        return headerBytes;
    }

    /** Returns the length of the pages without their headers when they are decompressed, in bytes. */
    long plainBytes() {
        return plainBytes;
    }

    /** Returns the codec of all chunks, or that of the most bytes if they differ. */
    CompressionCodecName codec() {
        return bytesOfCodec.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(CompressionCodecName.UNCOMPRESSED);
    }

    boolean hasOneCodec() {
        return bytesOfCodec.size() <= 1;
    }
}
