// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cluster.FileResult;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.cluster.TaskRun;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** A task of a conversion, on an executor: files as bytes come, results as bytes go. */
final class ConversionFunction extends AbstractFunction2<TaskContext, Iterator<byte[]>, byte[]>
        implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Broadcast<byte[]> shared;
    private final SparkCluster.Counters counters;

    ConversionFunction(Broadcast<byte[]> shared, SparkCluster.Counters counters) {
        this.shared = shared;
        this.counters = counters;
    }

    @Override
    public byte[] apply(TaskContext context, Iterator<byte[]> tasks) {
        SparkCluster.Shared all = Travel.fromBytes(shared.value());
        Machine machine = all.machine(context);
        TaskRun run = new TaskRun(
                Objects.requireNonNull(all.conversion(), "conversion"),
                new Storages(Storages.applicationLoader(), all.hadoop()),
                machine.threads(),
                machine.memory(),
                context.attemptNumber(),
                all.attempts(),
                new Listener() {
                    @Override
                    public boolean isCancelled() {
                        return context.isInterrupted();
                    }
                });
        List<FileTask> files = Travel.fromBytes(tasks.next()); // a task has one bundle
        ArrayList<FileResult> results;
        try {
            results = run.run(files);
        } catch (IOException e) {
            throw Travel.undeclared(e);
        }
        if (context.isInterrupted()) {
            throw new TaskKilledException(); // something was left out
        }
        results.forEach(counters::add);
        return Travel.toBytes(results);
    }
}
