// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.FileTotals;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The outcome of a run over the files of a table. Not thread-safe. */
public final class TableReport {

    private final FileTotals replaced = new FileTotals();
    private final Map<KeepReason, FileTotals> kept = new EnumMap<>(KeepReason.class);
    private final List<FileOutcome> failures = new ArrayList<>();
    private final List<Long> versions = new ArrayList<>();
    private final List<String> filesWithDeletes = new ArrayList<>();
    private final List<String> orphans = new ArrayList<>();
    private @Nullable Exception failure;
    private boolean complete;

    TableReport() {}

    void replaced(Replacement replacement) {
        replaced.add(replacement.result().outcome());
    }

    void kept(KeepReason reason, TableFile file) {
        kept.computeIfAbsent(reason, none -> new FileTotals()).add(1, file.length(), file.length());
        if (reason == KeepReason.WITH_DELETES) {
            filesWithDeletes.add(file.source());
        }
    }

    void failed(FileOutcome outcome) {
        failures.add(outcome);
    }

    void committed(List<Long> more) {
        versions.addAll(more);
    }

    void orphan(String path) {
        orphans.add(path);
    }

    /** Records the failure that ended the run. It may be an {@link Error}, for example if a library has an incompatible version. */
    void failed(Throwable e) {
        failure = e instanceof Exception exception ? exception : new IllegalStateException(e.toString(), e);
    }

    /** Returns whether there is nothing to report yet. */
    boolean isEmpty() {
        return versions.isEmpty() && failures.isEmpty() && orphans.isEmpty();
    }

    void completed() {
        complete = true;
    }

    /** Returns totals of the files that were replaced. */
    public FileTotals replaced() {
        return replaced;
    }

    /** Returns totals of the files that stay as they are, keyed by reason; the map is immutable. */
    public Map<KeepReason, FileTotals> kept() {
        return Collections.unmodifiableMap(kept);
    }

    /** Returns the files that failed or were refused, each of which is still part of the table; the list is immutable. */
    public List<FileOutcome> failures() {
        return Collections.unmodifiableList(failures);
    }

    /** Returns the snapshots or versions of the table that were committed, in order; the list is immutable. */
    public List<Long> versions() {
        return Collections.unmodifiableList(versions);
    }

    /** Returns the paths of the files that stay as they are because deletes apply to them; the list is immutable. */
    public List<String> filesWithDeletes() {
        return Collections.unmodifiableList(filesWithDeletes);
    }

    /**
     * Returns the new files that remain without a confirmed commit: those that the table's log may name after a failure, and those
     * that could not be deleted; the list is immutable.
     */
    public List<String> orphans() {
        return Collections.unmodifiableList(orphans);
    }

    /**
     * Returns the failure that ended the run before all files were processed, for example a failure of the cluster or of a
     * commit.
     */
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }

    /** Returns whether all live files were processed; false if the run was cancelled or failed. */
    public boolean isComplete() {
        return complete;
    }
}
