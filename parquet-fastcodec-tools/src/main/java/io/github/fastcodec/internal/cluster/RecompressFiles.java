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
 * @param options the options; if they do not guard tables, the caller commits the files to a table's log, and a file that would not
 *     change is not copied
 */
public record RecompressFiles(RecompressOptions options)
        implements ClusterFunction<ArrayList<FileTask>, ArrayList<FileResult>> {

    /**
     * Recompresses files. Each new file appears under its name complete and exactly once, however often a task is retried and
     * whichever machine is lost. A file that an earlier run has written is kept. The failure of a file does not end the run.
     * Tasks start in the order of the iterator, so {@linkplain FileTask#LARGEST_FIRST the largest files should come first}.
     *
     * @param files the files; they are read as tasks start, some thousands of tasks in advance
     * @param results receives the result of each file once, in any order; never called concurrently
     * @param cancelled whether the run should end soon; files that are unfinished when it ends have no result
     * @throws IOException if the cluster fails, in which case unfinished files are as if they had never been started
     * @throws IllegalArgumentException if a configured level is out of range, in which case nothing has been written
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
