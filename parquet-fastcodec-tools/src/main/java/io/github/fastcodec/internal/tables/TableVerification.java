// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.cluster.ClusterVerification.ClusterFile;
import io.github.fastcodec.internal.recompress.FileTotals;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Selects the live files of a table that can be verified, and counts the other files. Not thread-safe. */
public final class TableVerification {

    private final Map<KeepReason, FileTotals> unreadable = new EnumMap<>(KeepReason.class);

    /** The delete files that the entries returned so far have named. */
    private final Set<String> deletes = new HashSet<>();

    /**
     * Returns the files to verify, with their entries in the log. Each delete file is named only once, in the first entry that
     * refers to it. Files are counted as the iterator reaches them.
     */
    public Iterator<ClusterFile> files(Stream<LoggedFile> live) {
        return live.filter(this::isReadable)
                .map(file -> new ClusterFile(file.path(), file.entry().length(), withNewDeletes(file.entry())))
                .iterator();
    }

    /** Returns an entry without the delete files that an earlier entry named. */
    private TableLogEntry withNewDeletes(TableLogEntry entry) {
        return entry.deletes().isEmpty()
                ? entry
                : entry.withDeletes(
                        entry.deletes().stream().filter(deletes::add).toList());
    }

    private boolean isReadable(LoggedFile file) {
        long length = file.entry().length();
        KeepReason reason = file.unreadable();
        if (reason != null) {
            unreadable.computeIfAbsent(reason, none -> new FileTotals()).add(1, length, length);
        }
        return reason == null;
    }

    public Map<KeepReason, FileTotals> unreadable() {
        return Collections.unmodifiableMap(unreadable);
    }
}
