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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Selects the live files of a table that can be verified, and counts the other files. Not thread-safe. */
public final class TableVerification {

    private static final Pattern ROOT = Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:(//[^/]*)?");

    private final String directory;
    private final Map<KeepReason, FileTotals> unreadable = new EnumMap<>(KeepReason.class);

    /** The delete files that the entries returned so far have named. */
    private final Set<String> deletes = new HashSet<>();

    private long inside;

    /** @param log the log of the table */
    public TableVerification(TableLog log) {
        String path = pathOf(log.directory());
        this.directory = path.endsWith("/") ? path : path + "/";
    }

    /** Returns a path without its scheme and authority, if any. */
    private static String pathOf(String path) {
        return ROOT.matcher(path).replaceFirst("");
    }

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
        boolean isListed =
                reason != KeepReason.NOT_PARQUET && pathOf(file.path()).startsWith(directory);
        inside += isListed ? 1 : 0;
        if (reason != null) {
            unreadable.computeIfAbsent(reason, none -> new FileTotals()).add(1, length, length);
        }
        return reason == null;
    }

    /** Returns how many of the files counted so far are Parquet files in the table's directory. */
    public long inside() {
        return inside;
    }

    /** Returns totals of the files that were left out, keyed by reason. */
    public Map<KeepReason, FileTotals> unreadable() {
        return Collections.unmodifiableMap(unreadable);
    }
}
