// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cluster.Job;
import java.io.IOException;
import java.io.Serializable;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** A task that does a job, on an executor: it comes as bytes, and what it leads to goes as bytes. */
final class JobFunction extends AbstractFunction2<TaskContext, Iterator<byte[]>, byte[]> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Broadcast<byte[]> shared;

    JobFunction(Broadcast<byte[]> shared) {
        this.shared = shared;
    }

    @Override
    public byte[] apply(TaskContext context, Iterator<byte[]> tasks) {
        SparkCluster.Shared all = Travel.fromBytes(shared.value());
        Job<?> job = Travel.fromBytes(tasks.next()); // a task has one
        try {
            return Travel.toBytes(job.run(all.machine(context)));
        } catch (IOException e) {
            throw Travel.undeclared(e);
        }
    }
}
