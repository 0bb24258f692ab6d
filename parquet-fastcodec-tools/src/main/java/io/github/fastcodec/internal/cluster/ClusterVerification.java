// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.verify.Verification;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Verifies files on a cluster. Immutable. */
public record ClusterVerification(Cluster cluster, VerifyOptions options) {

    /**
     * A file to verify. Immutable.
     *
     * @param length the length of the file, in bytes
     * @param entry the file's entry in a table's log, or null
     */
    public record ClusterFile(
            String path, long length, @Nullable TableLogEntry entry) implements Serializable {}

    /**
     * Verifies files.
     *
     * @param each receives the result of each file, in any order; never called concurrently
     * @param cancelled whether the call should end soon; files whose task is unfinished when it ends have no result
     * @throws IOException if the cluster fails
     */
    public void run(Iterator<ClusterFile> files, Consumer<VerifyResult> each, BooleanSupplier cancelled)
            throws IOException {
        cluster.call(
                "parquet-fastcodec verifies Parquet files",
                new Verify(options),
                new Bundles<>(files, ClusterFile::length),
                results -> results.forEach(each),
                cancelled);
    }

    /** Verifies files on any machine. Immutable. */
    private record Verify(VerifyOptions options)
            implements ClusterFunction<ArrayList<ClusterFile>, ArrayList<VerifyResult>> {

        @Override
        public ArrayList<VerifyResult> run(ArrayList<ClusterFile> files, Machine machine) throws IOException {
            Map<String, TableLogEntry> log = new HashMap<>();
            files.forEach(file -> {
                if (file.entry() != null) {
                    log.put(file.path(), file.entry());
                }
            });
            VerifyOptions here = options.withThreads(machine.threads(options.threads()))
                    .withMemory(machine.memory(options.memory()));
            ArrayList<VerifyResult> results = new ArrayList<>();
            try {
                new Verification(here, bytes -> {}, log::get)
                        .run(files.stream().map(ClusterFile::path).toList(), machine.storages(), results::add);
            } catch (UncheckedIOException e) {
                throw e.getCause(); // interrupted, or the temporary directory failed
            }
            for (VerifyResult result : results) {
                if (!result.isRead() && !machine.isLastAttempt()) {
                    throw new IOException(result.file() + " could not be read completely"); // a retry may succeed
                }
            }
            return results;
        }
    }
}
