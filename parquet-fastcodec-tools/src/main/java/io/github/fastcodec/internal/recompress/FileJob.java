// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** One file that is to be recompressed: where it is read, and where the new one goes. For one thread at a time. */
public interface FileJob {

    /** What two times may differ by and stand for the same, in nanoseconds. */
    long TIME_TOLERANCE = TimeUnit.SECONDS.toNanos(2);

    /** Returns what messages call the source. */
    String source();

    /** Returns what messages call the target, which is the source if this is {@link #isInPlace}. */
    String target();

    /** Returns the length of the source, in bytes; 0 if it is unknown. Does not fail: opening the source does. */
    long length();

    /** Returns whether the new file takes the place of the source, so that a source that stays as it is needs none. */
    boolean isInPlace();

    /** Returns whether source and target are on this machine, or look so. */
    default boolean isLocal() {
        return false;
    }

    /** Returns whether there need be no new file where nothing of the source would change. */
    default boolean skipsUnchanged() {
        return isInPlace();
    }

    /** Returns the folders around the source, or around the target where that is elsewhere, for the guard of tables. */
    Iterable<Folder> folders() throws IOException;

    /**
     * Requires that the source may be dealt with as the job says.
     *
     * @throws io.github.fastcodec.internal.storage.FileDefect if it cannot be replaced
     */
    void check() throws IOException;

    /** Deletes what a killed process has left beside the target. */
    void clean() throws IOException;

    /**
     * Opens the source for reading; the caller closes it.
     *
     * @throws io.github.fastcodec.internal.storage.FileDefect if it is no regular file: to open a pipe may take for ever
     */
    FileInput open() throws IOException;

    /** Returns what {@link #state} was when the source was opened. */
    default Object openedState() throws IOException {
        return state();
    }

    /**
     * Returns a value that stays equal until the source is written to or replaced.
     *
     * @throws io.github.fastcodec.internal.storage.FileDefect if the source is no regular file
     */
    Object state() throws IOException;

    /** Opens what is at the target already for reading, if there is something and this is not {@link #isInPlace}. */
    Optional<FileInput> openTarget() throws IOException;

    /** Returns whether what is at the target is the source itself, by whatever name. */
    default boolean isTargetTheSource() throws IOException {
        return isInPlace();
    }

    /**
     * Returns what is equal for two targets that are one file: through a link, or where a file system takes upper case for lower
     * case. There is a file at the target.
     */
    Object targetKey() throws IOException;

    /**
     * Returns whether what is at the target was there before the source was written to last, so that it holds what the source was
     * before. False if the file systems do not tell.
     */
    default boolean isTargetOlder() throws IOException {
        return false;
    }

    /**
     * Returns whether a file was written before another one, by more than what file systems round times to, and the clocks of
     * two of them differ by.
     *
     * @param modified when it was last modified, in nanoseconds since 1970; 0 if unknown
     * @param otherModified the same of the other
     */
    static boolean isOlder(long modified, long otherModified) {
        return modified > 0 && otherModified - modified > TIME_TOLERANCE;
    }

    /**
     * Creates the new file, and its directory.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the target and this is not {@link #isInPlace}
     */
    NewFile create() throws IOException;
}
