// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
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
