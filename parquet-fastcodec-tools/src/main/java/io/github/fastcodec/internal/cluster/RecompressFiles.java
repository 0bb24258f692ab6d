// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Recompresses files on a cluster. Immutable.
 *
 * @param options how; if they do not guard tables, the caller commits to a table's log, and a file that would not change is not
 *     copied
 */
public record RecompressFiles(RecompressOptions options)
        implements ClusterFunction<ArrayList<FileTask>, ArrayList<FileResult>> {

    /**
     * Recompresses files. Each new file appears under its name whole and once, however often a task is repeated, whichever
     * machine is lost; one that is there already, from an earlier run, stays. A file that fails ends nothing. All begin in the
     * order of the iterator, so that {@linkplain FileTask#LARGEST_FIRST the largest should be first}.
     *
     * @param files is read as tasks begin, some thousands of tasks ahead
     * @param results hears the result of each file once, in any order, on one thread at a time
     * @param cancelled whether the run is to end soon. Files that are not finished have no result then
     * @throws IOException if the cluster fails; files that were not finished are as if they had not been begun
     * @throws IllegalArgumentException if a configured level is out of range; nothing was written then
     */
    public void on(Cluster cluster, Iterator<FileTask> files, Consumer<FileResult> results, BooleanSupplier cancelled)
            throws IOException {
        new Recompression(options).requireLevels();
        cluster.call(
                "parquet-fastcodec recompresses Parquet files",
                this,
                new Bundles<>(files, FileTask::length),
                bundle -> bundle.forEach(results),
                cancelled);
    }

    @Override
    public ArrayList<FileResult> run(ArrayList<FileTask> files, Machine machine) throws IOException {
        return new TaskRun(options, machine).run(files);
    }
}
