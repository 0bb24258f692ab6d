// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A set of machines that run a {@link ClusterFunction}. Not thread-safe. */
public interface Cluster {

    /** Returns the application's settings by key, including Hadoop's configuration. */
    Map<String, String> settings();

    /** Returns the file systems that the application can reach. */
    default Storages storages() {
        return new Storages(Storages.applicationLoader(), settings());
    }

    /**
     * Returns the options for compressing and decompressing pages. System properties override the settings of the application.
     *
     * @throws IllegalArgumentException if a setting is out of range; the message names it
     */
    default FastCodecOptions codecs() {
        Map<String, String> settings = settings();
        return FastCodecOptions.from(key -> System.getProperty(key, settings.get(key)));
    }

    /** Returns the total number of threads that run tasks at the same time, as far as it is known. */
    int threads();

    /**
     * Runs a function on each value in a separate task. A task that fails or is lost is retried. Tasks start in the order of the
     * iterator, so the largest tasks should come first.
     *
     * @param description the description of the job in the cluster's user interface
     * @param values the values; they are read as tasks start, some thousands of values in advance
     * @param results receives the result of each task once, in any order; never called concurrently
     * @param cancelled whether the call should end soon; tasks that are unfinished when it ends have no result
     * @throws IOException if all attempts of a task fail, or the cluster fails
     */
    <V extends Serializable, R extends Serializable> void call(
            String description,
            ClusterFunction<V, R> job,
            Iterator<V> values,
            Consumer<R> results,
            BooleanSupplier cancelled)
            throws IOException;
}
