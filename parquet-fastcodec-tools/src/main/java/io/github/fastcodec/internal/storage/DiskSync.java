// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import io.github.fastcodec.internal.work.Uninterrupted;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Brings a file to the disk in a thread of its own, while it is still written and afterwards read back: the disk works while
 * the processors do. For one thread.
 */
final class DiskSync implements Closeable {

    /** In bytes; small enough that little is left when the file ends. */
    private static final long STEP = 4 << 20;

    private final FileChannel channel;
    private @Nullable ExecutorService thread;
    private @Nullable Future<?> last;
    private long written;

    /** The system tells of a failure once, maybe before the end. */
    private volatile @Nullable IOException failure;

    DiskSync(FileChannel channel) {
        this.channel = channel;
    }

    /** Says that so many bytes more were written. */
    void written(long bytes) {
        written += bytes;
        if (written >= STEP && (last == null || last.isDone())) {
            begin(false);
        }
    }

    /** Begins to bring all that was written to the disk. */
    void begin() {
        begin(true);
    }

    private void begin(boolean metaDataToo) {
        if (thread == null) {
            thread = Executors.newSingleThreadExecutor(task -> {
                Thread daemon = new Thread(task, "parquet-fastcodec-sync");
                daemon.setDaemon(true);
                return daemon;
            });
        }
        written = 0;
        last = thread.submit(() -> force(metaDataToo));
    }

    private void force(boolean metaDataToo) {
        try {
            channel.force(metaDataToo);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
    }

    /**
     * Waits until what was begun is on the disk.
     *
     * @throws IOException if something of the file could not be brought there
     */
    void await() throws IOException {
        // A write cannot be taken back, and takes no longer than one without a thread.
        Uninterrupted.await(() -> {
            try {
                return last == null || last.get() == null;
            } catch (ExecutionException e) {
                throw new IllegalStateException(e.getCause());
            }
        });
        last = null;
        if (failure != null) {
            throw failure;
        }
    }

    /** Ends the thread; the channel may be closed then. */
    @Override
    public void close() throws IOException {
        try {
            await();
        } finally {
            if (thread != null) {
                thread.shutdown();
            }
        }
    }
}
