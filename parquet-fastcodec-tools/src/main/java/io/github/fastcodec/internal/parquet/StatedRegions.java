// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.parquet;

import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The regions of a file as the footer states them. Stateless. */
final class StatedRegions {

    /** Orders regions by offset; an empty chunk comes before a region that starts at the same offset. */
    private static final Comparator<Region> IN_ORDER =
            Comparator.comparingLong(Region::start).thenComparing(stated -> !isEmpty(stated));

    private StatedRegions() {}

    /** Returns the regions in the order of their offsets, with the lengths that the footer gives. */
    static List<Region> of(ParquetFile file) throws FileDefect {
        List<Region> stated = new ArrayList<>();
        for (ColumnChunk chunk : file.footer().chunks()) {
            if (!chunk.isUsable()) {
                continue;
            }
            if (hasPages(chunk)) {
                stated.add(of(Region.Kind.PAGES, chunk));
            }
            for (Region.Kind index : Region.Kind.INDEXES) {
                long length = chunk.length(index);
                if (length > 0 && isInside(file, chunk, index.name(), chunk.offset(index), length)) {
                    stated.add(of(index, chunk));
                }
            }
            if (chunk.offset(Region.Kind.BLOOM_FILTER) > 0) {
                stated.add(of(Region.Kind.BLOOM_FILTER, chunk));
            }
        }
        stated.sort(IN_ORDER);
        return stated;
    }

    /** Returns whether a chunk has a region of pages, which is empty if the chunk has no values. */
    static boolean hasPages(ColumnChunk chunk) {
        return chunk.isUsable() && chunk.start() > 0;
    }

    private static Region of(Region.Kind kind, ColumnChunk chunk) {
        return new Region(kind, chunk.offset(kind), chunk.offset(kind) + chunk.length(kind), chunk);
    }

    /** Returns whether a region is empty because its chunk has no values. */
    static boolean isEmpty(Region stated) {
        return stated.kind() == Region.Kind.PAGES
                && stated.length() == 0
                && stated.chunk().valueCount() == 0;
    }

    /** Returns whether a range is between the leading magic bytes and the footer, and reports a defect if it is not. */
    static boolean isInside(ParquetFile file, ColumnChunk chunk, String name, long start, long length)
            throws FileDefect {
        boolean isInside = file.footer().leavesRoomFor(start, length);
        if (!isInside) {
            file.defects()
                    .found(
                            chunk.at(),
                            new FileDefect("its " + name + " claims " + length + " bytes at offset " + start
                                    + ", expected it between offset " + ParquetFile.MAGIC_LENGTH
                                    + " and the footer at offset "
                                    + file.footer().start()));
        }
        return isInside;
    }
}
