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
 * Files in their order, of which the next ones are open, and small ones on their way here, before their turn comes. For one
 * thread, which closes what it has opened.
 */
final class OpenAhead implements Iterator<String>, Closeable {

    /** How many files are open before their turn. */
    private static final int FILES = 16;

    /** How much is fetched before its turn at most, in bytes. */
    private static final long BYTES = 128 << 20;

    private record Ahead(String file, Future<FileInput> input) {}

    private final Iterator<String> files;
    private final Verification.Opener opener;
    private final ExecutorService threads = Workers.pool(FILES);
    private final Deque<Ahead> ahead = new ArrayDeque<>();
    private final AtomicLong fetched = new AtomicLong();

    /** @param opener may be called by several threads */
    OpenAhead(Iterator<String> files, Verification.Opener opener) {
        this.files = files;
        this.opener = opener;
    }

    @Override
    public boolean hasNext() {
        while (ahead.size() < FILES && files.hasNext()) {
            String file = files.next();
            ahead.add(new Ahead(file, threads.submit(() -> openNow(file))));
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

    private FileInput openNow(String file) throws IOException {
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
     * Returns the file that {@link #next} has named, open; called once for each.
     *
     * @throws IOException why it could not be opened
     */
    FileInput open(String file) throws IOException {
        Future<FileInput> opening = ahead.element().input;
        FileInput input;
        try {
            input = OrderedWork.result(opening, () -> {});
        } catch (InterruptedIOException e) {
            throw e; // close() closes the file, which another thread may have opened by then
        } catch (IOException | RuntimeException | Error e) {
            ahead.remove();
            throw e;
        }
        ahead.remove();
        fetched.addAndGet(-input.length());
        return input;
    }

    /** Closes the files whose turn has not come. */
    @Override
    public void close() {
        threads.shutdownNow();
        Workers.end(threads);
        for (Ahead next : ahead) {
            if (next.input.isDone() && !next.input.isCancelled()) {
                try {
                    next.input.get().closeQuietly();
                } catch (InterruptedException | ExecutionException e) {
                    // it is not open
                }
            }
        }
    }
}
