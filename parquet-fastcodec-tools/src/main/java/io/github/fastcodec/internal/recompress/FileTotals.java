// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

/** The number and the total lengths of the files with one outcome. Not thread-safe. */
public final class FileTotals {

    private long files;
    private long bytesBefore;
    private long bytesAfter;

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

    /** Returns the number of files. */
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
}
