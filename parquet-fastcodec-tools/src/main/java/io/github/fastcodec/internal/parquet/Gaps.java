// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Accounts for the bytes between the regions of a file, region by region in file order. Not thread-safe. */
final class Gaps {

    private final ParquetFile file;
    private final Set<Note> notes;
    private long position = ParquetFile.MAGIC_LENGTH;
    private @Nullable Region last;

    /** @param notes receives a note for each kind of bytes that are left out */
    Gaps(ParquetFile file, Set<Note> notes) {
        this.file = file;
        this.notes = notes;
    }

    /** Returns the offset up to which every byte is accounted for. */
    long position() {
        return position;
    }

    /** Accounts for a region. The gap before it must have been identified. */
    void pass(Region region) {
        position = region.end();
        last = region;
    }

    void reportOverlap(Region region) throws FileDefect {
        file.defects()
                .found(
                        Place.FILE,
                        new FileDefect(region + " overlaps " + (last == null ? "the start of the file" : last)));
    }

    /** Accounts for the bytes between the last region and the footer. */
    void finish() throws IOException {
        long footer = file.footer().start();
        if (position > footer) {
            file.defects().found(Place.FILE, new FileDefect(last + " overlaps the footer at offset " + footer));
        }
        identify(footer);
    }

    /**
     * Identifies the bytes before a region that starts at {@code start}. Bytes that no reader uses are left out of a changed
     * file; other bytes are refused unless {@link Defects#leavesOutUnnamedBytes} lets them be left out.
     */
    void identify(long start) throws IOException {
        // a damaged footer may give an offset beyond its own start
        long end = Math.min(start, file.footer().start());
        if (position < end && last != null && last.kind() == Region.Kind.PAGES) {
            int length = copyLength(last.chunk(), position, end);
            if (length > 0) {
                notes.add(Note.leftOut("copies of metadata after column chunks are left out"));
                position += length;
            }
        }
        if (position < end) {
            if (areZeros(position, end)) {
                notes.add(Note.leftOut("zeros between column chunks are left out"));
            } else {
                leaveOut(position, end);
            }
            position = end;
        }
    }

    private int copyLength(ColumnChunk chunk, long start, long end) throws IOException {
        byte[] bytes = new byte[(int) Math.min(end - start, Math.min(file.structureLimit(), PageReader.SLAB))];
        file.input().read(start, bytes, 0, bytes.length);
        return FooterReader.copyLength(chunk, bytes);
    }

    private boolean areZeros(long start, long end) throws IOException {
        byte[] slab = new byte[(int) Math.min(PageReader.SLAB, end - start)];
        for (long position = start; position < end; position += slab.length) {
            int length = (int) Math.min(slab.length, end - position);
            file.input().read(position, slab, 0, length);
            for (int i = 0; i < length; i++) {
                if (slab[i] != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    private void leaveOut(long start, long end) throws FileDefect {
        Optional<Note> unknown = notes.stream()
                .filter(note -> note.kind() == Note.Kind.UNKNOWN_FIELD)
                .findFirst();
        if (file.defects().leavesOutUnnamedBytes() && unknown.isEmpty()) {
            notes.add(Note.leftOut("bytes that the footer does not reference are left out"));
            return;
        }
        file.defects()
                .strange(
                        Place.FILE,
                        new FileDefect("the footer does not reference the bytes from offset " + start + " to " + end
                                + unknown.map(field -> "; they may be needed, because " + field.text()
                                                + ": a FILE column, for example, has values in such bytes")
                                        .orElse("; if no other program needs them, leave them out with the option"
                                                + " drop-unnamed-bytes")));
    }
}
