// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.internal.page.PageListener;
import io.github.fastcodec.internal.page.PageListeners;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the pages of each task of an executor, on whichever of its threads they are, and gives them to Spark when the task
 * ends. Safe for use by many threads.
 */
final class TaskPages implements PageListener {

    private static final Logger LOG = LoggerFactory.getLogger(TaskPages.class);

    private final String accumulator;
    private final ConcurrentMap<Long, Task> tasks = new ConcurrentHashMap<>();
    private final AtomicBoolean warned = new AtomicBoolean();

    private TaskPages(String accumulator) {
        this.accumulator = accumulator;
    }

    /** Begins to count, for an accumulator that {@link #toText} made a text of. */
    static TaskPages start(String accumulator) {
        TaskPages pages = new TaskPages(accumulator);
        PageListeners.add(pages);
        return pages;
    }

    /** Ends counting. */
    void stop() {
        PageListeners.remove(this);
    }

    /** Begins to count for the task of the calling thread; its end ends that. */
    void taskStarted() {
        TaskContext context = TaskContext.get();
        if (context == null) {
            return;
        }
        tasks.put(context.taskAttemptId(), new Task());
        // The first listener of a task is called last, after what the task left to be closed at its end.
        context.addTaskCompletionListener(new TaskCompletionListener() {
            @Override
            public void onTaskCompletion(TaskContext ended) {
                taskEnded(ended);
            }
        });
    }

    /** Counts a page for the task that its thread works for; Spark tells the threads of a task which one that is. */
    @Override
    public void pageDone(CompressionCodecName codec, boolean compressed, long bytesIn, long bytesOut, long nanos) {
        TaskContext context = TaskContext.get();
        Task task = context == null ? null : tasks.get(context.taskAttemptId());
        if (task != null) {
            task.add(codec, compressed, bytesIn, bytesOut, nanos);
        }
    }

    private void taskEnded(TaskContext context) {
        Task task = tasks.remove(context.taskAttemptId());
        StagePages pages = task == null ? StagePages.NONE : task.pages();
        if (pages.isEmpty()) {
            return;
        }
        try {
            StageAccumulator part = fromText(accumulator); // which registers it with the task
            part.of(context.stageId(), context.stageAttemptNumber());
            part.add(pages);
        } catch (RuntimeException | LinkageError e) {
            if (warned.compareAndSet(false, true)) { // no task should fail for it
                LOG.warn("The pages of tasks are not counted for their stages. Everything else works.", e);
            }
        }
    }

    /** Returns an accumulator as a text that brings it to the executors; registered on the driver. */
    static String toText(StageAccumulator accumulator) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(accumulator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    private static StageAccumulator fromText(String text) {
        try (ObjectInputStream in = new ObjectInputStream(
                new ByteArrayInputStream(Base64.getDecoder().decode(text)))) {
            return (StageAccumulator) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The pages of one attempt of a task; for its threads. */
    private static final class Task {

        private static final int CODECS = CompressionCodecName.values().length;

        /** Pages, bytes in, bytes out and nanoseconds of each codec in each direction; null where there were none. */
        private final long[][] counts = new long[2 * CODECS][];

        synchronized void add(CompressionCodecName codec, boolean compressed, long bytesIn, long bytesOut, long nanos) {
            int index = codec.ordinal() + (compressed ? CODECS : 0);
            if (counts[index] == null) {
                counts[index] = new long[4];
            }
            long[] count = counts[index];
            count[0]++;
            count[1] += bytesIn;
            count[2] += bytesOut;
            count[3] += nanos;
        }

        synchronized StagePages pages() {
            StagePages pages = StagePages.NONE;
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                for (int direction = 0; direction < 2; direction++) {
                    long[] count = counts[codec.ordinal() + direction * CODECS];
                    if (count != null) {
                        pages = pages.plus(
                                StagePages.of(codec, direction == 1, count[0], count[1], count[2], count[3]));
                    }
                }
            }
            return pages;
        }
    }
}
