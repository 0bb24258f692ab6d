// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.internal.work.Window;
import io.github.fastcodec.internal.work.Workers;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * One file of a run, from its checks to its name. For one thread.
 *
 * @param structures how much of the heap footers and indexes may take
 * @param sources the sources of the run by the key of each existing target
 */
record FileRun(
        Recompression settings,
        FileJob job,
        Workers workers,
        Window structures,
        PageCodecs.Pool pool,
        TableGuard guard,
        Map<Object, String> sources,
        Listener listener) {

    /** How many times its length a footer may take once it is read, where its column chunks are as small as can be. */
    private static final int LARGEST_GROWTH = 40;

    private Plan plan() {
        return settings.plan();
    }

    /**
     * Recompresses the file.
     *
     * @throws CancelledException if the run ends before
     */
    FileOutcome run() throws IOException {
        if (settings.guardsTables()) {
            guard.requireNoTable(job);
        }
        try (FileInput input = job.open()) {
            Object state = job.openedState();
            FileProgress progress = new FileProgress(listener, input.length(), settings.verifies() ? 2 : 1);
            long structure = structureMemory(input);
            structures.take(structure, workers::check);
            try {
                FileOutcome outcome = run(input, state, progress);
                progress.end();
                return outcome;
            } finally {
                structures.giveBack(structure);
            }
        }
    }

    /** Returns how much of the heap the file's structure may take, which is at most all that structures have. */
    private long structureMemory(FileInput input) throws IOException {
        long estimate = (long) ParquetFile.footerLength(input) * LARGEST_GROWTH;
        return Math.max(1, Math.min(estimate, settings.memory()));
    }

    private FileOutcome run(FileInput input, Object state, FileProgress progress) throws IOException {
        long structureLimit = settings.structureLimit();
        Optional<FileOutcome> there = thereAlready(input, structureLimit);
        if (there.isPresent()) {
            job.clean();
            return there.get();
        }
        input.fetch();
        ParquetFile file = ParquetFile.readFooter(input, structureLimit, settings.defects());
        if (settings.guardsTables()) {
            guard.requireNoTable(file);
        }
        requireColumns(file);
        int chunks = file.chunks().size();
        if (job.skipsUnchanged() && changesNothing(file)) {
            file.walk(); // whether it is whole, and what is unusual about it
            job.clean();
            return FileOutcome.unchanged(job, input.length(), chunks, List.copyOf(file.notes()));
        }
        requireCodecs(file);
        job.clean(); // not beside a file that is refused before anything is written
        try (NewFile newFile = job.create();
                OrderedWork work = new OrderedWork(workers)) {
            FileCopy copy = new FileCopy(file, settings, pool, work, newFile.output(), progress);
            copy.run();
            long length = newFile.output().position();
            if (job.skipsUnchanged() && copy.changedChunks() == 0) {
                return FileOutcome.unchanged(job, input.length(), chunks, List.copyOf(file.notes()));
            }
            newFile.finish();
            if (settings.verifies()) {
                try {
                    verify(newFile, length, copy, work);
                } catch (FileDefect e) {
                    throw new IOException(
                            "What was written for " + job.source() + " failed its verification and is deleted: "
                                    + e.getMessage(),
                            e);
                }
            }
            workers.check();
            try {
                newFile.place(whileUnchanged(state));
            } catch (FileAlreadyExistsException e) {
                Optional<FileOutcome> faster = thereAlready(input, structureLimit); // by another run with this target
                return faster.orElseThrow(() -> e);
            }
            requireTargetOfItsOwn();
            List<String> notes = new ArrayList<>(file.notes());
            notes.addAll(newFile.notes());
            return FileOutcome.written(
                    job.source(),
                    job.target(),
                    input.length(),
                    length,
                    copy.changedChunks(),
                    chunks - copy.changedChunks(),
                    notes);
        }
    }

    /**
     * Returns the outcome if an earlier run has written the target. A target appears only as a whole, so that its footer tells:
     * it is that of the source, except for places and sizes, and codecs that were asked for. A source that was written
     * anew may have the footer that it had before, with other values.
     */
    private Optional<FileOutcome> thereAlready(FileInput input, long structureLimit) throws IOException {
        Optional<FileInput> target = job.openTarget();
        if (target.isEmpty()) {
            return Optional.empty();
        }
        try (FileInput there = target.get()) {
            if (job.isTargetTheSource()) {
                throw new FileAlreadyExistsException(
                        job.target(), null, "it is the source itself: choose another directory");
            }
            ParquetFile source = ParquetFile.readFooter(input, structureLimit);
            boolean isTheSame;
            boolean lacksChecksums = false;
            try {
                ParquetFile written = ParquetFile.readFooter(there, structureLimit);
                isTheSame = written.hasFooterOf(source, this::allows);
                lacksChecksums = isTheSame && plan().addsChecksums() && !written.hasChecksums();
            } catch (FileDefect e) {
                isTheSame = false;
            }
            if (!isTheSame) {
                throw new FileAlreadyExistsException(
                        job.target(), null, "another file is there, which is not " + job.source() + " recompressed");
            }
            if (job.isTargetOlder()) {
                throw new FileAlreadyExistsException(
                        job.target(),
                        null,
                        "a file is there that is older than " + job.source() + ", so that it may hold what"
                                + " that was before: delete it, or choose another directory");
            }
            if (lacksChecksums) {
                throw new FileAlreadyExistsException(
                        job.target(),
                        null,
                        "a file is there whose pages do not have the checksums that were asked for: delete it, or choose another"
                                + " directory");
            }
            requireTargetOfItsOwn();
            return Optional.of(FileOutcome.thereAlready(job, input.length(), there.length()));
        }
    }

    /** Requires that no other file of the run has its new one where that of this file is: their footers may be equal. */
    private void requireTargetOfItsOwn() throws IOException {
        String other = sources.putIfAbsent(job.targetKey(), job.source());
        if (other != null) {
            throw new FileAlreadyExistsException(
                    job.target(),
                    null,
                    "the file of " + other + " is there too, by another name: choose a directory without links,"
                            + " in a file system that tells upper case from lower case");
        }
    }

    /** Returns whether a column chunk may have the codec that another file has in its place, once the plan is carried out. */
    private boolean allows(ColumnChunk before, ColumnChunk after) {
        CompressionCodecName wanted = plan().target(before.path(), before.codec())
                .map(CodecLevel::codec)
                .orElse(null);
        return wanted == null || after.codec() == wanted || plan().keepsSmaller() && after.codec() == before.codec();
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
            public void goOn() throws IOException {
                workers.check();
            }
        };
    }

    private void requireColumns(ParquetFile file) throws FileDefect {
        Set<String> columns = new TreeSet<>();
        file.chunks().forEach(chunk -> columns.add(chunk.path()));
        for (String column : plan().columns().keySet()) {
            if (!columns.contains(column) && !file.rowGroups().isEmpty()) {
                throw new FileDefect("it has no column " + column + ", expected some of " + String.join(", ", columns));
            }
        }
    }

    private boolean changesNothing(ParquetFile file) {
        return !plan().addsChecksums()
                && file.chunks().stream()
                        .allMatch(chunk ->
                                plan().target(chunk.path(), chunk.codec()).isEmpty());
    }

    /** Fails before anything is written, rather than at the first page of a codec that nothing can read or write here. */
    private void requireCodecs(ParquetFile file) {
        PageCodecs codecs = pool.take();
        for (ColumnChunk chunk : file.chunks()) {
            plan().target(chunk.path(), chunk.codec()).ifPresent(target -> {
                codecs.requireDecompressor(chunk.codec());
                codecs.requireCompressor(target);
            });
        }
        pool.giveBack(codecs);
    }

    private static void verify(NewFile newFile, long length, FileCopy copy, OrderedWork work) throws IOException {
        try (FileInput input = newFile.open();
                work) { // to end before its input
            if (input.length() != length) {
                throw new FileDefect("it has " + input.length() + " bytes, expected " + length);
            }
            copy.compare(input);
        }
    }
}
