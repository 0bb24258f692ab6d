// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

/** The number and the total lengths of the files with one outcome, and the numbers of their column chunks. Not thread-safe. */
public final class FileTotals {

    private long files;
    private long bytesBefore;
    private long bytesAfter;
    private long changedChunks;
    private long keptChunks;

    public void add(FileOutcome outcome) {
        add(1, outcome.bytesBefore(), outcome.bytesAfter());
        changedChunks += outcome.changedChunks();
        keptChunks += outcome.keptChunks();
    }

    public void add(FileTotals more) {
        add(more.files, more.bytesBefore, more.bytesAfter);
        changedChunks += more.changedChunks;
        keptChunks += more.keptChunks;
    }

    /**
     * Adds files.
     *
     * @param before their total length before recompression, in bytes
     * @param after their total length after recompression, in bytes
     */
    public void add(long number, long before, long after) {
        files += number;
        bytesBefore += before;
        bytesAfter += after;
    }

    public long files() {
        return files;
    }

    /** Returns the total length of the files before recompression, in bytes. */
    public long bytesBefore() {
        return bytesBefore;
    }

    /** Returns the total length of the files after recompression, in bytes. */
    public long bytesAfter() {
        return bytesAfter;
    }

    /** Returns the number of column chunks with new pages. */
    public long changedChunks() {
        return changedChunks;
    }

    /** Returns the number of column chunks that have the bytes of the source. */
    public long keptChunks() {
        return keptChunks;
    }
}
