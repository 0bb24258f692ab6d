// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A file that a thread is opening, and its settings. The hook sees a file's configuration, parquet-java's codecs do not; so the
 * hook leaves a note, and the codecs take it up.
 *
 * <p>parquet-java asks for one compressor or decompressor of each codec for a file, in the thread that opened it. So a note
 * is for the thread that left it, for one request of each entry of the codec map, and not for a thread that has turned to
 * another application (its context class loader tells). Whatever else asks gets no note, and with it the settings of the
 * process, never those of another file. This is no {@code ThreadLocal}, which would hold on to classes in other people's
 * threads.
 */
final class OpenedFile {

    private static final int SLOTS = 1024;

    private static final AtomicReferenceArray<OpenedFile> WRITTEN = new AtomicReferenceArray<>(SLOTS);
    private static final AtomicReferenceArray<OpenedFile> READ = new AtomicReferenceArray<>(SLOTS);

    private final long thread;
    private final WeakReference<ClassLoader> context;
    private final Map<String, String> settings;
    private final boolean served;

    /** The entries that have read this note; for the thread that left it. */
    private final List<HadoopCodec> taken = new ArrayList<>(1);

    private OpenedFile(Map<String, String> settings, boolean served) {
        Thread current = Thread.currentThread();
        this.thread = current.getId();
        this.context = new WeakReference<>(current.getContextClassLoader());
        this.settings = settings;
        this.served = served;
    }

    /**
     * Notes the file that the calling thread is opening, in place of the one before.
     *
     * @param settings keys and values of the file, not changed afterwards
     * @param served whether this project serves the file, else parquet-java's own codecs do
     * @param written whether the file is written, else it is read
     */
    static void note(Map<String, String> settings, boolean served, boolean written) {
        OpenedFile file = new OpenedFile(settings, served);
        (written ? WRITTEN : READ).set(slot(file.thread), file);
    }

    /** Returns the file that the calling thread is opening, once for each entry of the codec map; null if none is known. */
    static @Nullable OpenedFile take(HadoopCodec codec, boolean written) {
        Thread current = Thread.currentThread();
        OpenedFile file = (written ? WRITTEN : READ).get(slot(current.getId()));
        if (file == null
                || file.thread != current.getId()
                || file.context.get() != current.getContextClassLoader()
                || file.taken.contains(codec)) {
            return null;
        }
        file.taken.add(codec);
        return file;
    }

    Map<String, String> settings() {
        return settings;
    }

    boolean isServed() {
        return served;
    }

    private static int slot(long thread) {
        return (int) thread & SLOTS - 1;
    }
}
