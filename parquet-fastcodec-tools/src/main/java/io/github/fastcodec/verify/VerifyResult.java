// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.TemporaryDirectoryException;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

    /** Collects what is found in a file. For one thread. */
    static final class Builder implements Defects {

        /** How many findings of a file and a severity are kept. A file of damaged pages must not take more memory than a good one. */
        private static final int KEPT = 1_000;

        private final String file;
        private final List<Finding> findings = new ArrayList<>();
        private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

        /** The messages about the file as a whole; each is added once. */
        private final Set<String> said = new HashSet<>();

        private final Losses losses = new Losses();
        private boolean isMissing;
        private boolean isRead = true;
        private long length;
        private long[] rowCounts = {};
        private long rows;
        private long pages;
        private long checkedPages;
        private long checksummedPages;
        private long decompressedBytes;

        Builder(String file) {
            this.file = file;
        }

        @Override
        public void found(Place place, FileDefect defect) {
            found(Kind.of(place), place, Reason.of(defect));
        }

        @Override
        public void found(Place place, Region.Kind part, FileDefect defect) {
            found(Kind.of(part), place, Reason.of(defect));
        }

        @Override
        public void strange(Place place, FileDefect defect) {
            found(Kind.UNKNOWN, place, Reason.of(defect));
        }

        void found(Kind kind, Place place, String message) {
            if (kind.losesRows() && place.page() < 0) {
                losses.addAll(place);
            }
            if (counts.merge(kind.severity(), 1L, Long::sum) <= KEPT) {
                findings.add(Finding.of(kind, file, place, message));
            }
        }

        /** Adds something that concerns the file as a whole, once. */
        void foundOnce(Kind kind, String message) {
            if (said.size() < KEPT && said.add(message)) {
                found(kind, Place.FILE, message);
            }
        }

        void opened(long newLength) {
            length = newLength;
        }

        long damages() {
            return counts.getOrDefault(Severity.DAMAGE, 0L);
        }

        /** Returns what collects the rows that are lost with pages. */
        Losses losses() {
            return losses;
        }

        /**
         * Adds that the storage failed to give a part of the file.
         *
         * @throws TemporaryDirectoryException if it is not the storage that failed
         */
        void unread(Kind kind, Place place, String what, IOException failure) throws TemporaryDirectoryException {
            if (failure instanceof TemporaryDirectoryException notOfTheFile) {
                throw notOfTheFile;
            }
            isRead = false;
            found(kind, place, what + " cannot be read: " + Reason.of(failure));
        }

        /** Says that the file is not there. */
        void missing() {
            isMissing = true;
            losses.addAll(Place.FILE);
            found(Kind.TABLE_LOG, Place.FILE, "it is not there, and the table's log names it");
        }

        /** @param newRowCounts the number of rows of each row group */
        void read(long[] newRowCounts, long newRows, long newPages) {
            rowCounts = newRowCounts;
            rows = newRows;
            pages = newPages;
        }

        void add(PageFacts page) {
            page.findings.forEach(finding -> found(finding.kind(), page.place, finding.message()));
            checkedPages += page.isDecompressed ? 1 : 0;
            checksummedPages += page.isDecompressed && page.hasChecksum ? 1 : 0;
            decompressedBytes += page.decompressedBytes;
        }

        VerifyResult build() {
            return new VerifyResult(
                    file,
                    Collections.unmodifiableList(findings),
                    damages(),
                    counts.getOrDefault(Severity.QUIRK, 0L),
                    losses.list(file, rowCounts),
                    isMissing,
                    isRead,
                    length,
                    rowCounts.length,
                    rows,
                    pages,
                    checkedPages,
                    checksummedPages,
                    decompressedBytes);
        }
    }
}
