// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileJob.Cleaning;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** A task of {@link RecompressFiles}. It recompresses its files one after another. Not thread-safe. */
final class TaskRun {

    private final RecompressOptions options;
    private final Recompression recompression;
    private final Storages storages;
    private final Machine machine;
    private final Listener listener;

    TaskRun(RecompressOptions options, Machine machine) {
        this.options = options;
        this.recompression = new Recompression(
                options.withThreads(machine.threads(options.threads())).withMemory(machine.memory(options.memory())));
        this.storages = machine.storages();
        this.machine = machine;
        this.listener = new Listener() {
            @Override
            public boolean isCancelled() {
                return machine.cancelled().getAsBoolean();
            }
        };
    }

    /**
     * Recompresses files. Files that were not started before the task was cancelled have no result.
     *
     * @throws IOException if a file fails, a retry may succeed, and this is not the last attempt
     * @throws IllegalArgumentException if a configured level is out of range
     */
    ArrayList<FileResult> run(List<FileTask> tasks) throws IOException {
        ArrayList<FileResult> results = new ArrayList<>(tasks.size());
        for (FileTask task : tasks) {
            FileOutcome outcome = recompress(task);
            if (outcome.status() == FileOutcome.Status.NOT_DONE) {
                break;
            }
            if (!machine.isLastAttempt() && isRetryable(outcome)) {
                throw (IOException) outcome.failure().get();
            }
            results.add(result(task, outcome));
        }
        return results;
    }

    private FileOutcome recompress(FileTask task) throws IOException {
        FileJob file;
        try {
            file = FileJob.at(storages, task.source(), task.target(), task.length(), policy(task));
        } catch (IOException e) {
            return FileOutcome.failed(task.source(), task.target(), task.length(), e);
        }
        return recompression.run(List.of(file), listener).get(0);
    }

    /**
     * Returns how to treat a file. Its directories were checked for tables and for the leftovers of killed processes when the files
     * were listed, so only an earlier attempt of this run may have left a file next to the target.
     */
    private FileJob.Policy policy(FileTask task) {
        Cleaning ofTarget = machine.attempt() > 0 ? Cleaning.TARGET : Cleaning.NOTHING;
        return new FileJob.Policy(
                true,
                !options.guardTables(),
                false,
                null,
                task.cleansDirectory() ? Cleaning.DIRECTORY : ofTarget,
                task.logged());
    }

    /**
     * Returns whether a retry may succeed. A damaged file stays damaged, but a connection may come back, and another machine may
     * have more space on its disk or in its memory.
     */
    private static boolean isRetryable(FileOutcome outcome) {
        return outcome.failure()
                .filter(failure -> failure instanceof IOException
                        && (!(failure instanceof FileDefect)
                                || failure instanceof TooLargeException tooLarge && tooLarge.isOfHeap())
                        && !(failure instanceof FileAlreadyExistsException)
                        && !(failure instanceof NoSuchFileException)
                        && !(failure instanceof AccessDeniedException))
                .isPresent();
    }

    private FileResult result(FileTask task, FileOutcome outcome) throws IOException {
        if (outcome.status() == FileOutcome.Status.UNCHANGED) {
            return FileResult.without(outcome);
        }
        if (outcome.failure().isPresent()) {
            return FileResult.without(portable(outcome));
        }
        boolean isFromLostAttempt = outcome.status() == FileOutcome.Status.UP_TO_DATE && !task.targetWasThere();
        FileOutcome ended = isFromLostAttempt ? written(outcome) : outcome;
        if (options.guardTables()) {
            return FileResult.without(ended); // outside tables, nothing records the details
        }
        try {
            return described(task, ended);
        } catch (IOException e) {
            if (!machine.isLastAttempt()) {
                throw e;
            }
            return FileResult.without(portable(FileOutcome.failed(task.source(), task.target(), task.length(), e)));
        }
    }

    private static FileOutcome portable(FileOutcome failed) {
        return FileOutcome.failed(
                failed.source(),
                failed.target(),
                failed.bytesBefore(),
                ClusterFunction.portable(failed.failure().get()));
    }

    /** Reads the details from the footer of the new file, whichever attempt wrote it. */
    private FileResult described(FileTask task, FileOutcome outcome) throws IOException {
        Footer footer = footer(task.target());
        TreeMap<String, Long> sizes = new TreeMap<>();
        footer.chunks().forEach(chunk -> sizes.merge(chunk.path(), chunk.statedLength(), Long::sum));
        List<Long> starts = footer.rowGroups().stream()
                .map(RowGroup::start)
                .filter(start -> start > 0)
                .toList();
        return new FileResult(outcome, starts, sizes, footer.columnIds());
    }

    /**
     * Returns the outcome for a file that a lost attempt has written completely; the number of chunks that it changed is unknown.
     */
    private static FileOutcome written(FileOutcome there) {
        return FileOutcome.written(
                there.source(), there.target(), there.bytesBefore(), there.bytesAfter(), 0, 0, List.of(), false);
    }

    private Footer footer(String path) throws IOException {
        try (FileInput input = storages.open(path)) {
            return ParquetFile.open(input, recompression.structureLimit()).footer();
        } catch (IOException e) {
            throw new IOException("The footer of " + path + " could not be read back: " + e.getMessage(), e);
        }
    }
}
