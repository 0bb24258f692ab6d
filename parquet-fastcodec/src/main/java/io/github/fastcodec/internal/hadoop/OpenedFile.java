// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A note about the file that a thread is opening, with the file's settings. The installer sees a file's configuration, but
 * the codecs in parquet-java's map do not. So the installer leaves a note, and the codecs read it.
 *
 * <p>For a file, parquet-java requests one compressor or decompressor of each codec, in the thread that opened the file. So a
 * note is valid only in the thread that left it, for one request to each entry of the codec map, and only until the thread
 * works for another application, which has another context class loader. All other requests get the settings of the process,
 * never those of another file.
 *
 * <p>A thread keeps its last note until it ends. The notes are kept here and not in a {@code ThreadLocal}, which would keep
 * this project's classes alive in threads of the application.
 */
final class OpenedFile {

    private static final Map<Thread, OpenedFile> WRITTEN = Collections.synchronizedMap(new WeakHashMap<>());
    private static final Map<Thread, OpenedFile> READ = Collections.synchronizedMap(new WeakHashMap<>());

    private final WeakReference<ClassLoader> context;
    private final Map<String, String> settings;
    private final boolean served;

    /** The entries that have read this note. Only the thread that left it uses this list. */
    private final List<HadoopCodec> taken = new ArrayList<>(1);

    private OpenedFile(Map<String, String> settings, boolean served) {
        this.context = new WeakReference<>(Thread.currentThread().getContextClassLoader());
        this.settings = settings;
        this.served = served;
    }

    /**
     * Leaves a note about the file that the calling thread is opening. It replaces the thread's previous note.
     *
     * @param settings the file's settings, keyed by name; the map must not change after this call
     * @param served true if this project serves the file, false if parquet-java's codecs do
     * @param written true if the file is written, false if it is read
     */
    static void note(Map<String, String> settings, boolean served, boolean written) {
        (written ? WRITTEN : READ).put(Thread.currentThread(), new OpenedFile(settings, served));
    }

    /**
     * Returns the note about the file that the calling thread is opening; null if there is none, or if {@code codec} has
     * already taken it.
     */
    static @Nullable OpenedFile take(HadoopCodec codec, boolean written) {
        Thread current = Thread.currentThread();
        OpenedFile file = (written ? WRITTEN : READ).get(current);
        if (file == null || file.context.get() != current.getContextClassLoader() || file.taken.contains(codec)) {
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
}
