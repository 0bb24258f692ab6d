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
 * Checks Parquet files: every page is decompressed, and everything that a file says twice is compared. Files are only read.
 * Immutable and safe for use by many threads; each call has threads and memory of its own.
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
     * Returns a copy that reports how far it is.
     *
     * @param listener is told how many more bytes of pages were checked, by the calling thread. It may end the verification by a
     *     {@link CancellationException}: files that are not checked to their end have a result for the pages before
     */
    public Verifier withProgress(LongConsumer listener) {
        return new Verifier(options, listener);
    }

    /**
     * Checks a file.
     *
     * @param file a file of a file system that has channels, such as the default one
     * @return what was found; that the file cannot be read is a finding too
     * @throws UncheckedIOException if the thread is interrupted
     */
    public VerifyResult verify(Path file) {
        List<VerifyResult> results = new ArrayList<>();
        verification().run(List.of(file.toString()), name -> LocalInput.open(file), results::add);
        return results.get(0);
    }

    /**
     * Checks files, small ones side by side. That a file cannot be read is a finding too.
     *
     * @param files paths of files; with a scheme such as {@code hdfs://} on what Hadoop's file systems serve that the calling
     *     thread's class loader finds
     * @param each takes the result of each file, in the order of the files, on the calling thread
     * @throws UncheckedIOException if the thread is interrupted, or this machine's temporary directory fails, to which files are
     *     fetched that are on S3
     */
    public void verify(Iterable<String> files, Consumer<VerifyResult> each) {
        verification().run(files, new Storages(Storages.applicationLoader()), each);
    }

    private Verification verification() {
        return new Verification(options, progress, file -> null);
    }
}
