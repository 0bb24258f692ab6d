// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.file.ColumnChunk;
import io.github.fastcodec.internal.file.FileInput;
import io.github.fastcodec.internal.file.FileOutput;
import io.github.fastcodec.internal.file.ParquetFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** The part files of one file, which hold the new pages of its chunks, each chunk in one of them or in none. For one thread. */
final class Parts implements Closeable {

    /** Opens a part file for reading. */
    interface Opener {
        FileInput open(String path) throws IOException;
    }

    private final Opener opener;
    private final Map<ColumnChunk, PartIndex.Chunk> chunks = new IdentityHashMap<>();
    private final Map<ColumnChunk, String> files = new IdentityHashMap<>();

    /** The file that was read last, or null: chunks of a file mostly follow each other, and there may be thousands of files. */
    private FileInput input;

    private String path;

    private Parts(Opener opener) {
        this.opener = opener;
    }

    /**
     * Reads what part files hold.
     *
     * @param file the source
     * @throws IOException if a part is not there or damaged; names it
     */
    static Parts read(ParquetFile file, List<String> paths, Opener opener) throws IOException {
        Parts parts = new Parts(opener);
        for (String path : paths) {
            PartIndex index = new PartIndex(file.rowGroups());
            try (FileInput input = opener.open(path)) {
                index.read(input, path);
            }
            for (ColumnChunk chunk : index.chunks()) {
                parts.chunks.put(chunk, index.of(chunk));
                parts.files.put(chunk, path);
            }
        }
        return parts;
    }

    /** Returns whether a part has new pages of a chunk. */
    boolean has(ColumnChunk chunk) {
        return chunks.containsKey(chunk);
    }

    /**
     * Returns the new pages of a chunk whose own pages were found, or null if it stays as it is.
     *
     * @throws IOException if the part is none of this source; names it
     */
    PartIndex.Chunk of(ColumnChunk chunk) throws IOException {
        PartIndex.Chunk pages = chunks.get(chunk);
        if (pages != null && pages.pages() != chunk.pages().count()) {
            throw new IOException(files.get(chunk) + " has " + pages.pages() + " pages for " + chunk.place()
                    + ", expected " + chunk.pages().count());
        }
        return pages;
    }

    /** Writes the new pages of a chunk that has some. */
    void write(ColumnChunk chunk, FileOutput output) throws IOException {
        PartIndex.Chunk pages = chunks.get(chunk);
        if (!files.get(chunk).equals(path)) {
            close();
            path = files.get(chunk);
            input = opener.open(path);
        }
        output.transfer(input, pages.offset(), pages.length());
    }

    @Override
    public void close() throws IOException {
        if (input != null) {
            path = null;
            input.close();
        }
    }
}
