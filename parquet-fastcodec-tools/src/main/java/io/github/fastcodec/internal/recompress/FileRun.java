// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.parquet.ParquetFile;
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
import java.util.TreeSet;

/**
 * One file of a run, from its checks to its name. For one thread.
 *
 * @param structures how much of the heap footers and indexes may take
 * @param sources the sources of the run by the key of each existing target
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

    /** How many times its length a footer may take once it is read, where its column chunks are as small as can be. */
    private static final int LARGEST_GROWTH = 40;

    private RecompressOptions options() {
        return recompression.options();
    }

    private Plan plan() {
        return options().plan();
    }

    /**
     * Recompresses the file.
     *
     * @throws CancelledException if the run ends before
     */
    FileOutcome run() throws IOException {
        if (options().guardTables()) {
            guard.requireNoTable(job);
        }
        try (FileInput input = job.open();
                FileInput there = job.openTarget().orElse(null)) {
            Object state = job.openedState();
            Optional<Origin> origin = input.version().map(version -> Origin.of(version, asked()));
            int passes = there != null || options().verify() ? 2 : 1;
            FileProgress progress = new FileProgress(listener, input.length(), passes);
            long structure = structureMemory(input);
            structures.take(structure, workers::check);
            try {
                FileOutcome outcome = there == null
                        ? written(input, origin, state, progress)
                        : upToDate(read(input), there, origin, state, progress);
                progress.end();
                return outcome;
            } finally {
                structures.giveBack(structure);
            }
        }
    }

    /** Returns a text that differs from that of any other plan. */
    private String asked() {
        return plan().others() + " " + new TreeMap<>(plan().columns()) + " " + plan().keepsSmaller() + " "
                + plan().addsChecksums();
    }

    /** Returns how much of the heap the file's structure may take, which is at most all that structures have. */
    private long structureMemory(FileInput input) throws IOException {
        long estimate = (long) ParquetFile.footerLength(input) * LARGEST_GROWTH;
        return Math.max(1, Math.min(estimate, options().memory()));
    }

    private ParquetFile read(FileInput input) throws IOException {
        ParquetFile file = ParquetFile.open(input, recompression.structureLimit(), recompression.defects());
        if (options().guardTables()) {
            guard.requireNoTable(file.footer());
        }
        requireColumns(file.footer());
        return file;
    }

    private FileOutcome written(FileInput input, Optional<Origin> origin, Object state, FileProgress progress)
            throws IOException {
        input.fetch();
        ParquetFile file = read(input);
        int chunks = file.footer().chunks().size();
        if (job.skipsUnchanged() && changesNothing(file.footer())) {
            FileLayout layout = file.walk(); // whether it is whole, and what is unusual about it
            job.clean();
            return FileOutcome.unchanged(job, input.length(), chunks, List.copyOf(layout.notes()));
        }
        requireCodecs(file.footer());
        job.clean(); // not beside a file that is refused before anything is written
        try (NewFile newFile = job.create();
                OrderedWork work = new OrderedWork(workers)) {
            FileCopy copy = new FileCopy(file, options(), pool, work, newFile.output(), progress);
            FileLayout layout = copy.run();
            long length = newFile.output().position();
            if (job.skipsUnchanged() && copy.changedChunks() == 0) {
                return FileOutcome.unchanged(job, input.length(), chunks, List.copyOf(layout.notes()));
            }
            newFile.finish();
            if (options().verify()) {
                try {
                    verify(newFile, length, copy, layout, work);
                } catch (FileDefect e) {
                    throw new IOException(
                            "What was written for " + job.source() + " failed its verification and is deleted: "
                                    + e.getMessage(),
                            e);
                }
            }
            workers.check();
            if (options().verify()) {
                origin.ifPresent(newFile::setOrigin);
            }
            newFile.publish(whileUnchanged(state));
            requireTargetOfItsOwn();
            List<String> notes = new ArrayList<>(layout.notes());
            notes.addAll(newFile.notes());
            return FileOutcome.recompressed(
                    job.source(),
                    job.target(),
                    input.length(),
                    length,
                    copy.changedChunks(),
                    chunks - copy.changedChunks(),
                    notes);
        } catch (FileAlreadyExistsException e) {
            try (FileInput faster = job.openTarget().orElseThrow(() -> e)) { // another run with this target
                return upToDate(file, faster, origin, state, progress);
            }
        }
    }

    /**
     * Returns the outcome if the target is what the file becomes: a run has left with it that it wrote it of this source by this
     * plan, or else all pages of both are compared. Their footers do not tell: a source that was replaced may have the footer that it
     * had before, with other values, and times that are older than those of the target.
     */
    private FileOutcome upToDate(
            ParquetFile file, FileInput there, Optional<Origin> origin, Object state, FileProgress progress)
            throws IOException {
        if (job.isTargetTheSource()) {
            throw targetExists("it is the source itself: choose another directory");
        }
        Optional<Origin> known = origin.isEmpty() ? Optional.empty() : there.origin();
        if (known.isEmpty() || !known.get().source().equals(origin.get().source())) {
            compare(file, there, progress);
            whileUnchanged(state).require();
        } else if (!known.equals(origin)) {
            throw targetExists(
                    "it was made of " + job.source() + " by another plan (codecs, levels, checksums) than is asked"
                            + " for now: delete it, or choose another directory");
        }
        requireTargetOfItsOwn();
        job.clean();
        return FileOutcome.upToDate(job, file.input().length(), there.length());
    }

    private void compare(ParquetFile file, FileInput there, FileProgress progress) throws IOException {
        try (OrderedWork work = new OrderedWork(workers)) {
            new TargetComparison(file, recompression, pool, work, progress).run(there);
        } catch (TargetComparison.Difference e) {
            throw targetExists(
                    "another file is there, which is not " + job.source() + " recompressed: " + e.getMessage());
        }
    }

    private FileAlreadyExistsException targetExists(String why) {
        return new FileAlreadyExistsException(job.target(), null, why);
    }

    /** Requires that no other file of the run has its new one where that of this file is: their footers may be equal. */
    private void requireTargetOfItsOwn() throws IOException {
        String other = sources.putIfAbsent(job.targetKey(), job.source());
        if (other != null) {
            throw targetExists(
                    "the file of " + other + " is there too, by another name: choose a directory without links,"
                            + " in a file system that tells upper case from lower case");
        }
    }

    private NewFile.Condition whileUnchanged(Object state) {
        return new NewFile.Condition() {
            @Override
            public void require() throws IOException {
                if (!state.equals(job.state())) {
                    throw new FileDefect("it has changed while it was read");
                }
            }

            @Override
            public void requireNotCancelled() throws IOException {
                workers.check();
            }
        };
    }

    private void requireColumns(Footer footer) throws FileDefect {
        Set<String> columns = new TreeSet<>();
        footer.chunks().forEach(chunk -> columns.add(chunk.path()));
        for (String column : plan().columns().keySet()) {
            if (!columns.contains(column) && !footer.rowGroups().isEmpty()) {
                throw new FileDefect("it has no column " + column + ", expected some of " + String.join(", ", columns));
            }
        }
    }

    private boolean changesNothing(Footer footer) {
        return !plan().addsChecksums()
                && footer.chunks().stream()
                        .allMatch(chunk ->
                                plan().target(chunk.path(), chunk.codec()).isEmpty());
    }

    /** Fails before anything is written, rather than at the first page of a codec that nothing can read or write here. */
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
                work) { // to end before its input
            if (input.length() != length) {
                throw new FileDefect("it has " + input.length() + " bytes, expected " + length);
            }
            copy.compare(source, input);
        }
    }
}
