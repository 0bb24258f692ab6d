// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify.finding;

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

/** Collects the findings in a file. Not thread-safe. */
public final class Findings {

    /** The maximum number of findings kept per severity. A file of damaged pages must not take more memory than a good one. */
    private static final int MAX_KEPT = 1_000;

    private final String file;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Severity, Long> counts = new EnumMap<>(Severity.class);

    /** The messages of {@link #foundOnce} so far. */
    private final Set<String> messages = new HashSet<>();

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

    public Findings(String file) {
        this.file = file;
    }

    public void found(FindingKind kind, Place place, String message) {
        if (Losses.causedBy(kind) && place.page() < 0) {
            losses.addAll(place);
        }
        if (counts.merge(kind.severity(), 1L, Long::sum) <= MAX_KEPT) {
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

    /** Adds a finding about the file as a whole, unless it was added before. */
    public void foundOnce(FindingKind kind, String message) {
        if (messages.size() < MAX_KEPT && messages.add(message)) {
            found(kind, Place.FILE, message);
        }
    }

    public void opened(long newLength) {
        length = newLength;
    }

    public long damages() {
        return counts.getOrDefault(Severity.DAMAGE, 0L);
    }

    /** Returns the collector of lost rows. */
    public Losses losses() {
        return losses;
    }

    /**
     * Adds a finding about a part of the file that was not read, or not checked completely.
     *
     * @param kind the kind of finding if the part is defective
     * @param what the part, for the message
     * @throws IOException if the file is not at fault and the run must end: the thread is interrupted, or this machine's
     *     temporary directory fails
     */
    public void failed(FindingKind kind, Place place, String what, IOException failure) throws IOException {
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

    /** Records that the file does not exist. */
    public void missing() {
        isMissing = true;
        losses.addAll(Place.FILE);
        found(FindingKind.TABLE_LOG, Place.FILE, "it does not exist, but the table's log references it");
    }

    /**
     * Records the numbers of rows and pages of the file.
     *
     * @param newRowCounts the number of rows of each row group
     */
    public void read(long[] newRowCounts, long newRows, long newPages) {
        rowCounts = newRowCounts;
        rows = newRows;
        pages = newPages;
    }

    /** Counts a page that could be decompressed, to {@code bytes} bytes. */
    public void decompressed(boolean hasChecksum, long bytes) {
        checkedPages++;
        checksummedPages += hasChecksum ? 1 : 0;
        decompressedBytes += bytes;
    }

    /** Returns the result. Nothing may be added after this call. */
    public VerifyResult result() {
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
