// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.work.Window;
import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** A task, on an executor: its value comes as bytes, and the result goes as bytes. */
final class JobFunction extends AbstractFunction2<TaskContext, Iterator<byte[]>, byte[]> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Broadcast<byte[]> shared;

    JobFunction(Broadcast<byte[]> shared) {
        this.shared = shared;
    }

    /**
     * What all tasks of a job are told. Immutable; serialized for the executors.
     *
     * @param hadoop the settings of the application
     * @param slots how many tasks an executor has at the same time, or 0 for as many as it has processors
     * @param attempts how often a task is tried
     */
    record Shared(ClusterFunction<?, ?> job, Map<String, String> hadoop, int slots, int attempts)
            implements Serializable {}

    /** Returns the result, or an IOException if the task fails for good, so that the driver can say it in a sentence. */
    @Override
    public byte[] apply(TaskContext context, Iterator<byte[]> values) {
        Shared all = Serialization.fromBytes(shared.value());
        Machine machine = machine(all, context);
        Serializable result;
        try {
            result = run(all.job(), Serialization.fromBytes(values.next()), machine); // a task has one
        } catch (IOException e) {
            if (!machine.isLastAttempt() || context.isInterrupted()) {
                throw Serialization.undeclared(e);
            }
            return Serialization.toBytes(ClusterFunction.portable(e));
        }
        if (context.isInterrupted()) {
            throw new TaskKilledException(); // something may have been left out
        }
        return Serialization.toBytes(result);
    }

    @SuppressWarnings("unchecked") // the driver has sent both
    private static <V extends Serializable> Serializable run(ClusterFunction<?, ?> job, V value, Machine machine)
            throws IOException {
        return ((ClusterFunction<V, ?>) job).run(value, machine);
    }

    /** Returns what the task has here: its part of the share of the heap that pages may have. */
    private Machine machine(Shared all, TaskContext context) {
        Runtime jvm = Runtime.getRuntime();
        int tasks = all.slots() > 0 ? all.slots() : Math.max(1, jvm.availableProcessors() / context.cpus());
        return new Machine(
                all.hadoop(),
                context.cpus(),
                jvm.maxMemory() / Window.HEAP_SHARE / tasks,
                context.attemptNumber(),
                context.attemptNumber() + 1 >= all.attempts(),
                context::isInterrupted);
    }
}
