// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cluster.Bundles;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.Conversion;
import io.github.fastcodec.internal.cluster.Directory;
import io.github.fastcodec.internal.cluster.FileResult;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.cluster.Job;
import io.github.fastcodec.internal.cluster.ListedDirectory;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.cluster.TaskRun;
import io.github.fastcodec.internal.recompress.Recompression;
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
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.util.LongAccumulator;
import org.jspecify.annotations.Nullable;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** The executors of a Spark application. For one thread. */
final class SparkCluster implements Cluster {

    /** How many tasks Spark's scheduler holds at the same time. */
    private static final int WAVE = 20_000;

    /** How many tasks of listing each thread has, so that a slow directory keeps few others waiting. */
    private static final int LISTING_TASKS = 4;

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
        // The iterator has what was written; variables in it are resolved here, where the system properties are.
        configuration.forEach(entry -> settings.put(entry.getKey(), configuration.get(entry.getKey(), "")));
        return settings;
    }

    @Override
    public int threads() {
        return context.defaultParallelism();
    }

    @Override
    public void list(List<Directory> directories, Consumer<ListedDirectory> listed) throws IOException {
        int each = 1 + directories.size() / (LISTING_TASKS * Math.max(1, threads()));
        List<byte[]> tasks = new ArrayList<>();
        for (int first = 0; first < directories.size(); first += each) {
            int end = Math.min(first + each, directories.size());
            tasks.add(Travel.toBytes(new ArrayList<>(directories.subList(first, end))));
        }
        Broadcast<byte[]> shared = java.broadcast(Travel.toBytes(new Shared(null, settings(), 0, attempts())));
        IOException[] failure = {null};
        try {
            run(
                    "parquet-fastcodec lists " + directories.size() + " directories",
                    tasks,
                    new ListingFunction(shared),
                    result -> {
                        if (result instanceof IOException iOException) {
                            failure[0] = iOException;
                        } else {
                            ((List<?>) result).forEach(directory -> listed.accept((ListedDirectory) directory));
                        }
                    },
                    () -> failure[0] != null);
        } finally {
            shared.destroy();
        }
        if (failure[0] != null) {
            throw failure[0];
        }
    }

    @Override
    public void convert(Conversion conversion, Iterator<FileTask> files, Results results) throws IOException {
        TaskRun.require(conversion);
        Bundles bundles = new Bundles(files);
        Broadcast<byte[]> shared =
                java.broadcast(Travel.toBytes(new Shared(conversion, settings(), slots(), attempts())));
        Counters counters = new Counters(context);
        try {
            while (bundles.hasNext() && !results.isCancelled()) {
                List<byte[]> wave = new ArrayList<>();
                while (wave.size() < WAVE && bundles.hasNext()) {
                    wave.add(Travel.toBytes(bundles.next()));
                }
                run(
                        "parquet-fastcodec recompresses Parquet files",
                        wave,
                        new ConversionFunction(shared, counters),
                        result -> ((List<?>) result).forEach(file -> results.ended((FileResult) file)),
                        results::isCancelled);
            }
        } finally {
            shared.destroy();
        }
    }

    @Override
    public <T extends Serializable> void call(String what, List<? extends Job<T>> jobs, Consumer<T> results)
            throws IOException {
        Broadcast<byte[]> shared = java.broadcast(Travel.toBytes(new Shared(null, settings(), slots(), attempts())));
        try {
            run(
                    what,
                    jobs.stream().map(Travel::toBytes).collect(Collectors.toList()),
                    new JobFunction(shared),
                    result -> results.accept(result(result)),
                    () -> false);
        } finally {
            shared.destroy();
        }
    }

    @SuppressWarnings("unchecked") // a job has led to it
    private static <T> T result(Object result) {
        return (T) result;
    }

    private void run(
            String what,
            List<byte[]> tasks,
            AbstractFunction2<TaskContext, scala.collection.Iterator<byte[]>, byte[]> function,
            Consumer<Object> results,
            BooleanSupplier cancelled)
            throws IOException {
        JobLabel label = new JobLabel(java, what);
        ResultHandler handler = new ResultHandler(context, label.tag, results, cancelled);
        try {
            context.runJob(java.parallelize(tasks, tasks.size()).rdd(), function, handler, BYTES);
        } catch (Exception e) { // Spark's come undeclared out of Scala
            if (handler.failure != null) {
                throw handler.failure;
            }
            if (e instanceof InterruptedException) {
                context.cancelJobsWithTag(label.tag);
                Thread.currentThread().interrupt();
                InterruptedIOException interrupted = new InterruptedIOException("Interrupted while Spark was at work");
                interrupted.initCause(e);
                throw interrupted;
            }
            if (!cancelled.getAsBoolean()) {
                throw failure(e);
            }
        } finally {
            label.remove();
        }
        if (handler.failure != null) {
            throw handler.failure;
        }
    }

    private static IOException failure(Exception e) {
        if (e instanceof IOException iOException) {
            return iOException;
        }
        return new IOException("Spark could not run the tasks: " + Reason.of(e), e);
    }

    /** Returns how many tasks an executor has at the same time, or 0 for as many as it has processors. */
    private int slots() {
        SparkConf conf = context.conf();
        int cores = context.isLocal() ? context.defaultParallelism() : conf.getInt("spark.executor.cores", 0);
        return cores == 0 ? 0 : Math.max(1, cores / cpus());
    }

    private int cpus() {
        return Math.max(1, context.conf().getInt("spark.task.cpus", 1));
    }

    private int attempts() {
        // local mode has a number of its own, and its tasks fail for good at once
        return context.isLocal() ? 1 : context.conf().getInt("spark.task.maxFailures", 4);
    }

    /**
     * What all tasks are told. Immutable; it travels to the executors.
     *
     * @param conversion null where files are only listed or measured
     * @param hadoop the settings of the application
     * @param slots how many tasks an executor has at the same time, or 0 for as many as it has processors
     * @param attempts how often a task is tried
     */
    record Shared(@Nullable Conversion conversion, Map<String, String> hadoop, int slots, int attempts)
            implements Serializable {

        /** Returns what a task has here: its part of the share of the heap that pages may have. */
        Machine machine(TaskContext context) {
            Runtime jvm = Runtime.getRuntime();
            int cpus = context.cpus();
            int tasks = slots > 0 ? slots : Math.max(1, jvm.availableProcessors() / cpus);
            return new Machine(hadoop, cpus, jvm.maxMemory() / Recompression.HEAP_SHARE / tasks);
        }
    }

    /** What Spark's UI shows of a conversion while it runs. */
    static final class Counters implements Serializable {

        private static final long serialVersionUID = 1L;

        final LongAccumulator files;
        final LongAccumulator failed;
        final LongAccumulator bytesBefore;
        final LongAccumulator bytesAfter;

        private Counters(SparkContext context) {
            files = context.longAccumulator("parquet-fastcodec: files done");
            failed = context.longAccumulator("parquet-fastcodec: files failed");
            bytesBefore = context.longAccumulator("parquet-fastcodec: bytes before");
            bytesAfter = context.longAccumulator("parquet-fastcodec: bytes after");
        }

        void add(FileResult result) {
            if (result.isThere()) {
                files.add(1);
                bytesBefore.add(result.outcome().sourceBytes());
                bytesAfter.add(result.outcome().targetBytes());
            } else {
                failed.add(1);
            }
        }
    }

    /**
     * What the calling thread says of its next jobs. The thread's own job group and tags stay, so that whoever cancels those ends
     * these jobs too. For one thread.
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

        /** Has the thread say what it said before. */
        private void remove() {
            java.removeJobTag(tag);
            before.forEach(java::setLocalProperty);
        }
    }

    /** Passes on what a task has returned, on the driver, where Spark calls it for one task at a time. */
    private static final class ResultHandler extends AbstractFunction2<Object, byte[], BoxedUnit> {

        private final SparkContext context;
        private final String tag;
        private final Consumer<Object> results;
        private final BooleanSupplier cancelled;

        /** What the caller's code threw, for the caller rather than for Spark. */
        private volatile @Nullable RuntimeException failure;

        private ResultHandler(SparkContext context, String tag, Consumer<Object> results, BooleanSupplier cancelled) {
            this.context = context;
            this.tag = tag;
            this.results = results;
            this.cancelled = cancelled;
        }

        @Override
        public BoxedUnit apply(Object task, byte[] bytes) {
            try {
                if (failure == null) {
                    results.accept(Travel.fromBytes(bytes));
                }
            } catch (RuntimeException e) {
                failure = e;
            }
            if (failure != null || cancelled.getAsBoolean()) {
                context.cancelJobsWithTag(tag);
            }
            return BoxedUnit.UNIT;
        }
    }
}
