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

/** Many machines that do a {@link ClusterFunction}. For one thread. */
public interface Cluster {

    /** Returns the settings of the application by their keys, Hadoop's configuration among them. */
    Map<String, String> settings();

    /** Returns the file systems that the application reaches. */
    default Storages storages() {
        return new Storages(Storages.applicationLoader(), settings());
    }

    /**
     * Returns how pages are compressed and decompressed: system properties come before the settings of the application.
     *
     * @throws IllegalArgumentException if a setting is out of range; names it
     */
    default FastCodecOptions codecs() {
        Map<String, String> settings = settings();
        return FastCodecOptions.from(key -> System.getProperty(key, settings.get(key)));
    }

    /** Returns how many threads the tasks have at the same time, as far as is known. */
    int threads();

    /**
     * Does a job with each value, in a task of its own. A task that fails or is lost is repeated. Tasks begin in the order of the
     * iterator, so that the largest should be first.
     *
     * @param what what people are told of the job
     * @param values is read as tasks begin, some thousands ahead
     * @param results hears the result of each task once, in any order, on one thread at a time
     * @param cancelled whether the call is to end soon. Tasks that have not ended have no result then
     * @throws IOException if a task fails as often as it is tried, or the cluster does
     */
    <V extends Serializable, R extends Serializable> void call(
            String what, ClusterFunction<V, R> job, Iterator<V> values, Consumer<R> results, BooleanSupplier cancelled)
            throws IOException;
}
