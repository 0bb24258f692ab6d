// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Many machines that recompress files. For one thread. */
public interface Cluster {

    /** Follows a conversion, and may end it. Is called by one thread at a time. */
    interface Results {

        /** Hears the outcome of a file; of each file once, in any order. */
        void ended(FileResult result);

        /** Returns whether the conversion is to end soon. Files that are not finished have no outcome then. */
        boolean isCancelled();
    }

    /** Returns the settings of the application by their keys, Hadoop's configuration among them. */
    Map<String, String> settings();

    /** Returns how many threads the tasks have at the same time, as far as is known. */
    int threads();

    /**
     * Lists directories.
     *
     * @param listed hears of each directory once, in any order, on the calling thread or one after the other
     * @throws IOException if a directory cannot be listed, or the cluster fails
     */
    void list(List<Directory> directories, Consumer<ListedDirectory> listed) throws IOException;

    /**
     * Does jobs, each until it has ended once for good.
     *
     * @param what what people are told of them
     * @param results hears what each job has led to, in any order, on the calling thread or one after the other
     * @throws IOException if a job fails as often as it is tried, or the cluster does
     */
    <T extends Serializable> void call(String what, List<? extends Job<T>> jobs, Consumer<T> results)
            throws IOException;

    /**
     * Recompresses files. Each new file appears under its name whole and once, however often a task is repeated, whichever
     * machine is lost; one that is there already, from an earlier run, stays. A file that fails ends nothing. All begin in the
     * order of the iterator, so that {@linkplain FileTask#LARGEST_FIRST the largest should be first}.
     *
     * @param files is read as tasks begin, some thousands ahead
     * @throws IOException if the cluster fails; files that were not finished are as if they had not been begun
     * @throws IllegalArgumentException if a configured level is out of range; nothing was written then
     */
    void convert(Conversion conversion, Iterator<FileTask> files, Results results) throws IOException;
}
