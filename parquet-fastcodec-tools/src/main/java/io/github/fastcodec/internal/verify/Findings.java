// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import io.github.fastcodec.internal.parquet.Place;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.TemporaryDirectoryException;
import io.github.fastcodec.internal.storage.TooLargeException;
import io.github.fastcodec.internal.text.Reason;
import io.github.fastcodec.internal.work.OrderedWork;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.FindingKind;
import io.github.fastcodec.verify.Severity;
import io.github.fastcodec.verify.VerifyResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what is found in a file. For one thread. */
final class Findings {

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

    Findings(String file) {
        this.file = file;
    }

    void found(FindingKind kind, Place place, String message) {
        if (Losses.causedBy(kind) && place.page() < 0) {
            losses.addAll(place);
        }
        if (counts.merge(kind.severity(), 1L, Long::sum) <= KEPT) {
            findings.add(new Finding(
                    kind,
                    file,
                    place.rowGroup() < 0 ? null : place.rowGroup(),
                    place.column(),
                    place.page() < 0 ? null : place.page(),
                    place.offset() < 0 ? null : place.offset(),
                    message));
        }
    }

    /** Adds something that concerns the file as a whole, once. */
    void foundOnce(FindingKind kind, String message) {
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
     * Adds why a part of the file was not read, or not checked to its end.
     *
     * @param kind that of a defect in the part
     * @throws IOException if it is not the file's fault, and ends the run: the thread is interrupted, or this machine's temporary
     *     directory fails
     */
    void failed(FindingKind kind, Place place, String what, IOException failure) throws IOException {
        if (failure instanceof TooLargeException) {
            found(FindingKind.NOT_CHECKED, place, Reason.of(failure));
        } else if (failure instanceof FileDefect) {
            found(kind, place, Reason.of(failure));
        } else if (failure instanceof TemporaryDirectoryException) {
            throw failure;
        } else if (Thread.currentThread().isInterrupted()) {
            throw OrderedWork.interrupted();
        } else {
            isRead = false;
            found(kind, place, what + " cannot be read: " + Reason.of(failure));
        }
    }

    /** Says that the file is not there. */
    void missing() {
        isMissing = true;
        losses.addAll(Place.FILE);
        found(FindingKind.TABLE_LOG, Place.FILE, "it is not there, and the table's log names it");
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

    /** Returns all of that; nothing may be added afterwards. */
    VerifyResult result() {
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
