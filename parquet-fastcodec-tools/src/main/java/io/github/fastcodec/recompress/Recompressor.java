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
 * Writes Parquet files again with other codecs or levels. Immutable and safe for use by many threads; each call has threads
 * and memory of its own, which all of its files share.
 *
 * <p>A new file does not depend on the number of threads. Unless {@link RecompressOptions#verify} is off, it is read back from
 * the disk and compared with the source before it gets its name: the structure, and each page decompressed. It appears as a whole,
 * after everything is on the disk, or not at all. What a killed process leaves beside it, {@code .name.<uuid>.fastcodec.tmp}, the next
 * call for that file deletes.
 *
 * <p>Files of a Delta Lake, Iceberg, Hudi or Paimon table, and of a Spark stream, are refused: not every file in the
 * directories of such a table counts, and the table would not know the new ones.
 */
public final class Recompressor {

    private final RecompressOptions options;
    private final LongConsumer progress;

    private Recompressor(RecompressOptions options, LongConsumer progress) {
        this.options = options;
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /** Returns a recompressor that uses all processors and half of the heap, and verifies what it writes. */
    public static Recompressor of(Plan plan) {
        return of(RecompressOptions.of(plan));
    }

    /** Returns a recompressor with the given options. */
    public static Recompressor of(RecompressOptions options) {
        return new Recompressor(Objects.requireNonNull(options, "options"), bytes -> {});
    }

    /**
     * Returns a copy that tells how many more bytes of the sources are done, which adds up to their lengths.
     *
     * @param newProgress is called by several threads at once, and must return at once
     */
    public Recompressor withProgress(LongConsumer newProgress) {
        return new Recompressor(options, newProgress);
    }

    /**
     * Writes a file again. The source is only read. The new file has its permissions, as far as they are for the same users; the
     * notes of the result say what it lacks.
     *
     * @param source a file of a file system that has channels, such as the default one
     * @param target where nothing is yet; its directory is created if it is not there
     * @throws RefusedFileException if the source is damaged, has something that cannot be carried over, belongs to a table,
     *     needs more memory than there is, changes meanwhile, or lacks a column of the plan; says what and where
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the target
     * @throws java.io.InterruptedIOException if the thread was interrupted
     * @throws IllegalArgumentException if a level that the options give is out of range
     * @throws UnsupportedOperationException if no engine can decompress the source's codec, or compress with a codec and a level
     *     of the plan; says what to add
     * @throws IOException if reading or writing fails, or the new file fails its verification
     */
    public RecompressResult recompress(Path source, Path target) throws IOException {
        return only(run(List.of(source), new FileSystems().copy(source, target, false)));
    }

    /**
     * Writes files again, several at once. A target that an earlier call has written stays as it is, so that a second call goes
     * on with what is missing: a record that was left with it says that it was made of its source as that is now, by the same plan,
     * or else all pages of both are equal. Without a record, a file does not tell the level of its pages.
     *
     * @param targets the targets by their sources; the targets' directories are created
     * @return the outcome of each file
     * @throws IOException as {@link #recompress} does, for the first file that fails, unless {@link RecompressOptions#keepGoing}: the
     *     report has the failures then
     * @throws java.io.InterruptedIOException if the thread was interrupted
     * @throws IllegalArgumentException if a level that the options give is out of range
     * @throws UnsupportedOperationException if no engine can compress with a codec and a level of the plan; says what to add
     */
    public RecompressReport recompressAll(Map<Path, Path> targets) throws IOException {
        FileSystems fileSystems = new FileSystems();
        List<Path> sources = new ArrayList<>(targets.keySet());
        FileJob[] jobs = targets.entrySet().stream()
                .map(file -> fileSystems.copy(file.getKey(), file.getValue(), true))
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
        boolean written = outcome.status() == FileOutcome.Status.RECOMPRESSED;
        return new RecompressResult(
                written,
                written && options.verify(),
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

    private static RecompressResult only(RecompressReport report) throws IOException {
        report.throwFirstFailure();
        return report.results().values().iterator().next();
    }

    /** The jobs of a call, and the file systems of their paths. */
    private static final class FileSystems {

        private final Map<FileSystem, Storage> storages = new HashMap<>();

        private FileJob copy(Path source, Path target, boolean resumes) {
            return new FileJob(of(source), source.toString(), length(source), of(target), target.toString(), resumes);
        }

        private Storage of(Path path) {
            return storages.computeIfAbsent(path.getFileSystem(), LocalStorage::new);
        }

        private static long length(Path source) {
            try {
                return Files.size(source);
            } catch (IOException e) {
                return 0; // opening it will tell why
            }
        }
    }
}
