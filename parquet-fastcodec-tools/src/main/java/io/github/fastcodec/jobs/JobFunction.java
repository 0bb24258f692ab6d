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

/** A task on an executor. Its value arrives as bytes, and its result is returned as bytes. */
final class JobFunction extends AbstractFunction2<TaskContext, Iterator<byte[]>, byte[]> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Broadcast<byte[]> shared;

    JobFunction(Broadcast<byte[]> shared) {
        this.shared = shared;
    }

    /**
     * The data that all tasks of a job share. Immutable; serialized for the executors.
     *
     * @param hadoop the settings of the application
     * @param slots the number of tasks that an executor runs at the same time, or 0 if the number depends on its processors
     * @param attempts the maximum number of times that a task is tried
     */
    record Shared(ClusterFunction<?, ?> job, Map<String, String> hadoop, int slots, int attempts)
            implements Serializable {}

    /**
     * Returns the serialized result of the task. If the last attempt fails, its IOException is returned instead, so that the
     * driver can report the failure in a sentence.
     */
    @Override
    public byte[] apply(TaskContext context, Iterator<byte[]> values) {
        Shared all = Serialization.fromBytes(shared.value());
        Machine machine = machine(all, context);
        Serializable result;
        try {
            result = run(all.job(), Serialization.fromBytes(values.next()), machine); // a task has one value
        } catch (IOException e) {
            if (!machine.isLastAttempt() || context.isInterrupted()) {
                throw Serialization.undeclared(e);
            }
            return Serialization.toBytes(ClusterFunction.portable(e));
        }
        if (context.isInterrupted()) {
            throw new TaskKilledException(); // the result may be incomplete
        }
        return Serialization.toBytes(result);
    }

    @SuppressWarnings("unchecked") // the driver sent a function and a value that match
    private static <V extends Serializable> Serializable run(ClusterFunction<?, ?> job, V value, Machine machine)
            throws IOException {
        return ((ClusterFunction<V, ?>) job).run(value, machine);
    }

    /** Returns the task's share of this executor: the task's processors, and its part of the heap that pages may take. */
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
