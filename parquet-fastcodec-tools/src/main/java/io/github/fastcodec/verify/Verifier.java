// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.verify.Verification;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Checks Parquet files: decompresses every page and compares redundant metadata. Never changes files. Immutable and thread-safe; each
 * call has its own threads and memory.
 */
public final class Verifier {

    private final VerifyOptions options;
    private final LongConsumer progress;

    private Verifier(VerifyOptions options, LongConsumer progress) {
        this.options = options;
        this.progress = progress;
    }

    /** Returns a verifier that uses all processors and half of the heap, and does not decode values. */
    public static Verifier defaults() {
        return of(VerifyOptions.defaults());
    }

    /** Returns a verifier with the given options. */
    public static Verifier of(VerifyOptions options) {
        return new Verifier(options, bytes -> {});
    }

    /**
     * Returns a copy that reports its progress.
     *
     * @param listener receives, on the calling thread, the number of bytes of pages checked since its last call. It may end the
     *     verification with a {@link CancellationException}; in that case the result of an unfinished file covers the pages
     *     checked so far
     */
    public Verifier withProgress(LongConsumer listener) {
        return new Verifier(options, listener);
    }

    /**
     * Checks a file.
     *
     * @param file a file in a file system with channels, such as the default one
     * @return the result, in which an unreadable file is a finding too
     * @throws UncheckedIOException if the thread is interrupted
     */
    public VerifyResult verify(Path file) {
        List<VerifyResult> results = new ArrayList<>();
        verification().run(List.of(file.toString()), name -> LocalInput.open(file), results::add);
        return results.get(0);
    }

    /**
     * Checks files, small ones in parallel. An unreadable file is a finding too.
     *
     * @param files paths of files; those with a scheme, such as {@code hdfs://}, use the Hadoop file systems that the calling thread's
     *     class loader finds
     * @param each receives the result of each file, in the order of the files, on the calling thread
     * @throws UncheckedIOException if the thread is interrupted, or if this machine's temporary directory, into which files on S3
     *     are fetched, cannot be used
     */
    public void verify(Iterable<String> files, Consumer<VerifyResult> each) {
        verification().run(files, new Storages(Storages.applicationLoader()), each);
    }

    private Verification verification() {
        return new Verification(options, progress, file -> null);
    }
}
