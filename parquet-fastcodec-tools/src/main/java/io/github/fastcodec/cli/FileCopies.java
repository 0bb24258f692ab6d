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

/** Copies the files beside Parquet files, so that a directory is whole. */
final class FileCopies {

    private FileCopies() {}

    /** Copies the files that a cluster has listed, those last that say that others are whole. */
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
            throw new IllegalStateException(e); // both were listed before
        }
    }

    /**
     * Copies a file and tells the report, which names what is left out or cannot be copied. Others may wait for
     * {@code _SUCCESS}, so that it is held back once something is missing.
     */
    static void copy(InputFile file, Storage storage, String target, ConversionReport report) {
        if (!isStillTrue(file)) {
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

    /** Returns whether a file says that others are whole, as {@code _SUCCESS} does, so that it is to be copied behind all others. */
    static boolean comesLast(String name) {
        return name.startsWith("_");
    }

    /**
     * Returns whether a file says something that holds for the new files too. A {@code _metadata} holds places of pages in the
     * old ones.
     */
    private static boolean isStillTrue(InputFile file) {
        return !file.entry().name().equals("_metadata");
    }

    /**
     * Copies a file; one that is there with the same bytes stays.
     *
     * @return what the copy lacks, a sentence each; nothing if it was there
     * @throws FileAlreadyExistsException if another file is there
     */
    private static Optional<List<String>> copy(InputFile file, Storage storage, String target) throws IOException {
        try (FileInput input = file.open()) {
            input.fetch();
            Optional<Entry> there = storage.find(target);
            if (there.isPresent()) {
                requireEqual(input, storage, there.get());
            }
            storage.deleteLeftovers(target);
            if (there.isPresent()) {
                return Optional.empty();
            }
            try (NewFile output = storage.createCopy(target, file.storage(), input)) {
                output.output().transfer(input, 0, input.length());
                output.finish();
                output.publish(() -> {
                    if (!file.storage().find(file.path()).equals(Optional.ofNullable(input.entry()))) {
                        throw new IOException("it has changed while it was read");
                    }
                });
                return Optional.of(output.notes());
            } catch (FileAlreadyExistsException e) { // another run with this target was faster
                requireEqual(input, storage, storage.find(target).orElseThrow(() -> e));
                return Optional.empty();
            }
        }
    }

    private static void requireEqual(FileInput input, Storage storage, Entry there) throws IOException {
        boolean equal = there.isFile() && there.length() == input.length();
        if (equal) {
            try (FileInput old = storage.open(there.path())) {
                old.fetch();
                equal = old.hasBytesOf(input);
            }
        }
        if (!equal) {
            throw new FileAlreadyExistsException(there.path(), null, "a copy of another file would take its place");
        }
    }
}
