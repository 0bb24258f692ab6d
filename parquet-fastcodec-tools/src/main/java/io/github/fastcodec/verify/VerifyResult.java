// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.text.Reason;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a verification found in a file, and how much of the file it looked at. Immutable and safe for use by many threads.
 *
 * @param file the file, as the caller named it
 * @param findings the first 1,000 findings, those about the structure first, then pages in the order of the file; immutable
 * @param findingCount the number of all findings
 * @param notes what is unusual about the file and no damage, a sentence each; immutable
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
        long findingCount,
        Set<String> notes,
        long length,
        int rowGroups,
        long rows,
        long pages,
        long checkedPages,
        long checksummedPages,
        long decompressedBytes) {

    /** Returns whether nothing was found. */
    public boolean isSound() {
        return findingCount == 0;
    }

    @Override
    public String toString() {
        return file + ": " + findingCount + " findings, " + checkedPages + " of " + pages + " pages checked";
    }

    /** Collects what is found in a file. For one thread. */
    static final class Builder implements Defects {

        /** How many findings of a file are kept. A file of damaged pages must not take more memory than a good one. */
        private static final int KEPT = 1_000;

        private final String file;
        private final List<Finding> findings = new ArrayList<>();
        private final Set<String> notes = new LinkedHashSet<>();
        private long findingCount;
        private long length;
        private int rowGroups;
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
            found(place, Reason.of(defect));
        }

        @Override
        public void strange(Place place, FileDefect defect) {
            note(place.equals(Place.FILE) ? Reason.of(defect) : place + ": " + Reason.of(defect));
        }

        void found(Place place, String message) {
            findingCount++;
            if (findings.size() < KEPT) {
                findings.add(Finding.of(file, place, message));
            }
        }

        /** Adds something that is no damage, once. */
        void note(String note) {
            if (notes.size() < KEPT) {
                notes.add(note);
            }
        }

        void opened(long newLength) {
            length = newLength;
        }

        void read(int newRowGroups, long newRows, long newPages) {
            rowGroups = newRowGroups;
            rows = newRows;
            pages = newPages;
        }

        void add(PageFacts page) {
            page.findings.forEach(finding -> found(page.place, finding));
            checkedPages += page.isDecompressed ? 1 : 0;
            checksummedPages += page.isDecompressed && page.hasChecksum ? 1 : 0;
            decompressedBytes += page.decompressedBytes;
        }

        VerifyResult build() {
            return new VerifyResult(
                    file,
                    Collections.unmodifiableList(findings),
                    findingCount,
                    Collections.unmodifiableSet(notes),
                    length,
                    rowGroups,
                    rows,
                    pages,
                    checkedPages,
                    checksummedPages,
                    decompressedBytes);
        }
    }
}
