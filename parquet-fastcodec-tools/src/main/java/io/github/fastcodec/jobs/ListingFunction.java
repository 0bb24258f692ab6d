// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cluster.Directory;
import io.github.fastcodec.internal.cluster.DirectoryRun;
import io.github.fastcodec.internal.cluster.ListedDirectory;
import io.github.fastcodec.internal.cluster.TaskRun;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction2;

/** A task that lists directories, on an executor. What fails for good is returned, so that the driver can say it in a sentence. */
final class ListingFunction extends AbstractFunction2<TaskContext, Iterator<byte[]>, byte[]> implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Broadcast<byte[]> shared;

    ListingFunction(Broadcast<byte[]> shared) {
        this.shared = shared;
    }

    @Override
    public byte[] apply(TaskContext context, Iterator<byte[]> tasks) {
        SparkCluster.Shared all = Travel.fromBytes(shared.value());
        DirectoryRun run = new DirectoryRun(new Storages(Storages.applicationLoader(), all.hadoop()));
        ArrayList<ListedDirectory> listed = new ArrayList<>();
        while (tasks.hasNext()) {
            List<Directory> directories = Travel.fromBytes(tasks.next());
            for (Directory directory : directories) {
                try {
                    listed.add(run.list(directory));
                } catch (IOException e) {
                    if (context.attemptNumber() + 1 < all.attempts()) {
                        throw Travel.undeclared(e);
                    }
                    return Travel.toBytes(TaskRun.portable(e));
                }
            }
        }
        return Travel.toBytes(listed);
    }
}
