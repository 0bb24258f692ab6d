// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.util.Iterator;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Recompresses the files of a search on a cluster. Immutable. */
public record ClusterConversion(Cluster cluster) {

    /**
     * Recompresses the files of a list.
     *
     * @param results receives the result of each file once, in any order; never called concurrently
     * @param cancelled whether the run should end soon; files that are unfinished when it ends have no result
     * @throws IOException if the cluster fails
     * @throws IllegalArgumentException if a configured level is out of range, in which case nothing has been written
     */
    @SuppressWarnings("try") // the resource is never used by name
    public void convert(
            FileList files, RecompressOptions options, Consumer<FileResult> results, BooleanSupplier cancelled)
            throws IOException {
        boolean[] failed = {false};
        for (Iterator<ListedFile> refused = files.refused().iterator(); refused.hasNext(); ) {
            ListedFile file = refused.next();
            failed[0] = true;
            FileDefect defect = new FileDefect(Objects.requireNonNull(file.refusal(), "refused"));
            results.accept(FileResult.without(FileOutcome.failed(file.source(), file.target(), file.length(), defect)));
            if (!options.keepGoing()) {
                return;
            }
        }
        try (Closeable leftovers = () -> deleteLocalLeftovers(files)) {
            new RecompressFiles(options)
                    .on(
                            cluster,
                            files.largestFirst().map(FileTask::new).iterator(),
                            result -> {
                                failed[0] |= !result.isDone();
                                results.accept(result);
                            },
                            () -> failed[0] && !options.keepGoing() || cancelled.getAsBoolean());
        }
    }

    /**
     * Deletes the temporary files that lost machines have left next to files that other machines have written. Only on local
     * disks can such leftovers be distinguished from temporary files that are still being written; elsewhere, the next run
     * deletes them.
     */
    private void deleteLocalLeftovers(FileList files) throws IOException {
        Storage local = new LocalStorage(FileSystems.getDefault()); // each instance lists a directory once
        Storages storages = cluster.storages();
        for (Iterator<ListedFile> left = files.allowed().iterator(); left.hasNext(); ) {
            ListedFile file = left.next();
            if (storages.of(file.directory().target()) instanceof LocalStorage) {
                local.deleteLeftovers(storages.path(file.target()));
            }
        }
    }
}
