// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.RowGroup;
import io.github.fastcodec.internal.search.TableGuard;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Origin;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The recompression of one file of a run, from the checks of the source to the publication of the target. Not thread-safe.
 *
 * @param structures limits the memory for footers and indexes
 * @param sources the sources whose targets exist, keyed by {@link FileJob#targetKey}; shared by all files of the run
 */
record FileRun(
        Recompression recompression,
        FileJob job,
        Workers workers,
        Window structures,
        PageCodecs.Pool pool,
        TableGuard guard,
        Map<Object, String> sources,
        Listener listener) {

    /**
     * The largest size of a parsed footer as a multiple of its length in the file; the smallest possible column chunks reach it.
     */
    private static final int LARGEST_GROWTH = 40;

    private RecompressOptions options() {
        return recompression.options();
    }

    private Plan plan() {
        return options().plan();
    }

    /** @throws CancelledException if the run ends first */
    FileOutcome run() throws IOException {
        if (options().guardTables()) {
            job.requireNoTable(guard);
        }
        try (FileInput input = job.open();
                FileInput existing = job.openTarget().orElse(null)) {
            Optional<Origin> origin = input.version().map(version -> Origin.of(version, planText()));
            int passes = existing != null || options().verify() ? 2 : 1;
            FileProgress progress = new FileProgress(listener, input.length(), passes);
            long structure = structureMemory(input);
            structures.take(structure, workers::check);
            try {
                FileOutcome outcome = existing == null
                        ? recompress(input, origin, progress)
                        : keepExisting(read(input), existing, origin, progress);
                progress.end();
                return outcome;
            } finally {
                structures.giveBack(structure);
            }
        }
    }

    private String planText() {
        return plan().others() + " " + new TreeMap<>(plan().columns()) + " " + plan().keepsSmaller() + " "
                + plan().addsChecksums();
    }

    /** Returns the memory to reserve for the file's footer and indexes, in bytes, capped at the size of {@link #structures}. */
    private long structureMemory(FileInput input) throws IOException {
        long estimate = (long) ParquetFile.footerLength(input) * LARGEST_GROWTH;
        return Math.max(1, Math.min(estimate, options().memory()));
    }

    private ParquetFile read(FileInput input) throws IOException {
        ParquetFile file = ParquetFile.open(input, recompression.structureLimit(), recompression.defects());
        if (options().guardTables()) {
            TableGuard.requireNoTableKeys(file.footer().keys());
        }
        long rows =
                file.footer().rowGroups().stream().mapToLong(RowGroup::rowCount).sum();
        job.requireLogged(input.length(), rows);
        requireColumns(file.footer());
        return file;
    }

    private FileOutcome recompress(FileInput input, Optional<Origin> origin, FileProgress progress) throws IOException {
        input.fetch();
        ParquetFile file = read(input);
        int chunks = file.footer().chunks().size();
        if (job.policy().skipsUnchanged() && changesNothing(file.footer())) {
            FileLayout layout = file.walk(); // checks that the file is whole, and collects notes
            job.clean();
            return FileOutcome.unchanged(job, input.length(), chunks, layout.noteTexts());
        }
        requireCodecs(file.footer());
        job.clean(); // after the checks, so that the target directory is left alone if the file is refused
        FileOutcome outcome;
        try (NewFile newFile = job.create(input);
                OrderedWork work = new OrderedWork(workers)) {
            FileCopy copy = new FileCopy(file, options(), pool, work, newFile.output(), progress);
            FileLayout layout = copy.run();
            long length = newFile.output().position();
            if (job.policy().skipsUnchanged() && copy.changedChunks() == 0) {
                return FileOutcome.unchanged(job, input.length(), chunks, layout.noteTexts());
            }
            newFile.finish();
            if (options().verify()) {
                try {
                    verify(newFile, length, copy, layout, work);
                } catch (FileDefect e) {
                    throw new IOException(
                            "The new file for " + job.source() + " failed verification and is deleted: "
                                    + e.getMessage(),
                            e);
                }
            }
            workers.check();
            if (options().verify()) {
                origin.ifPresent(newFile::setOrigin);
            }
            newFile.publish(whileUnchanged(input));
            List<String> notes = new ArrayList<>(layout.noteTexts());
            notes.addAll(newFile.notes());
            outcome = FileOutcome.written(
                    job.source(),
                    job.target(),
                    input.length(),
                    length,
                    copy.changedChunks(),
                    chunks - copy.changedChunks(),
                    notes,
                    newFile.isConfirmedByChecksum());
        } catch (FileAlreadyExistsException e) {
            try (FileInput existing = job.openTarget().orElseThrow(() -> e)) { // another run has created it
                return keepExisting(file, existing, origin, progress);
            }
        }
        requireUniqueTarget();
        return outcome;
    }

    /**
     * Returns the outcome if the existing target is a recompressed copy of the source. The target's record shows whether it was
     * made from this source by this plan. If the target has no record of this source, all pages of both files are compared.
     * Comparing footers is not enough: a source that was replaced may have the same footer as before but other values, and may be
     * older than the target.
     *
     * @throws FileAlreadyExistsException if the target is not a recompressed copy
     */
    private FileOutcome keepExisting(
            ParquetFile file, FileInput existing, Optional<Origin> origin, FileProgress progress) throws IOException {
        if (job.isTargetTheSource(file.input(), existing)) {
            throw targetExists("it is the source itself: choose another directory");
        }
        Optional<Origin> recorded = origin.isEmpty() ? Optional.empty() : existing.origin();
        if (recorded.isEmpty() || !recorded.get().source().equals(origin.get().source())) {
            compare(file, existing, progress);
            whileUnchanged(file.input()).require();
        } else if (!recorded.equals(origin)) {
            throw targetExists("it was made from " + job.source() + " by another plan (codecs, levels, checksums or"
                    + " --keep-smaller differ): delete it, or choose another directory");
        }
        requireUniqueTarget();
        job.clean();
        return FileOutcome.upToDate(job, file.input().length(), existing.length());
    }

    private void compare(ParquetFile file, FileInput existing, FileProgress progress) throws IOException {
        try (OrderedWork work = new OrderedWork(workers)) {
            new TargetComparison(file, recompression, pool, work, progress).run(existing);
        } catch (TargetComparison.Difference e) {
            throw targetExists("it is not a recompressed copy of " + job.source() + ": " + e.getMessage());
        }
    }

    private FileAlreadyExistsException targetExists(String why) {
        return new FileAlreadyExistsException(job.target(), null, why);
    }

    /**
     * Requires that no other source of the run has the same target. A comparison of the target with the source does not detect
     * this if both sources have equal contents.
     */
    private void requireUniqueTarget() throws IOException {
        String other = sources.putIfAbsent(job.targetKey(), job.source());
        if (other != null) {
            throw targetExists(
                    "it is also the target of " + other
                            + ", under another name: choose a directory that has no links and is on a case-sensitive file system");
        }
    }

    private NewFile.Condition whileUnchanged(FileInput input) {
        return new NewFile.Condition() {
            @Override
            public void require() throws IOException {
                if (!job.state().equals(input.entry())) {
                    throw new FileDefect("it changed while it was being read");
                }
            }

            @Override
            public void requireNotCancelled() throws IOException {
                workers.check();
            }
        };
    }

    private void requireColumns(Footer footer) throws FileDefect {
        Set<String> columns = footer.columnPaths();
        for (String column : plan().columns().keySet()) {
            if (!columns.contains(column) && !columns.isEmpty()) {
                throw new FileDefect("it has no column " + column + "; its columns are " + String.join(", ", columns));
            }
        }
    }

    private boolean changesNothing(Footer footer) {
        return !plan().addsChecksums()
                && footer.chunks().stream()
                        .allMatch(chunk ->
                                plan().target(chunk.path(), chunk.codec()).isEmpty());
    }

    /** Requires an engine for each codec that is read or written, before anything is written. */
    private void requireCodecs(Footer footer) {
        PageCodecs codecs = pool.take();
        for (ColumnChunk chunk : footer.chunks()) {
            plan().target(chunk.path(), chunk.codec()).ifPresent(target -> {
                codecs.requireDecompressor(chunk.codec());
                codecs.requireCompressor(target);
            });
        }
        pool.giveBack(codecs);
    }

    private static void verify(NewFile newFile, long length, FileCopy copy, FileLayout source, OrderedWork work)
            throws IOException {
        try (FileInput input = newFile.open();
                work) { // closed before its input
            if (input.length() != length) {
                throw new FileDefect("it has " + input.length() + " bytes, expected " + length);
            }
            copy.compare(source, input);
        }
    }
}
