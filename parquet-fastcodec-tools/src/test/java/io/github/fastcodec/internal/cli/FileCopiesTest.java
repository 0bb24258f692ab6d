// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.search.Descent;
import io.github.fastcodec.internal.search.Directory;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.storage.TemporaryName;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class FileCopiesTest {

    @TempDir
    Path directory;

    private final ConversionReport report =
            new ConversionReport(false, RecompressOptions.of(Plan.ofColumns()), List.of(), () -> false);

    // Would catch: a copy of _SUCCESS although another file could not be copied.
    @Test
    void copiesNothingAfterAFailedCopy() throws IOException {
        Files.createDirectories(directory.resolve("out"));
        Files.writeString(directory.resolve("out/README"), "another file");
        copy("README");
        copy("_SUCCESS");
        assertFalse(Files.exists(directory.resolve("out/_SUCCESS")));
        assertEquals("another file", Files.readString(directory.resolve("out/README")));
        assertEquals(List.of(in("_SUCCESS").toString()), report.document().get("leftOut"));
        assertEquals(1, report.failures(false).size(), report.failures(false)::toString);
    }

    // Would catch: a different file of the same length, taken for a copy.
    @Test
    void rejectsADifferentFileOfTheSameLength() throws IOException {
        Files.createDirectories(directory.resolve("out"));
        Files.writeString(directory.resolve("out/README"), "EMDAER");
        copy("README");
        assertEquals("EMDAER", Files.readString(directory.resolve("out/README")));
        assertEquals(1, ((List<?>) report.document().get("copyFailures")).size());
    }

    // Would catch: a copied _metadata, whose offsets are those of the old files.
    @Test
    void doesNotCopyMetadataOfTheOldFiles() throws IOException {
        Files.createDirectories(directory.resolve("out"));
        copy("_metadata");
        copy("_SUCCESS");
        assertEquals(List.of(in("_metadata").toString()), report.document().get("leftOut"));
        assertEquals(List.of(in("_SUCCESS").toString()), report.document().get("copied"));
        assertEquals("_SUCCESS", Files.readString(directory.resolve("out/_SUCCESS")));
    }

    // Would catch: a copy without attributes of its source, such as permissions, and without a note.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void access_notesWhatACopyLacks() throws IOException {
        Files.createDirectories(directory.resolve("in"));
        Files.writeString(in("README"), "for its owner");
        Files.setPosixFilePermissions(in("README"), PosixFilePermissions.fromString("rw-------"));
        Storage storage = new LocalStorage(FileSystems.getDefault());
        Storages two = new Storages(getClass().getClassLoader()) {
            @Override
            public Storage of(String path) throws IOException {
                return path.startsWith(directory + "/out") ? super.of(path) : storage;
            }
        };
        FileCopies.copy(listed("README"), two, report);
        assertTrue(report.text().contains("Note: " + in("README") + ": " + Storage.FOR_OWNER), report::text);
    }

    // Would catch: a partial copy that is never deleted.
    @Test
    void deletesLeftoversOfAKilledCopy() throws IOException {
        Files.createDirectories(directory.resolve("out"));
        String left = new TemporaryName("README", UUID.randomUUID()).toString();
        Files.writeString(directory.resolve("out").resolve(left), "half");
        copy("README");
        try (Stream<Path> files = Files.list(directory.resolve("out"))) {
            assertEquals(List.of(directory.resolve("out/README")), files.toList());
        }
    }

    private Path in(String name) {
        return directory.resolve("in").resolve(name);
    }

    /** Copies a file whose content is its name. */
    private void copy(String name) throws IOException {
        Files.createDirectories(directory.resolve("in"));
        Files.writeString(in(name), name);
        FileCopies.copy(listed(name), new Storages(getClass().getClassLoader()), report);
    }

    private ListedFile listed(String name) throws IOException {
        Directory listed = new Directory(0, directory + "/in", "", directory + "/out", null, new Descent(List.of()));
        return new ListedFile(listed, name, Files.size(in(name)), false);
    }
}
