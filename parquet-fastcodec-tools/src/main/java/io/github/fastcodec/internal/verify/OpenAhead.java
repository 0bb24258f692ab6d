// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Workers;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Iterates over files in order. Opens the next files, and fetches small ones, before their turn. The caller closes the files that
 * {@link #open} returns. Not thread-safe.
 */
final class OpenAhead implements Iterator<String>, Closeable {

    /** The maximum number of files opened before their turn. */
    private static final int FILES = 16;

    /** The maximum number of bytes fetched before their turn. */
    private static final long BYTES = 128 << 20;

    private record Ahead(String file, Future<FileInput> input) {}

    private final Iterator<String> files;
    private final FileInput.Opener opener;
    private final ExecutorService threads = Workers.pool(FILES);
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private final AtomicLong fetched = new AtomicLong();

    /** @param opener may be called by several threads */
    OpenAhead(Iterator<String> files, FileInput.Opener opener) {
        this.files = files;
        this.opener = opener;
    }

    @Override
    public boolean hasNext() {
        while (ahead.size() < FILES && files.hasNext()) {
            String file = files.next();
            ahead.add(new Ahead(file, threads.submit(() -> openAndFetch(file))));
        }
        return !ahead.isEmpty();
    }

    @Override
    public String next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ahead.element().file;
    }

    private FileInput openAndFetch(String file) throws IOException {
        FileInput input = opener.open(file);
        try {
            if (fetched.addAndGet(input.length()) <= BYTES) {
                input.fetch();
            }
        } catch (IOException | RuntimeException | Error e) {
            fetched.addAndGet(-input.length());
            input.closeQuietly();
            throw e;
        }
        return input;
    }

    /**
     * Returns the opened file that {@link #next} has named. Must be called once for each file.
     *
     * @throws IOException if the file could not be opened
     */
    FileInput open(String file) throws IOException {
        Future<FileInput> opening = ahead.element().input;
        FileInput input;
        try {
            input = OrderedWork.result(opening, () -> {});
        } catch (InterruptedIOException e) {
            throw e; // another thread may still be opening the file, which close() will close
        } catch (IOException | RuntimeException | Error e) {
            ahead.remove();
            throw e;
        }
        ahead.remove();
        fetched.addAndGet(-input.length());
        return input;
    }

    /** Closes the files that {@link #open} has not returned. */
    @Override
    public void close() {
        threads.shutdownNow();
        Workers.end(threads);
        for (Ahead next : ahead) {
            if (next.input.isDone() && !next.input.isCancelled()) {
                try {
                    next.input.get().closeQuietly();
                } catch (InterruptedException | ExecutionException e) {
                    // it was not opened
                }
            }
        }
    }
}
