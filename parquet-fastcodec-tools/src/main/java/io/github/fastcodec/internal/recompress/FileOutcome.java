// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one file. Immutable; serializable if its failure is.
 *
 * @param source the name of the source in messages
 * @param target the name of the target in messages
 * @param bytesBefore the length of the source, in bytes
 * @param bytesAfter the length of the file at the target, in bytes; 0 after a failure
 * @param changedChunks the number of column chunks whose pages were recompressed, or were given checksums
 * @param keptChunks the number of column chunks that were copied unchanged
 * @param notes peculiarities of the source and the resulting differences of the new file, one sentence each; immutable
 * @param isConfirmedByChecksum whether a store confirmed the new file by its checksum, so that it was not read back from the store
 * @param exception the failure, or null; see {@link #failure}
 */
public record FileOutcome(
        Status status,
        String source,
        String target,
        long bytesBefore,
        long bytesAfter,
        int changedChunks,
        int keptChunks,
        List<String> notes,
        boolean isConfirmedByChecksum,
        @Nullable Exception exception)
        implements Serializable {

    /** The status of a file after a run. */
    public enum Status {
        /** A new file was created, and the pages of at least one column chunk are new. */
        RECOMPRESSED,
        /** A new file was created, and all its column chunks have the bytes of the source, which were not decompressed. */
        CARRIED_OVER,
        /** A file of a table is kept, and no new file is created, because nothing in it would change. */
        UNCHANGED,
        /** The target existed already, and is a recompressed copy of the source. */
        UP_TO_DATE,
        /** The file failed or was refused; see {@link FileOutcome#failure}. The source is unchanged. */
        FAILED,
        /** The run ended before the file was done. The source is unchanged. */
        NOT_DONE
    }

    public FileOutcome {
        notes = List.copyOf(notes);
    }

    public static FileOutcome written(
            String source,
            String target,
            long bytesBefore,
            long bytesAfter,
            int changedChunks,
            int keptChunks,
            List<String> notes,
            boolean isConfirmedByChecksum) {
        return new FileOutcome(
                changedChunks == 0 && keptChunks > 0 ? Status.CARRIED_OVER : Status.RECOMPRESSED,
                source,
                target,
                bytesBefore,
                bytesAfter,
                changedChunks,
                keptChunks,
                notes,
                isConfirmedByChecksum,
                null);
    }

    static FileOutcome unchanged(FileJob job, long bytes, int chunks, List<String> notes) {
        return new FileOutcome(
                Status.UNCHANGED, job.source(), job.target(), bytes, bytes, 0, chunks, notes, false, null);
    }

    static FileOutcome upToDate(FileJob job, long bytesBefore, long bytesAfter) {
        return new FileOutcome(
                Status.UP_TO_DATE, job.source(), job.target(), bytesBefore, bytesAfter, 0, 0, List.of(), false, null);
    }

    public static FileOutcome failed(String source, String target, long bytesBefore, Exception failure) {
        return new FileOutcome(Status.FAILED, source, target, bytesBefore, 0, 0, 0, List.of(), false, failure);
    }

    static FileOutcome notDone(FileJob job) {
        return new FileOutcome(
                Status.NOT_DONE, job.source(), job.target(), job.length(), 0, 0, 0, List.of(), false, null);
    }

    /** Returns whether this run created a new file. */
    public boolean isWritten() {
        return status == Status.RECOMPRESSED || status == Status.CARRIED_OVER;
    }

    /**
     * Returns the failure. If the source was refused, it is a {@link io.github.fastcodec.internal.storage.FileDefect}, whose
     * message does not name the file; otherwise it is an IOException, or an UnsupportedOperationException if an engine is
     * missing.
     */
    public Optional<Exception> failure() {
        return Optional.ofNullable(exception);
    }
}
