// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.internal.recompress.FileOutcome;
import java.util.List;

/** The outcome of one file that did not fail. Immutable. */
public final class RecompressResult {

    private final long sourceBytes;
    private final long targetBytes;
    private final int changedChunks;
    private final int keptChunks;
    private final boolean written;
    private final boolean verified;
    private final List<String> notes;

    RecompressResult(FileOutcome outcome, boolean verifies) {
        this.sourceBytes = outcome.sourceBytes();
        this.targetBytes = outcome.targetBytes();
        this.changedChunks = outcome.changedChunks();
        this.keptChunks = outcome.keptChunks();
        this.written = outcome.kind() == FileOutcome.Kind.WRITTEN;
        this.verified = written && verifies;
        this.notes = outcome.notes();
    }

    /**
     * Returns whether there is a new file. There is none where an earlier call has written the target, and where a file that
     * was to be replaced stays as it is.
     */
    public boolean written() {
        return written;
    }

    /** Returns the length of the source, in bytes. */
    public long sourceBytes() {
        return sourceBytes;
    }

    /** Returns the length of the file that stands at the target, in bytes. */
    public long targetBytes() {
        return targetBytes;
    }

    /** Returns the number of column chunks that were compressed anew. */
    public int changedChunks() {
        return changedChunks;
    }

    /**
     * Returns the number of column chunks whose bytes are those of the source: they had the codec already, or would have grown.
     */
    public int keptChunks() {
        return keptChunks;
    }

    /** Returns whether the new file was read back from the disk and compared with the source. */
    public boolean verified() {
        return verified;
    }

    /** Returns what is unusual about the source, and what became of it, a sentence each; immutable. */
    public List<String> notes() {
        return notes;
    }

    @Override
    public String toString() {
        return sourceBytes + " bytes to " + targetBytes + ", " + changedChunks + " column chunks changed, " + keptChunks
                + " kept" + (verified ? ", verified" : "") + (written ? "" : ", no new file");
    }
}
