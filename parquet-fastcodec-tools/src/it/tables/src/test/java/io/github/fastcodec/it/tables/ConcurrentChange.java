// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Spark's tables, with a change by another writer between the writing of new files and the commit. */
final class ConcurrentChange implements TableProvider {

    private final TableProvider spark = Tables.provider();
    private Runnable something;
    private Runnable lateAttempts = () -> {};

    /** Creates tables with a change that is made once, during the first batch. */
    ConcurrentChange(Runnable something) {
        this.something = something;
    }

    /** Runs the tasks of the last batch again, like late attempts whose results the driver ignores. */
    void lateAttempts() {
        lateAttempts.run();
    }

    @Override
    public TableLog iceberg(String name, String where, NewNames names) throws IOException {
        return spark.iceberg(name, where, names);
    }

    @Override
    public TableLog delta(String path, String where, NewNames names) throws IOException {
        return spark.delta(path, where, names);
    }

    @Override
    public Cluster cluster() {
        Cluster cluster = spark.cluster();
        return new Cluster() {
            @Override
            public Map<String, String> settings() {
                return cluster.settings();
            }

            @Override
            public int threads() {
                return cluster.threads();
            }

            @Override
            public <V extends Serializable, R extends Serializable> void call(
                    String what,
                    ClusterFunction<V, R> job,
                    Iterator<V> values,
                    Consumer<R> results,
                    BooleanSupplier cancelled)
                    throws IOException {
                List<V> all = new ArrayList<>();
                values.forEachRemaining(all::add);
                cluster.call(what, job, all.iterator(), results, cancelled);
                lateAttempts = () -> repeat(what, job, all);
                Runnable now = something;
                something = () -> {};
                now.run();
            }

            private <V extends Serializable, R extends Serializable> void repeat(
                    String what, ClusterFunction<V, R> job, List<V> values) {
                try {
                    cluster.call(what, job, values.iterator(), result -> {}, () -> false);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
