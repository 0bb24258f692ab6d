// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.verify.Verification;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Checks Parquet files: every page is decompressed, and everything that a file says twice is compared. Files are only read.
 * Immutable and safe for use by many threads.
 */
public final class Verifier {

    /** Half of the heap: the rest is for what threads decompress into, and for the application. */
    private static final int HEAP_SHARE = 2;

    private final FastCodecOptions options;
    private final int threads;
    private final long memory;
    private final boolean checksValues;

    private Verifier(FastCodecOptions options, int threads, long memory, boolean checksValues) {
        this.options = Objects.requireNonNull(options, "options");
        this.threads = threads;
        this.memory = memory;
        this.checksValues = checksValues;
        verification(); // which requires good numbers
    }

    /** Returns a verifier that uses all processors and half of the heap, and does not decode values. */
    public static Verifier defaults() {
        return new Verifier(
                FastCodecOptions.defaults(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.getRuntime().maxMemory() / HEAP_SHARE,
                false);
    }

    /** Returns a copy that decompresses pages with the given options. */
    public Verifier withOptions(FastCodecOptions newOptions) {
        return new Verifier(newOptions, threads, memory, checksValues);
    }

    /**
     * Returns a copy that uses a number of threads, beside the calling one, which reads; with 1 the calling one does everything.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Verifier withThreads(int newThreads) {
        return new Verifier(options, newThreads, memory, checksValues);
    }

    /**
     * Returns a copy that holds at most so many bytes of pages at the same time. A page that needs more is a finding.
     *
     * @throws IllegalArgumentException if it is below 1
     */
    public Verifier withMemory(long bytes) {
        return new Verifier(options, threads, bytes, checksValues);
    }

    /** Returns a copy that decodes values too, and compares them with statistics, column indexes and bloom filters. */
    public Verifier withValues() {
        return new Verifier(options, threads, memory, true);
    }

    /**
     * Checks a file.
     *
     * @param file a file of a file system that has channels, such as the default one
     * @return what was found; that the file cannot be read is a finding too
     */
    public VerifyResult verify(Path file) {
        List<VerifyResult> results = new ArrayList<>();
        verify(List.of(file), results::add);
        return results.get(0);
    }

    /**
     * Checks files, small ones side by side.
     *
     * @param files files of file systems that have channels, such as the default one
     * @param each is told what was found in each file, in the order of the files, by the calling thread
     */
    public void verify(Iterable<Path> files, Consumer<VerifyResult> each) {
        Iterator<Path> paths = files.iterator();
        try {
            verification()
                    .run(
                            new Iterator<Verification.Source>() {
                                @Override
                                public boolean hasNext() {
                                    return paths.hasNext();
                                }

                                @Override
                                public Verification.Source next() {
                                    return source(paths.next());
                                }
                            },
                            report -> each.accept(new VerifyResult(report)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Verification verification() {
        return Verification.of(options, threads, memory, checksValues);
    }

    private static Verification.Source source(Path path) {
        return new Verification.Source() {
            @Override
            public String name() {
                return path.toString();
            }

            @Override
            public FileInput open() throws IOException {
                return LocalInput.open(path);
            }
        };
    }
}
