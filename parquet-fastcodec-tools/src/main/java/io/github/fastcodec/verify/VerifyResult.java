// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.io.Serializable;
import java.util.List;

/**
 * What a verification found in a file, and how much of the file it looked at. Immutable, serializable, and safe for use by many
 * threads.
 *
 * @param file the file, as the caller named it
 * @param findings the first 1,000 findings of each severity, those about the structure first, then pages in the order of the
 *     file; immutable
 * @param damages the number of all findings that are damage
 * @param quirks the number of all findings that are quirks
 * @param lostRows the rows of which values are lost, column chunk by column chunk; none for damage to statistics, indexes and bloom
 *     filters; immutable
 * @param isMissing whether a table's log names the file, and it is not there
 * @param isRead whether the storage gave all that was asked of it; if not, a finding says what is missing, and another attempt may do
 *     better
 * @param length the length of the file, in bytes; 0 if it could not be opened
 * @param rowGroups the number of row groups
 * @param rows the number of rows, as the footer has it
 * @param pages the number of pages that the file has, dictionary pages included
 * @param checkedPages how many of the pages were decompressed, or need not be, and have the size that their headers claim
 * @param checksummedPages how many of these pages have a checksum, and the right one: Parquet's own, GZIP's or ZSTD's. Damage in
 *     others is found only if it makes them malformed
 * @param decompressedBytes the size of the checked pages when they are decompressed, in bytes
 */
public record VerifyResult(
        String file,
        List<Finding> findings,
        long damages,
        long quirks,
        List<LostRows> lostRows,
        boolean isMissing,
        boolean isRead,
        long length,
        int rowGroups,
        long rows,
        long pages,
        long checkedPages,
        long checksummedPages,
        long decompressedBytes)
        implements Serializable {

    /** Returns whether no damage was found. */
    public boolean isSound() {
        return damages == 0;
    }

    @Override
    public String toString() {
        return file + ": " + damages + " damages, " + checkedPages + " of " + pages + " pages checked";
    }
}
