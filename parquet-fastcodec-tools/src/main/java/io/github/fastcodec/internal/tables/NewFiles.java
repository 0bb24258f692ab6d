// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Workers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** The new files of a table that no commit references yet. Stateless. */
public final class NewFiles {

    /** The number of files to ask for at the same time. The threads wait for a store. */
    private static final int THREADS = 16;

    private NewFiles() {}

    /** Returns the length of a file, in bytes, as its store knows it. */
    @FunctionalInterface
    public interface Lengths {
        long of(String path) throws IOException;
    }

    /**
     * Requires that new files exist with the length with which they were written. A removal of orphan files that does not spare
     * recent files may have deleted them.
     *
     * @throws IOException if a file has another length, or if {@code lengths} throws it
     */
    public static void require(Collection<Replacement> replacements, Lengths lengths) throws IOException {
        if (replacements.isEmpty()) {
            return;
        }
        ExecutorService threads = Workers.pool(Math.min(THREADS, replacements.size()));
        try {
            List<Future<?>> answers = new ArrayList<>(replacements.size());
            for (Replacement replacement : replacements) {
                answers.add(threads.submit(() -> {
                    String path = replacement.file().target();
                    long length = lengths.of(path);
                    if (length != replacement.length()) {
                        throw new IOException(path + " has " + length + " bytes, expected " + replacement.length());
                    }
                    return null;
                }));
            }
            for (Future<?> answer : answers) {
                OrderedWork.result(answer, () -> {});
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
