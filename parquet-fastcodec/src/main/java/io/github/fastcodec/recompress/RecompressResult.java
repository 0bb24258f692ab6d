// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/** What has become of one file. Immutable. */
public final class RecompressResult {

    private final long sourceBytes;
    private final long targetBytes;
    private final int changedChunks;
    private final int keptChunks;
    private final boolean verified;
    private final List<String> notes;

    RecompressResult(
            long sourceBytes,
            long targetBytes,
            int changedChunks,
            int keptChunks,
            boolean verified,
            Collection<String> notes) {
        this.sourceBytes = sourceBytes;
        this.targetBytes = targetBytes;
        this.changedChunks = changedChunks;
        this.keptChunks = keptChunks;
        this.verified = verified;
        this.notes = Collections.unmodifiableList(new ArrayList<>(notes));
    }

    /** Returns the length of the source, in bytes. */
    public long sourceBytes() {
        return sourceBytes;
    }

    /** Returns the length of the new file, in bytes. */
    public long targetBytes() {
        return targetBytes;
    }

    /** Returns the number of column chunks that were compressed anew. */
    public int changedChunks() {
        return changedChunks;
    }

    /** Returns the number of column chunks whose bytes were copied: they had the codec already, or would have grown. */
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
                + " kept" + (verified ? ", verified" : "");
    }
}
