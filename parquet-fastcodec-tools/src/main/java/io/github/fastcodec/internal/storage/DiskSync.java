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
 * Forces a file to disk in a background thread while the caller still writes it and then reads it back, so that the disk and the
 * processors work at the same time. Not thread-safe.
 */
final class DiskSync implements Closeable {

    /**
     * The number of bytes after which the file is forced again; small, so that little is left to force at the end of the file.
     */
    private static final long STEP = 4 << 20;

    private final FileChannel channel;
    private @Nullable ExecutorService thread;
    private @Nullable Future<?> last;
    private long written;

    /** The first failure. The system reports a failed write only once, possibly before {@link #await} is called. */
    private volatile @Nullable IOException failure;

    DiskSync(FileChannel channel) {
        this.channel = channel;
    }

    /** Records that {@code bytes} more bytes were written, and starts forcing the file to disk once enough have accumulated. */
    void written(long bytes) {
        written += bytes;
        if (written >= STEP && (last == null || last.isDone())) {
            start(false);
        }
    }

    /** Starts forcing everything written so far to disk. */
    void start() {
        start(true);
    }

    private void start(boolean withMetadata) {
        if (thread == null) {
            thread = Executors.newSingleThreadExecutor(task -> {
                Thread daemon = new Thread(task, "parquet-fastcodec-sync");
                daemon.setDaemon(true);
                return daemon;
            });
        }
        written = 0;
        last = thread.submit(() -> force(withMetadata));
    }

    private void force(boolean withMetadata) {
        try {
            channel.force(withMetadata);
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
    }

    /**
     * Waits until all bytes that were written before the last force was started are on disk.
     *
     * @throws IOException if a part of the file could not be forced
     */
    void await() throws IOException {
        // An interrupt does not end the wait, as it would not end a force in the calling thread.
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

    /** Waits for the last force, and ends the thread. The channel may be closed afterwards. */
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
