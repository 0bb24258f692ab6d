// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.List;
import java.util.Optional;

/** Copies the files of a directory that are not Parquet files, such as {@code _SUCCESS}. */
final class FileCopies {

    private FileCopies() {}

    /** Copies the files in a list that are not Parquet files. Files that mark other files as complete are copied last. */
    static void copy(FileList files, Storages storages, ConversionReport report) {
        files.others().filter(file -> !comesLast(file)).forEach(file -> copy(file, storages, report));
        files.others().filter(FileCopies::comesLast).forEach(file -> copy(file, storages, report));
    }

    /**
     * Copies a file and adds it to the report. Other programs may wait for {@code _SUCCESS}, so a file of this kind is not copied
     * while another file is missing.
     */
    static void copy(ListedFile file, Storages storages, ConversionReport report) {
        if (!isStillValid(file)) {
            report.leftOut(file.source());
            return;
        }
        boolean comesLast = comesLast(file);
        if (!report.allowsCopy(comesLast)) {
            report.heldBack(file, comesLast);
            return;
        }
        try {
            report.copied(file, copy(file, storages));
        } catch (IOException e) {
            report.copyFailed(file, e);
        }
    }

    /** Returns whether a file marks other files as complete, as {@code _SUCCESS} does, and is therefore copied last. */
    private static boolean comesLast(ListedFile file) {
        return file.name().startsWith("_");
    }

    /**
     * Returns whether the content of a file is also valid for the new files. The content of {@code _metadata} is not, because it
     * contains offsets into the old files.
     */
    private static boolean isStillValid(ListedFile file) {
        return !file.name().equals("_metadata");
    }

    /**
     * Copies a file, unless the target exists with the same bytes.
     *
     * @return the attributes that could not be copied, one sentence each; empty if the target existed
     * @throws FileAlreadyExistsException if the target exists with other bytes
     */
    private static Optional<List<String>> copy(ListedFile file, Storages storages) throws IOException {
        Storage from = storages.of(file.source());
        String source = storages.path(file.source());
        Storage storage = storages.of(file.target());
        String target = storages.path(file.target());
        try (FileInput input = from.open(source)) {
            input.fetch();
            Optional<Entry> existing = storage.find(target);
            if (existing.isPresent()) {
                requireEqual(input, storage, existing.get());
            }
            storage.deleteLeftovers(target);
            if (existing.isPresent()) {
                return Optional.empty();
            }
            try (NewFile output = storage.createCopy(target, from, input)) {
                output.output().transfer(input, 0, input.length());
                output.finish();
                output.publish(() -> {
                    if (!from.find(source).equals(Optional.ofNullable(input.entry()))) {
                        throw new IOException("it changed while it was being read");
                    }
                });
                return Optional.of(output.notes());
            } catch (FileAlreadyExistsException e) { // a concurrent run with the same target was faster
                requireEqual(input, storage, storage.find(target).orElseThrow(() -> e));
                return Optional.empty();
            }
        }
    }

    private static void requireEqual(FileInput input, Storage storage, Entry existing) throws IOException {
        boolean equal = existing.isFile() && existing.length() == input.length();
        if (equal) {
            try (FileInput old = storage.open(existing.path())) {
                old.fetch();
                equal = old.hasBytesOf(input);
            }
        }
        if (!equal) {
            throw new FileAlreadyExistsException(existing.path(), null, "its content differs from the file to copy");
        }
    }
}
