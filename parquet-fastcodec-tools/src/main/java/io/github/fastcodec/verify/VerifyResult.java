// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import java.io.Serializable;
import java.util.List;

/**
 * The findings in a file, and how much of the file was checked. Immutable, serializable and thread-safe.
 *
 * @param file the file, as the caller named it
 * @param findings the first 1,000 findings of each severity: first those about the structure, then those about pages, in file
 *     order; immutable
 * @param damages the total number of findings with the severity {@link Severity#DAMAGE}
 * @param quirks the total number of findings with the severity {@link Severity#QUIRK}
 * @param lostRows the rows with lost values, as ranges within a column chunk, a row group or the file; damage to statistics,
 *     indexes and bloom filters does not count; immutable
 * @param isMissing whether a table's log names the file, but the file does not exist
 * @param isRead whether the storage delivered all requested bytes; if not, a finding names the missing part, and another attempt may
 *     succeed
 * @param length the length of the file, in bytes; 0 if it could not be opened
 * @param rowGroups the number of row groups
 * @param rows the number of rows according to the footer
 * @param pages the number of pages in the file, dictionary pages included
 * @param checkedPages the number of pages that have the size that their headers claim, after decompression if they are compressed
 * @param checksummedPages the number of checked pages with a correct checksum: Parquet's own, GZIP's or ZSTD's. Damage in other
 *     pages is found only if it makes them malformed
 * @param decompressedBytes the decompressed size of the checked pages, in bytes
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
