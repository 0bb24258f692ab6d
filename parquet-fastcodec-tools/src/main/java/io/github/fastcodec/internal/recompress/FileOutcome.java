// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of one file. Immutable; serializable if its failure is.
 *
 * @param status how it ended
 * @param source what messages call the source
 * @param target what messages call the target
 * @param bytesBefore the length of the source, in bytes
 * @param bytesAfter the length of the file that stands at the target, in bytes; 0 after a failure
 * @param changedChunks the number of column chunks that were compressed anew
 * @param keptChunks the number of column chunks whose bytes are those of the source
 * @param notes what is unusual about the source, and how the new file differs for it, a sentence each; immutable
 * @param exception why it failed, or null; see {@link #failure}
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
        @Nullable Exception exception)
        implements Serializable {

    /** How it ended. */
    public enum Status {
        /** There is a new file. */
        RECOMPRESSED,
        /** A file of a table stays, and there is no new one: nothing of it would change. */
        UNCHANGED,
        /** The target was there before, and holds what the source becomes. */
        UP_TO_DATE,
        /** It failed or was refused; {@link FileOutcome#failure} says why. The source is as it was. */
        FAILED,
        /** The run ended before. The source is as it was. */
        NOT_DONE
    }

    public FileOutcome {
        notes = List.copyOf(notes);
    }

    public static FileOutcome recompressed(
            String source,
            String target,
            long bytesBefore,
            long bytesAfter,
            int changedChunks,
            int keptChunks,
            List<String> notes) {
        return new FileOutcome(
                Status.RECOMPRESSED, source, target, bytesBefore, bytesAfter, changedChunks, keptChunks, notes, null);
    }

    static FileOutcome unchanged(FileJob job, long bytes, int chunks, List<String> notes) {
        return new FileOutcome(Status.UNCHANGED, job.source(), job.target(), bytes, bytes, 0, chunks, notes, null);
    }

    static FileOutcome upToDate(FileJob job, long bytesBefore, long bytesAfter) {
        return new FileOutcome(
                Status.UP_TO_DATE, job.source(), job.target(), bytesBefore, bytesAfter, 0, 0, List.of(), null);
    }

    public static FileOutcome failed(String source, String target, long bytesBefore, Exception failure) {
        return new FileOutcome(Status.FAILED, source, target, bytesBefore, 0, 0, 0, List.of(), failure);
    }

    static FileOutcome notDone(FileJob job) {
        return new FileOutcome(Status.NOT_DONE, job.source(), job.target(), job.length(), 0, 0, 0, List.of(), null);
    }

    /**
     * Returns why it failed: a {@link io.github.fastcodec.internal.storage.FileDefect} if the source was refused, whose message
     * does not name the file; else an IOException, or an UnsupportedOperationException if an engine is missing.
     */
    public Optional<Exception> failure() {
        return Optional.ofNullable(exception);
    }
}
