// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.search.TableGuard;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.io.Serializable;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A source and the target to which it is recompressed, each in any storage. Immutable.
 *
 * @param from the storage of the source
 * @param sourcePath the path of the source in its storage
 * @param to the storage of the target
 * @param targetPath the path of the target in its storage
 * @param source the name of the source in messages
 * @param target the name of the target in messages
 * @param length the length of the source, in bytes; 0 if it is unknown
 */
public record FileJob(
        Storage from,
        String sourcePath,
        Storage to,
        String targetPath,
        String source,
        String target,
        long length,
        Policy policy) {

    /** The leftovers of killed processes that a job deletes. */
    public enum Cleaning {
        /** None, because the caller has deleted them. */
        NOTHING,
        /** Those of its target. */
        TARGET,
        /** All in the directory of its target, whichever files they belong to. */
        DIRECTORY
    }

    /**
     * The length and the number of rows of a source in the log of its table. Immutable.
     *
     * @param rows the number of rows; negative if the log states none
     */
    public record Logged(long length, long rows) implements Serializable {

        private void require(long foundLength, long foundRows) throws FileDefect {
            if (foundLength != length) {
                throw foreign(foundLength, "bytes", length);
            }
            if (rows >= 0 && foundRows != rows) {
                throw foreign(foundRows, "rows", rows);
            }
        }

        private static FileDefect foreign(long found, String unit, long logged) {
            return new FileDefect("it has " + found + " " + unit + ", but the table's log says " + logged
                    + ": it is not the file that was added to the table; restore that file");
        }
    }

    /**
     * How a file is treated, according to the caller's knowledge of it. Immutable.
     *
     * @param resumes whether to keep a target that an earlier run has written; if not, such a target is an error
     * @param skipsUnchanged whether no new file is needed if the plan does not change the source
     * @param guards whether to check that the directories of source and target do not belong to a table; false if the caller has
     *     checked them
     * @param refusal the reason why the source must not be copied, or null if the caller knows none
     * @param cleaning the leftovers to delete
     * @param logged the source in the log of its table, or null if it does not belong to a table
     */
    public record Policy(
            boolean resumes,
            boolean skipsUnchanged,
            boolean guards,
            @Nullable String refusal,
            Cleaning cleaning,
            @Nullable Logged logged) {

        /** For a target that must not exist. */
        public static final Policy NEW = new Policy(false, false, true, null, Cleaning.TARGET, null);

        /** For a target that an earlier run may have written. */
        public static final Policy RESUME = new Policy(true, false, true, null, Cleaning.TARGET, null);
    }

    /** Creates a job whose files have their paths as names in messages. */
    public FileJob(Storage from, String source, Storage to, String target, long length, Policy policy) {
        this(from, source, to, target, source, target, length, policy);
    }

    /** Returns the job for a file, whose source and target are paths in a form that the storages understand. */
    public static FileJob at(Storages storages, String source, String target, long length, Policy policy)
            throws IOException {
        return new FileJob(
                storages.of(source),
                storages.path(source),
                storages.of(target),
                storages.path(target),
                source,
                target,
                length,
                policy);
    }

    /**
     * Returns the job for a listed file, whose directories were checked for tables when they were listed.
     *
     * @param writes whether the job writes the target; if not, it trusts the listing of the targets, so that a file without a target
     *     costs no request
     */
    public static FileJob of(ListedFile file, Storages storages, boolean writes) throws IOException {
        boolean mayBeThere = writes || file.targetWasThere();
        Policy policy =
                new Policy(mayBeThere, false, false, file.refusal(), writes ? Cleaning.TARGET : Cleaning.NOTHING, null);
        return at(storages, file.source(), file.target(), file.length(), policy);
    }

    /** Returns whether source and target are on this machine, or behave as if they were. */
    boolean isLocal() {
        return from.isLocal() && to.isLocal();
    }

    /**
     * Requires that the source may be copied: the caller does not refuse it, neither the source nor the target is below the
     * directory of a table, and the source is not named like a file of a table.
     *
     * @throws FileDefect otherwise; the message is the reason
     */
    void requireNoTable(TableGuard guard) throws IOException {
        if (policy.refusal() != null) {
            throw new FileDefect(policy.refusal());
        }
        if (policy.guards()) {
            guard.requireNoTableAbove(from, sourcePath);
            guard.requireNoTableAbove(to, targetPath);
        }
        TableGuard.requireNoTableName(source);
    }

    /**
     * Requires that the source is the file that the log of its table lists, if it belongs to one.
     *
     * @param foundLength the length of the source, in bytes
     * @param foundRows the number of rows in its row groups, according to the footer
     * @throws FileDefect if it is another file
     */
    void requireLogged(long foundLength, long foundRows) throws FileDefect {
        if (policy.logged() != null) {
            policy.logged().require(foundLength, foundRows);
        }
    }

    /** Deletes the temporary files that killed processes left next to the target. */
    void clean() throws IOException {
        switch (policy.cleaning()) {
            case NOTHING -> {}
            case TARGET -> to.deleteLeftovers(targetPath);
            case DIRECTORY -> {
                Optional<String> directory = to.parent(targetPath);
                if (directory.isPresent()) {
                    to.deleteLeftovers(directory.get(), any -> true);
                }
            }
        }
    }

    /**
     * Opens the source for reading; the caller closes it.
     *
     * @throws FileDefect if it is not a regular file: opening a pipe may block forever
     */
    FileInput open() throws IOException {
        return from.open(sourcePath);
    }

    /**
     * Returns the source's entry, which stays equal until the source is written to or replaced.
     *
     * @throws FileDefect if the source is not a regular file
     */
    Entry state() throws IOException {
        Entry now = from.find(sourcePath).orElseThrow(() -> new NoSuchFileException(sourcePath));
        if (!now.isFile()) {
            throw new FileDefect("it is not a regular file");
        }
        return now;
    }

    /** Opens the target for reading, if it exists and this job may keep it. */
    Optional<FileInput> openTarget() throws IOException {
        if (!policy.resumes()) {
            return Optional.empty();
        }
        try {
            return Optional.of(to.open(targetPath));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (FileDefect e) {
            throw new FileAlreadyExistsException(targetPath, null, "it is not a regular file");
        }
    }

    /** Returns whether the existing target is the source itself, possibly under another name. */
    boolean isTargetTheSource(FileInput input, FileInput existing) throws IOException {
        Object key = entry(input).key();
        boolean sameKey = key != null && key.equals(entry(existing).key());
        return from == to && (sameKey || from.real(sourcePath).equals(to.real(targetPath)));
    }

    /** Returns the entry of an input that a storage has opened. */
    static Entry entry(FileInput input) {
        return Objects.requireNonNull(input.entry(), "entry");
    }

    /**
     * Returns a key of the target, which must exist. Two targets have equal keys if links or a case-insensitive file system make
     * them the same file.
     */
    Object targetKey() throws IOException {
        Object key = to.isLocal() ? to.find(targetPath).map(Entry::key).orElse(null) : null;
        return key == null ? to.real(targetPath) : key;
    }

    /**
     * Creates the new file, and its directory.
     *
     * @param input the source
     * @throws FileAlreadyExistsException if the target exists
     */
    NewFile create(FileInput input) throws IOException {
        return to.createCopy(targetPath, from, input);
    }
}
