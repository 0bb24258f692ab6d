// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.cluster.FileTask;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.InputFile;
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
        files.others().filter(file -> !comesLast(name(file))).forEach(file -> copy(file, storages, report));
        files.others().filter(file -> comesLast(name(file))).forEach(file -> copy(file, storages, report));
    }

    private static String name(FileTask file) {
        return file.source().substring(file.source().lastIndexOf('/') + 1);
    }

    private static void copy(FileTask file, Storages storages, ConversionReport report) {
        try {
            Storage storage = storages.of(file.source());
            String path = storages.path(file.source());
            Entry entry = new Entry(path, storage.name(path), Entry.Type.FILE, file.length(), 0, null);
            copy(new InputFile(storage, entry, ""), storages.of(file.target()), storages.path(file.target()), report);
        } catch (IOException e) {
            throw new IllegalStateException(e); // cannot happen: both paths were listed before
        }
    }

    /**
     * Copies a file and adds it to the report. Other programs may wait for {@code _SUCCESS}, so a file of this kind is not copied
     * while another file is missing.
     */
    static void copy(InputFile file, Storage storage, String target, ConversionReport report) {
        if (!isStillValid(file)) {
            report.leftOut(file.path());
            return;
        }
        if (!report.allowsCopy(comesLast(file.entry().name()))) {
            report.heldBack(file);
            return;
        }
        try {
            report.copied(file, copy(file, storage, target));
        } catch (IOException e) {
            report.copyFailed(file, e);
        }
    }

    /** Returns whether a file marks other files as complete, as {@code _SUCCESS} does, and is therefore copied last. */
    static boolean comesLast(String name) {
        return name.startsWith("_");
    }

    /**
     * Returns whether the content of a file is also valid for the new files. The content of {@code _metadata} is not, because it
     * contains offsets into the old files.
     */
    private static boolean isStillValid(InputFile file) {
        return !file.entry().name().equals("_metadata");
    }

    /**
     * Copies a file, unless the target exists with the same bytes.
     *
     * @return the attributes that could not be copied, one sentence each; empty if the target existed
     * @throws FileAlreadyExistsException if the target exists with other bytes
     */
    private static Optional<List<String>> copy(InputFile file, Storage storage, String target) throws IOException {
        try (FileInput input = file.open()) {
            input.fetch();
            Optional<Entry> existing = storage.find(target);
            if (existing.isPresent()) {
                requireEqual(input, storage, existing.get());
            }
            storage.deleteLeftovers(target);
            if (existing.isPresent()) {
                return Optional.empty();
            }
            try (NewFile output = storage.createCopy(target, file.storage(), input)) {
                output.output().transfer(input, 0, input.length());
                output.finish();
                output.publish(() -> {
                    if (!file.storage().find(file.path()).equals(Optional.ofNullable(input.entry()))) {
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
