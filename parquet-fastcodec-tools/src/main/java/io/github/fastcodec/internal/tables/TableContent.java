// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.recompress.FileTotals;
import io.github.fastcodec.internal.search.FileList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The contents of a table's current version: the files that can be recompressed, and totals of the other files. Not thread-safe.
 *
 * @param files the files that can be recompressed
 * @param kept totals of the files that stay as they are, keyed by reason
 */
public record TableContent(FileList files, Map<KeepReason, FileTotals> kept) {

    /** Reads the contents from a table's log. */
    public static TableContent of(TableLog log) {
        FileList files = new FileList();
        Map<KeepReason, FileTotals> kept = new EnumMap<>(KeepReason.class);
        try (Stream<TableFile> live = log.liveFiles()) {
            for (Iterator<TableFile> left = live.iterator(); left.hasNext(); ) {
                TableFile file = left.next();
                if (file instanceof TableFile.Kept keptFile) {
                    kept.computeIfAbsent(keptFile.reason(), none -> new FileTotals())
                            .add(1, file.length(), file.length());
                } else {
                    files.add(file.source(), file.length());
                }
            }
        }
        return new TableContent(files, kept);
    }
}
