// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** What has become of one file. Immutable; it travels between JVMs if its failure does. */
public final class FileOutcome implements Serializable {

    private static final long serialVersionUID = 1L;

    /** How it ended. */
    public enum Kind {
        /** There is a new file. */
        WRITTEN,
        /** The file stays as it is in its place, and there is no new one: nothing of it would change. */
        UNCHANGED,
        /** The target is there already, from an earlier run. */
        THERE_ALREADY,
        /** It failed or was refused; {@link FileOutcome#failure} says why. The source is as it was. */
        FAILED,
        /** The run ended before. The source is as it was. */
        NOT_DONE
    }

    private final Kind kind;
    private final String source;
    private final long sourceBytes;
    private final long targetBytes;
    private final int changedChunks;
    private final int keptChunks;

    @SuppressWarnings("serial") // the JDK's own list
    private final List<String> notes;

    private final Exception failure;

    private FileOutcome(
            Kind kind,
            String source,
            long sourceBytes,
            long targetBytes,
            int changedChunks,
            int keptChunks,
            Collection<String> notes,
            Exception failure) {
        this.kind = kind;
        this.source = source;
        this.sourceBytes = sourceBytes;
        this.targetBytes = targetBytes;
        this.changedChunks = changedChunks;
        this.keptChunks = keptChunks;
        this.notes = Collections.unmodifiableList(new ArrayList<>(notes));
        this.failure = failure;
    }

    public static FileOutcome written(
            String source,
            long sourceBytes,
            long targetBytes,
            int changedChunks,
            int keptChunks,
            Collection<String> notes) {
        return new FileOutcome(Kind.WRITTEN, source, sourceBytes, targetBytes, changedChunks, keptChunks, notes, null);
    }

    static FileOutcome unchanged(String source, long bytes, int chunks, Collection<String> notes) {
        return new FileOutcome(Kind.UNCHANGED, source, bytes, bytes, 0, chunks, notes, null);
    }

    static FileOutcome thereAlready(String source, long sourceBytes, long targetBytes) {
        return new FileOutcome(Kind.THERE_ALREADY, source, sourceBytes, targetBytes, 0, 0, List.of(), null);
    }

    public static FileOutcome failed(String source, long sourceBytes, Exception failure) {
        return new FileOutcome(Kind.FAILED, source, sourceBytes, 0, 0, 0, List.of(), failure);
    }

    static FileOutcome notDone(String source, long sourceBytes) {
        return new FileOutcome(Kind.NOT_DONE, source, sourceBytes, 0, 0, 0, List.of(), null);
    }

    public Kind kind() {
        return kind;
    }

    /** Returns what messages call the source. */
    public String source() {
        return source;
    }

    /** Returns the length of the source, in bytes. */
    public long sourceBytes() {
        return sourceBytes;
    }

    /** Returns the length of the file that stands at the target, in bytes; 0 after a failure. */
    public long targetBytes() {
        return targetBytes;
    }

    /** Returns the number of column chunks that were compressed anew. */
    public int changedChunks() {
        return changedChunks;
    }

    /** Returns the number of column chunks whose bytes are those of the source. */
    public int keptChunks() {
        return keptChunks;
    }

    /** Returns what is unusual about the source, and what became of it, a sentence each; immutable. */
    public List<String> notes() {
        return notes;
    }

    /**
     * Returns why it failed: a {@link io.github.fastcodec.internal.storage.FileDefect} if the source was refused, whose message
     * does not name the file; else an IOException, or an UnsupportedOperationException if an engine is missing.
     */
    public Optional<Exception> failure() {
        return Optional.ofNullable(failure);
    }
}
