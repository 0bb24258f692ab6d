// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.file.Place;
import io.github.fastcodec.internal.verify.FileReport;
import io.github.fastcodec.internal.verify.Found;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a verification found in a file, and how much of the file it looked at. Immutable and safe for use by many threads. */
public final class VerifyResult {

    private final String file;
    private final List<Finding> findings;
    private final long findingCount;
    private final Set<String> notes;
    private final long length;
    private final int rowGroups;
    private final long rows;
    private final long pages;
    private final long checkedPages;
    private final long checksummedPages;
    private final long decompressedBytes;

    VerifyResult(FileReport report) {
        file = report.file();
        List<Finding> all = new ArrayList<>();
        for (Found found : report.findings()) {
            Place place = found.place();
            all.add(new Finding(file, place.rowGroup(), place.column(), place.page(), place.offset(), found.message()));
        }
        findings = Collections.unmodifiableList(all);
        findingCount = report.findingCount();
        notes = Collections.unmodifiableSet(new LinkedHashSet<>(report.notes()));
        length = report.length();
        rowGroups = report.rowGroups();
        rows = report.rows();
        pages = report.pages();
        checkedPages = report.checkedPages();
        checksummedPages = report.checksummedPages();
        decompressedBytes = report.decompressedBytes();
    }

    /** Returns the file, as the caller named it. */
    public String file() {
        return file;
    }

    /** Returns whether nothing was found. */
    public boolean isSound() {
        return findingCount == 0;
    }

    /** Returns the first 1,000 findings, those about the structure first, then pages in the order of the file; immutable. */
    public List<Finding> findings() {
        return findings;
    }

    /** Returns the number of all findings. */
    public long findingCount() {
        return findingCount;
    }

    /** Returns what is unusual about the file and no damage, a sentence each; immutable. */
    public Set<String> notes() {
        return notes;
    }

    /** Returns the length of the file, in bytes; 0 if it could not be opened. */
    public long length() {
        return length;
    }

    /** Returns the number of row groups. */
    public int rowGroups() {
        return rowGroups;
    }

    /** Returns the number of rows, as the footer has it. */
    public long rows() {
        return rows;
    }

    /** Returns the number of pages that the file has, dictionary pages included. */
    public long pages() {
        return pages;
    }

    /** Returns how many of the pages were decompressed, or need not be, and have the size that their headers claim. */
    public long checkedPages() {
        return checkedPages;
    }

    /**
     * Returns how many of these pages have a checksum, and the right one: Parquet's own, GZIP's or ZSTD's. Damage in others is
     * found only if it makes them malformed.
     */
    public long checksummedPages() {
        return checksummedPages;
    }

    /** Returns the size of the checked pages when they are decompressed, in bytes. */
    public long decompressedBytes() {
        return decompressedBytes;
    }

    @Override
    public String toString() {
        return file + ": " + findingCount + " findings, " + checkedPages + " of " + pages + " pages checked";
    }
}
