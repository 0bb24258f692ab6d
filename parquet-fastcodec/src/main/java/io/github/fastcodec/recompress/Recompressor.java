// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.file.ColumnChunk;
import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.FooterChange;
import io.github.fastcodec.internal.file.LocalInput;
import io.github.fastcodec.internal.file.ParquetFile;
import io.github.fastcodec.internal.file.RowGroup;
import io.github.fastcodec.internal.memory.ByteArrays;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes Parquet files again with other codecs or levels. Immutable and safe for use by many threads; each call has threads
 * and memory of its own.
 *
 * <p>The new file does not depend on the number of threads. Unless {@link #withoutVerification}, it is read back from the disk
 * and compared with the source before it gets its name: the structure, and each page decompressed.
 */
public final class Recompressor {

    private static final long MIB = 1L << 20;
    private static final long WINDOW = 32 * MIB;
    private static final long WINDOW_OF_A_THREAD = 8 * MIB;

    /** The share of the heap that may be used if nothing else is asked for. */
    private static final int HEAP_SHARE = 2;

    /** The share of the memory that a footer or an index may take as it stands in the file; it takes several times that. */
    private static final int STRUCTURE_SHARE = 8;

    private final RecompressPlan plan;
    private final FastCodecOptions options;
    private final int threads;
    private final long memory;
    private final boolean verifies;

    private Recompressor(RecompressPlan plan, FastCodecOptions options, int threads, long memory, boolean verifies) {
        this.plan = Objects.requireNonNull(plan, "plan");
        this.options = Objects.requireNonNull(options, "options");
        this.threads = threads;
        this.memory = memory;
        this.verifies = verifies;
    }

    /** Returns a recompressor that uses all processors and half of the heap, and verifies what it writes. */
    public static Recompressor of(RecompressPlan plan) {
        return new Recompressor(
                plan,
                FastCodecOptions.defaults(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() / HEAP_SHARE,
                true);
    }

    /** Returns a copy that compresses and decompresses pages with the given options. */
    public Recompressor withOptions(FastCodecOptions newOptions) {
        return new Recompressor(plan, newOptions, threads, memory, verifies);
    }

    /**
     * Returns a copy that uses a number of threads for a file, beside the calling one, which reads and writes; with 1 the
     * calling one does everything.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Recompressor withThreads(int newThreads) {
        if (newThreads < 1) {
            throw new IllegalArgumentException("threads is " + newThreads + ", expected at least 1");
        }
        return new Recompressor(plan, options, newThreads, memory, verifies);
    }

    /**
     * Returns a copy that holds at most so many bytes of pages at the same time.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Recompressor withMemory(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("memory is " + bytes + " bytes, expected at least 1");
        }
        return new Recompressor(plan, options, threads, bytes, verifies);
    }

    /** Returns a copy that does not read back what it has written. */
    public Recompressor withoutVerification() {
        return new Recompressor(plan, options, threads, memory, false);
    }

    /**
     * Writes a file again. The source is only read. The target appears as a whole, after everything is on the disk and
     * compared, or not at all.
     *
     * @param source a file of a file system that has channels, such as the default one
     * @param target where nothing is yet; its directory exists
     * @throws RefusedFileException if the source is damaged, has something that cannot be carried over, needs more memory than
     *     there is, changes meanwhile, or lacks a column of the plan; says what and where
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the target
     * @throws IllegalArgumentException if a level of the plan is out of range
     * @throws UnsupportedOperationException if no engine can decompress or compress a codec; says what to add
     * @throws IOException if reading or writing fails, or the new file fails its verification
     */
    public RecompressResult recompress(Path source, Path target) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(source, BasicFileAttributes.class);
        try (NewFile newFile = new NewFile(target);
                LocalInput input = LocalInput.open(source);
                OrderedWork work = new OrderedWork(threads, window())) {
            ParquetFile file = ParquetFile.read(input, memory / STRUCTURE_SHARE);
            PageCodecs.Shelf shelf = new PageCodecs.Shelf(new FastCodecFactory(options));
            requireColumns(file);
            requireCodecs(file, shelf);
            requireMemory(file);
            int changed;
            FooterChange change;
            try (FileOutput output = new FileOutput(newFile.beside())) {
                FileCopy copy = new FileCopy(file, plan, shelf, work, output);
                change = copy.run();
                changed = copy.changedChunks();
                output.sync();
            }
            if (verifies) {
                verify(source, file, newFile.beside(), change, shelf, work);
            }
            requireUnchanged(source, attributes);
            long length = Files.size(newFile.beside());
            newFile.place();
            int chunks = file.rowGroups().stream()
                    .mapToInt(group -> group.chunks().size())
                    .sum();
            return new RecompressResult(input.length(), length, changed, chunks - changed, verifies, file.notes());
        } catch (FileDefect e) {
            throw new RefusedFileException(source, e.getMessage(), e);
        }
    }

    /** Returns how many bytes of pages may be held at the same time, except by one page that is larger by itself. */
    private long window() {
        return Math.min(WINDOW + threads * WINDOW_OF_A_THREAD, memory);
    }

    private void requireColumns(ParquetFile file) throws FileDefect {
        Set<String> columns = new TreeSet<>();
        for (RowGroup group : file.rowGroups()) {
            group.chunks().forEach(chunk -> columns.add(chunk.path()));
        }
        for (String column : plan.columns()) {
            if (!columns.contains(column) && !file.rowGroups().isEmpty()) {
                throw new FileDefect("it has no column " + column + ", expected some of " + String.join(", ", columns));
            }
        }
    }

    /** Fails before anything is written, rather than at the first page of a codec that nothing can read or write here. */
    private void requireCodecs(ParquetFile file, PageCodecs.Shelf shelf) {
        PageCodecs codecs = shelf.take();
        for (RowGroup group : file.rowGroups()) {
            for (ColumnChunk chunk : group.chunks()) {
                Target target = plan.target(chunk.path(), chunk.codec());
                if (target != null) {
                    codecs.requireDecompressor(chunk.codec());
                    codecs.requireCompressor(target);
                }
            }
        }
        shelf.giveBack(codecs);
    }

    private void requireMemory(ParquetFile file) throws FileDefect {
        for (RowGroup group : file.rowGroups()) {
            for (ColumnChunk chunk : group.chunks()) {
                for (PageBatch batch : PageBatch.of(chunk)) {
                    requireMemory(batch);
                }
            }
        }
    }

    private void requireMemory(PageBatch batch) throws FileDefect {
        if (batch.end() - batch.first() > 1) {
            return; // small ones
        }
        long need = batch.memory();
        if (need > memory) {
            throw new FileDefect("it needs " + mebibytes(need) + " MiB of memory, pages may take " + mebibytes(memory)
                            + " MiB: use a heap of at least " + mebibytes(need * HEAP_SHARE) + " MiB (-Xmx)")
                    .in(batch.chunk().place(batch.first()));
        }
        if (batch.length() > ByteArrays.MAX_LENGTH) {
            throw new FileDefect(
                            "it has " + batch.length() + " bytes, the limit is " + ByteArrays.MAX_LENGTH + " bytes")
                    .in(batch.chunk().place(batch.first()));
        }
    }

    private static long mebibytes(long bytes) {
        return (bytes + MIB - 1) / MIB;
    }

    private void verify(
            Path source, ParquetFile file, Path written, FooterChange change, PageCodecs.Shelf shelf, OrderedWork work)
            throws IOException {
        try (LocalInput input = LocalInput.open(written)) {
            ParquetFile after = ParquetFile.read(input, Long.MAX_VALUE);
            new FileComparison(file, after, change, shelf, work).run();
            work.finish();
        } catch (FileDefect e) {
            throw new IOException(
                    "What was written for " + source + " failed its verification and is deleted: " + e.getMessage(), e);
        }
    }

    private static void requireUnchanged(Path source, BasicFileAttributes before) throws IOException {
        BasicFileAttributes now = Files.readAttributes(source, BasicFileAttributes.class);
        if (now.size() != before.size()
                || !now.lastModifiedTime().equals(before.lastModifiedTime())
                || !Objects.equals(now.fileKey(), before.fileKey())) {
            throw new FileDefect("it has changed while it was read");
        }
    }
}
