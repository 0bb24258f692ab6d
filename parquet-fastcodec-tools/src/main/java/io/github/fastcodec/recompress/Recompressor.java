// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;

/**
 * Rewrites Parquet files with different codecs or levels. Immutable and thread-safe. Each call has its own threads and memory,
 * shared by all of its files.
 *
 * <p>The new file does not depend on the number of threads. Unless {@link RecompressOptions#verify} is off, the new file is read
 * back from the disk before it gets its name, and its structure and every decompressed page are compared with the source. The new
 * file appears as a whole, once all of it is on the disk, or not at all. If the process is killed, it leaves
 * {@code .name.<uuid>.fastcodec.tmp} in the target's directory; the next call with the same target deletes this temporary file.
 *
 * <p>Unless {@link RecompressOptions#guardTables} is off, files of Delta Lake, Iceberg, Hudi and Paimon tables and of Spark
 * streams are refused: some files in a table's directories are not part of the table, and the table would not know the new files.
 */
public final class Recompressor {

    private final RecompressOptions options;
    private final LongConsumer progress;

    private Recompressor(RecompressOptions options, LongConsumer progress) {
        this.options = options;
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /** Returns a recompressor that uses all processors and half of the heap, and verifies new files. */
    public static Recompressor of(Plan plan) {
        return of(RecompressOptions.of(plan));
    }

    /** Returns a recompressor with the given options. */
    public static Recompressor of(RecompressOptions options) {
        return new Recompressor(Objects.requireNonNull(options, "options"), bytes -> {});
    }

    /**
     * Returns a copy that reports its progress.
     *
     * @param newProgress receives each advance, in bytes of the sources; for each source that does not fail, the advances add up
     *     to its length. Several threads call it concurrently, and it must return immediately
     */
    public Recompressor withProgress(LongConsumer newProgress) {
        return new Recompressor(options, newProgress);
    }

    /**
     * Writes a recompressed copy of a file. The source is not changed. The new file has the source's permissions, as far as they
     * apply to the same users; the notes of the result list what was not carried over.
     *
     * @param source a file on a file system that supports file channels, such as the default one
     * @param target a path that does not exist; missing directories are created
     * @throws RefusedFileException if the source is damaged, contains something that cannot be carried over, belongs to a table,
     *     needs more memory than is available, changes during the call, or lacks a column of the plan; the message names the reason
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
     * @throws java.io.InterruptedIOException if the thread is interrupted
     * @throws IllegalArgumentException if a level in the options is out of range
     * @throws UnsupportedOperationException if no engine decompresses the source's codec, or no engine compresses with a codec
     *     and level of the plan; the message says what to add
     * @throws IOException if reading or writing fails, or the new file fails verification
     */
    public RecompressResult recompress(Path source, Path target) throws IOException {
        return singleResult(run(List.of(source), new FileSystems().job(source, target, FileJob.Policy.NEW)));
    }

    /**
     * Writes recompressed copies of files, several at a time. Targets that an earlier call has written are kept, so a second call
     * resumes the first. An existing target counts as done if the record kept with it shows that it was made by the same plan
     * from the source in its current state. If there is no record of that state, all pages of both files are compared instead;
     * this comparison does not show the level of the target's pages.
     *
     * @param targets the targets, keyed by source; missing directories are created
     * @return the outcome of each file
     * @throws IOException as for {@link #recompress}, for the first file that fails; with {@link RecompressOptions#keepGoing} the report
     *     contains the failures instead
     * @throws java.io.InterruptedIOException if the thread is interrupted
     * @throws IllegalArgumentException if a level in the options is out of range
     * @throws UnsupportedOperationException if no engine compresses with a codec and level of the plan; the message says what to add
     */
    public RecompressReport recompressAll(Map<Path, Path> targets) throws IOException {
        FileSystems fileSystems = new FileSystems();
        List<Path> sources = new ArrayList<>(targets.keySet());
        FileJob[] jobs = targets.entrySet().stream()
                .map(file -> fileSystems.job(file.getKey(), file.getValue(), FileJob.Policy.RESUME))
                .toArray(FileJob[]::new);
        return run(sources, jobs);
    }

    private RecompressReport run(List<Path> sources, FileJob... jobs) throws IOException {
        Recompression recompression = new Recompression(options);
        recompression.requireEngines();
        Map<Path, RecompressResult> results = new LinkedHashMap<>();
        Map<Path, Exception> failures = new LinkedHashMap<>();
        List<FileOutcome> outcomes = recompression.run(List.of(jobs), new Listener() {
            @Override
            public void advanced(long bytes) {
                progress.accept(bytes);
            }
        });
        for (int i = 0; i < outcomes.size(); i++) {
            Path source = sources.get(i);
            FileOutcome outcome = outcomes.get(i);
            if (outcome.failure().isPresent()) {
                failures.put(source, failure(source, outcome.failure().get()));
            } else if (outcome.status() != FileOutcome.Status.NOT_DONE) {
                results.put(source, result(outcome));
            }
        }
        RecompressReport report = new RecompressReport(results, failures);
        if (!options.keepGoing()) {
            report.throwFirstFailure();
        }
        return report;
    }

    private RecompressResult result(FileOutcome outcome) {
        return new RecompressResult(
                outcome.isWritten(),
                outcome.isWritten() && options.verify(),
                outcome.bytesBefore(),
                outcome.bytesAfter(),
                outcome.changedChunks(),
                outcome.keptChunks(),
                outcome.notes());
    }

    private static Exception failure(Path source, Exception failure) {
        return failure instanceof FileDefect
                ? new RefusedFileException(source, failure.getMessage(), failure)
                : failure;
    }

    private static RecompressResult singleResult(RecompressReport report) throws IOException {
        report.throwFirstFailure();
        return report.results().values().iterator().next();
    }

    /** Creates the jobs of one call. Their paths may be on several file systems. */
    private static final class FileSystems {

        private final Map<FileSystem, Storage> storages = new HashMap<>();

        private FileJob job(Path source, Path target, FileJob.Policy policy) {
            return new FileJob(
                    storage(source), source.toString(), storage(target), target.toString(), length(source), policy);
        }

        private Storage storage(Path path) {
            return storages.computeIfAbsent(path.getFileSystem(), LocalStorage::new);
        }

        private static long length(Path source) {
            try {
                return Files.size(source);
            } catch (IOException e) {
                return 0; // opening the source will report the failure
            }
        }
    }
}
