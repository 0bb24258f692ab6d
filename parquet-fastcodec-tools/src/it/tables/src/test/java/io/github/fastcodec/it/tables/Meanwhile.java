// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.Conversion;
import io.github.fastcodec.internal.cluster.Directory;
import io.github.fastcodec.internal.cluster.FileResult;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.Job;
import io.github.fastcodec.internal.cluster.ListedDirectory;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.plan.CodecLevel;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Spark's tables, where somebody else does something between the writing of new files and the commit. */
final class Meanwhile implements TableProvider {

    private final TableProvider spark = Tables.provider();
    private Runnable something;
    private Runnable lateAttempts = () -> {};

    /** Creates tables where something is done once, with the first batch. */
    Meanwhile(Runnable something) {
        this.something = something;
    }

    /** Runs the tasks of the last batch once more, as attempts that the driver has given up do, whose results nobody hears. */
    void lateAttempts() {
        lateAttempts.run();
    }

    @Override
    public TableLog iceberg(String name, String where, NewNames names) throws IOException {
        return spark.iceberg(name, where, names);
    }

    @Override
    public void setIcebergCodec(String name, CodecLevel target) throws IOException {
        spark.setIcebergCodec(name, target);
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
            public void list(List<Directory> directories, Consumer<ListedDirectory> listed) {
                throw new UnsupportedOperationException();
            }

            @Override
            public <T extends Serializable> void call(String what, List<? extends Job<T>> jobs, Consumer<T> results)
                    throws IOException {
                cluster.call(what, jobs, results);
            }

            @Override
            public void convert(Conversion conversion, Iterator<FileTask> files, Results results) throws IOException {
                List<FileTask> tasks = new ArrayList<>();
                files.forEachRemaining(tasks::add);
                cluster.convert(conversion, tasks.iterator(), results);
                lateAttempts = () -> repeat(conversion, tasks);
                Runnable now = something;
                something = () -> {};
                now.run();
            }

            private void repeat(Conversion conversion, List<FileTask> tasks) {
                try {
                    cluster.convert(conversion, tasks.iterator(), new Results() {
                        @Override
                        public void ended(FileResult result) {}

                        @Override
                        public boolean isCancelled() {
                            return false;
                        }
                    });
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }
}
