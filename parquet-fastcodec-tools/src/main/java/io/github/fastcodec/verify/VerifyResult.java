// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.verify;

import io.github.fastcodec.internal.verify.FileReport;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a verification found in a file, and how much of the file it looked at. Immutable and safe for use by many threads. */
public final class VerifyResult {

    private final FileReport report;
    private final List<Finding> findings;

    /** @param report is no longer changed */
    VerifyResult(FileReport report) {
        this.report = report;
        this.findings = report.findings().stream()
                .map(found -> new Finding(report.file(), found))
                .collect(Collectors.toUnmodifiableList());
    }

    /** Returns the file, as the caller named it. */
    public String file() {
        return report.file();
    }

    /** Returns whether nothing was found. */
    public boolean isSound() {
        return report.findingCount() == 0;
    }

    /** Returns the first 1,000 findings, those about the structure first, then pages in the order of the file; immutable. */
    public List<Finding> findings() {
        return findings;
    }

    /** Returns the number of all findings. */
    public long findingCount() {
        return report.findingCount();
    }

    /** Returns what is unusual about the file and no damage, a sentence each; immutable. */
    public Set<String> notes() {
        return report.notes();
    }

    /** Returns the length of the file, in bytes; 0 if it could not be opened. */
    public long length() {
        return report.length();
    }

    /** Returns the number of row groups. */
    public int rowGroups() {
        return report.rowGroups();
    }

    /** Returns the number of rows, as the footer has it. */
    public long rows() {
        return report.rows();
    }

    /** Returns the number of pages that the file has, dictionary pages included. */
    public long pages() {
        return report.pages();
    }

    /** Returns how many of the pages were decompressed, or need not be, and have the size that their headers claim. */
    public long checkedPages() {
        return report.checkedPages();
    }

    /**
     * Returns how many of these pages have a checksum, and the right one: Parquet's own, GZIP's or ZSTD's. Damage in others is
     * found only if it makes them malformed.
     */
    public long checksummedPages() {
        return report.checksummedPages();
    }

    /** Returns the size of the checked pages when they are decompressed, in bytes. */
    public long decompressedBytes() {
        return report.decompressedBytes();
    }

    @Override
    public String toString() {
        return file() + ": " + findingCount() + " findings, " + checkedPages() + " of " + pages() + " pages checked";
    }
}
