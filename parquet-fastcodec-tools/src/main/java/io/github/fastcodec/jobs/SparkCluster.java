// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** The executors of a Spark application. Not thread-safe. */
final class SparkCluster implements Cluster {

    /** The maximum number of tasks that Spark's scheduler holds at the same time. */
    private static final int WAVE = 20_000;

    /** The maximum total size of the task values that the driver's heap holds at the same time, in bytes. */
    private static final long WAVE_BYTES = 64L << 20;

    private static final ClassTag<byte[]> BYTES = ClassTag$.MODULE$.apply(byte[].class);

    private final SparkContext context;
    private final JavaSparkContext java;

    SparkCluster(SparkContext context) {
        this.context = context;
        this.java = JavaSparkContext.fromSparkContext(context);
    }

    @Override
    public Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>();
        Configuration configuration = context.hadoopConfiguration();
        // The iterator returns raw values. Variables in them are resolved here, because only the driver has the system
        // properties.
        configuration.forEach(entry -> settings.put(entry.getKey(), configuration.get(entry.getKey(), "")));
        return settings;
    }

    @Override
    public int threads() {
        return context.defaultParallelism();
    }

    @Override
    public <V extends Serializable, R extends Serializable> void call(
            String description,
            ClusterFunction<V, R> job,
            Iterator<V> values,
            Consumer<R> results,
            BooleanSupplier cancelled)
            throws IOException {
        Broadcast<byte[]> shared =
                java.broadcast(Serialization.toBytes(new JobFunction.Shared(job, settings(), slots(), attempts())));
        try {
            while (values.hasNext() && !cancelled.getAsBoolean()) {
                List<byte[]> wave = new ArrayList<>();
                for (long bytes = 0; wave.size() < WAVE && bytes < WAVE_BYTES && values.hasNext(); ) {
                    byte[] value = Serialization.toBytes(values.next());
                    wave.add(value);
                    bytes += value.length;
                }
                run(description, wave, new JobFunction(shared), results, cancelled);
            }
        } finally {
            shared.destroy();
        }
    }

    private <R> void run(
            String description,
            List<byte[]> tasks,
            JobFunction function,
            Consumer<R> results,
            BooleanSupplier cancelled)
            throws IOException {
        JobLabel label = new JobLabel(java, description);
        ResultHandler<R> handler = new ResultHandler<>(context, label.tag, results, cancelled);
        try {
            context.runJob(java.parallelize(tasks, tasks.size()).rdd(), function, handler, BYTES);
        } catch (Exception e) { // Scala throws checked exceptions without declaring them
            handler.throwFailure();
            if (e instanceof InterruptedException) {
                context.cancelJobsWithTag(label.tag);
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted =
                        new InterruptedIOException("Interrupted while Spark ran the tasks");
                interrupted.initCause(e);
                throw interrupted;
            }
            if (!cancelled.getAsBoolean()) {
                throw failure(e);
            }
        } finally {
            label.remove();
        }
        handler.throwFailure();
    }

    private static IOException failure(Exception e) {
        if (e instanceof IOException iOException) {
            return iOException;
        }
        return new IOException("Spark could not run the tasks: " + Reason.of(e), e);
    }

    /** Returns the number of tasks that an executor runs at the same time, or 0 if the number depends on its processors. */
    private int slots() {
        SparkConf conf = context.conf();
        int cores = context.isLocal() ? context.defaultParallelism() : conf.getInt("spark.executor.cores", 0);
        return cores == 0 ? 0 : Math.max(1, cores / cpus());
    }

    private int cpus() {
        return Math.max(1, context.conf().getInt("spark.task.cpus", 1));
    }

    private int attempts() {
        // local mode ignores this setting and, by default, does not retry tasks
        return context.isLocal() ? 1 : context.conf().getInt("spark.task.maxFailures", 4);
    }

    /**
     * Labels the jobs that the calling thread starts next. The thread keeps its own job group and tags, so cancelling that group
     * or those tags ends the labelled jobs too. Not thread-safe.
     */
    private static final class JobLabel {

        private static final List<String> PROPERTIES = List.of("spark.job.description", "spark.job.interruptOnCancel");

        private final JavaSparkContext java;
        private final String tag = "parquet-fastcodec-" + UUID.randomUUID();
        private final Map<String, String> before = new HashMap<>();

        private JobLabel(JavaSparkContext java, String description) {
            this.java = java;
            PROPERTIES.forEach(property -> before.put(property, java.getLocalProperty(property)));
            java.addJobTag(tag);
            java.setJobDescription(description);
            java.setInterruptOnCancel(true);
        }

        /** Restores the previous labels of the thread. */
        private void remove() {
            java.removeJobTag(tag);
            before.forEach(java::setLocalProperty);
        }
    }

    /** Passes the results of tasks to the caller. Spark calls this handler on the driver, for one task at a time. */
    private static final class ResultHandler<R> extends AbstractFunction2<Object, byte[], BoxedUnit> {

        private final SparkContext context;
        private final String tag;
        private final Consumer<R> results;
        private final BooleanSupplier cancelled;

        /** The failure of the last attempt of a task. */
        private volatile @Nullable IOException taskFailure;

        /** The exception that the caller's code threw; it goes to the caller rather than to Spark. */
        private volatile @Nullable Throwable callerFailure;

        private ResultHandler(SparkContext context, String tag, Consumer<R> results, BooleanSupplier cancelled) {
            this.context = context;
            this.tag = tag;
            this.results = results;
            this.cancelled = cancelled;
        }

        @Override
        @SuppressWarnings("unchecked") // the job's function returned it
        public BoxedUnit apply(Object task, byte[] bytes) {
            try {
                if (!hasFailed()) {
                    Object result = Serialization.fromBytes(bytes);
                    if (result instanceof IOException failure) {
                        taskFailure = failure;
                    } else {
                        results.accept((R) result);
                    }
                }
            } catch (Throwable e) {
                // An Error would end the thread that receives Spark's task events, and no more events
                // would arrive.
                callerFailure = e;
            }
            if (hasFailed() || cancelled.getAsBoolean()) {
                context.cancelJobsWithTag(tag);
            }
            return BoxedUnit.UNIT;
        }

        private boolean hasFailed() {
            return taskFailure != null || callerFailure != null;
        }

        private void throwFailure() throws IOException {
            if (callerFailure instanceof Error error) {
                throw error;
            }
            if (callerFailure instanceof RuntimeException failure) {
                throw failure;
            }
            if (taskFailure != null) {
                throw taskFailure;
            }
        }
    }
}
