// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.FastCodecOptions;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.UnaryOperator;

/**
 * The options of the files that parquet-java opens, handed from the hook, which sees a file's configuration, to the codec,
 * which does not.
 *
 * <p>parquet-java calls the hook and makes the file's compressor in one thread, one after the other. So the options stay
 * in a slot that the thread's id points at. A thread that opened no file, or whose slot another thread has taken since, gets
 * the options noted last. This is no {@code ThreadLocal}, which would hold on to our class loader in other people's threads.
 */
final class FileOptions {

    private static final int SLOTS = 1024;

    private static final AtomicReferenceArray<FileOptions> NOTED = new AtomicReferenceArray<>(SLOTS);

    private static volatile FileOptions last = new FileOptions(-1, FastCodecOptions.defaults(), null);

    private final long thread;
    private final FastCodecOptions options;
    private final IllegalArgumentException problem;

    private FileOptions(long thread, FastCodecOptions options, IllegalArgumentException problem) {
        this.thread = thread;
        this.options = options;
        this.problem = problem;
    }

    /** Notes the configuration of the file that the calling thread is opening. */
    static void note(UnaryOperator<String> lookup) {
        long thread = Thread.currentThread().getId();
        FileOptions noted;
        try {
            noted = new FileOptions(thread, FastCodecOptions.from(lookup), null);
        } catch (IllegalArgumentException e) {
            noted = new FileOptions(thread, null, e);
        }
        NOTED.set(slot(thread), noted);
        last = noted;
    }

    /**
     * Returns the options of the file that the calling thread opened last.
     *
     * @throws IllegalArgumentException if its configuration has a value out of range; names key, value and range
     */
    static FastCodecOptions current() {
        long thread = Thread.currentThread().getId();
        FileOptions noted = NOTED.get(slot(thread));
        if (noted == null || noted.thread != thread) {
            noted = last;
        }
        if (noted.problem != null) {
            throw new IllegalArgumentException(noted.problem.getMessage(), noted.problem);
        }
        return noted.options;
    }

    private static int slot(long thread) {
        return (int) thread & SLOTS - 1;
    }
}
