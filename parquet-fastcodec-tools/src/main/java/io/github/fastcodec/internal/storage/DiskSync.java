// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Forces a file to disk in a background thread while the caller still writes it and then reads it back, so that the disk and the
 * processors work at the same time. Not thread-safe.
 */
final class DiskSync {

    /**
     * The number of bytes after which the file is forced again; small, so that little is left to force at the end of the file.
     */
    private static final long STEP = 4 << 20;

    private final FileChannel channel;

    /** The last force. It has the first failure, because the system reports a failed write only once. */
    private CompletableFuture<Void> last = CompletableFuture.completedFuture(null);

    private long written;

    DiskSync(FileChannel channel) {
        this.channel = channel;
    }

    /** Records that {@code bytes} more bytes were written, and starts forcing the file to disk once enough have accumulated. */
    void written(long bytes) {
        written += bytes;
        if (written >= STEP && last.isDone()) {
            start();
        }
    }

    /** Starts forcing everything written so far to disk. */
    void start() {
        written = 0;
        last = last.thenRunAsync(this::force, task -> {
            Thread thread = new Thread(task, "parquet-fastcodec-sync");
            thread.setDaemon(true);
            thread.start();
        });
    }

    private void force() {
        try {
            channel.force(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits for the last force, even if the thread is interrupted, as it would for a force of its own. The channel may be closed
     * afterwards.
     *
     * @throws IOException if a part of the file could not be forced
     */
    void await() throws IOException {
        try {
            last.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            throw e;
        }
    }
}
