// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

/** How many files have had one outcome, and their bytes. Not thread-safe. */
public final class FileTotals {

    private long files;
    private long bytesBefore;
    private long bytesAfter;

    /**
     * Adds files.
     *
     * @param before their length as they were, in bytes
     * @param after their length as they are now, in bytes
     */
    public void add(long number, long before, long after) {
        files += number;
        bytesBefore += before;
        bytesAfter += after;
    }

    /** Returns the number of files. */
    public long files() {
        return files;
    }

    /** Returns the length of the files as they were, in bytes. */
    public long bytesBefore() {
        return bytesBefore;
    }

    /** Returns the length of the files as they are now, in bytes. */
    public long bytesAfter() {
        return bytesAfter;
    }
}
