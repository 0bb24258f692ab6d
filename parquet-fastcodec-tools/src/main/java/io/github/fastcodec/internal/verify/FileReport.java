// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.storage.FileDefect;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What was found in a file, and how much of it was looked at. For one thread. */
public final class FileReport implements Defects {

    /** How many findings of a file are kept. A file of damaged pages must not take more memory than a good one. */
    private static final int KEPT = 1_000;

    private final String file;
    private final List<Found> findings = new ArrayList<>();
    private final Set<String> notes = new LinkedHashSet<>();
    private long findingCount;
    private long length;
    private int rowGroups;
    private long rows;
    private long pages;
    private long checkedPages;
    private long checksummedPages;
    private long decompressedBytes;

    FileReport(String file) {
        this.file = file;
    }

    @Override
    public void found(Place place, FileDefect defect) {
        found(place, defect.getMessage());
    }

    @Override
    public void strange(Place place, FileDefect defect) {
        note(place.equals(Place.FILE) ? defect.getMessage() : place + ": " + defect.getMessage());
    }

    void found(Place place, String message) {
        add(new Found(place, message));
    }

    void add(Found found) {
        findingCount++;
        if (findings.size() < KEPT) {
            findings.add(found);
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
        page.findings().forEach(this::add);
        page.notes().forEach(this::note);
        checkedPages += page.isDecompressed() ? 1 : 0;
        checksummedPages += page.isDecompressed() && page.hasChecksum() ? 1 : 0;
        decompressedBytes += page.decompressedBytes();
    }

    /** Returns the file, as the caller named it. */
    public String file() {
        return file;
    }

    /** Returns the first 1,000 findings; immutable. */
    public List<Found> findings() {
        return Collections.unmodifiableList(findings);
    }

    /** Returns the number of all findings. */
    public long findingCount() {
        return findingCount;
    }

    /** Returns what is unusual and no damage, a sentence each; immutable. */
    public Set<String> notes() {
        return Collections.unmodifiableSet(notes);
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

    /** Returns the number of pages that were found, dictionary pages included. */
    public long pages() {
        return pages;
    }

    /** Returns the number of pages that were decompressed, or that need not be, and have the size of their header. */
    public long checkedPages() {
        return checkedPages;
    }

    /** Returns how many of the checked pages have a checksum of some kind, which was right. */
    public long checksummedPages() {
        return checksummedPages;
    }

    /** Returns the size of the checked pages when they are decompressed, in bytes. */
    public long decompressedBytes() {
        return decompressedBytes;
    }
}
