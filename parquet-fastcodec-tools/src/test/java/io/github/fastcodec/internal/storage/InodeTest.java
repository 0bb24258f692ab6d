// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The origin of a file is known as long as it is the same file with the same bytes, and no longer. */
class InodeTest {

    private static final Origin ORIGIN = Origin.of("source", "plan");

    private final Storage storage = new LocalStorage(FileSystems.getDefault());

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void write() throws IOException {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("unix"));
        assumeTrue(Files.getFileStore(directory).supportsFileAttributeView(UserDefinedFileAttributeView.class));
        file = directory.resolve("new/file");
        try (NewFile newFile = storage.create(file.toString(), null)) {
            newFile.output().write(new byte[] {1, 2, 3});
            newFile.finish();
            newFile.setOrigin(ORIGIN);
            newFile.publish();
        }
        assertEquals(Optional.of(ORIGIN), origin(file));
    }

    private Optional<Origin> origin(Path path) throws IOException {
        try (FileInput input = storage.open(path.toString())) {
            return input.origin();
        }
    }

    private Optional<String> version() throws IOException {
        try (FileInput input = storage.open(file.toString())) {
            return input.version();
        }
    }

    /** A change to a file that keeps its length and restores its times. */
    enum Change {
        FLIPPED_BYTE {
            @Override
            void happen(Path file) throws IOException {
                Files.write(file, new byte[] {1, 2, 4});
            }
        },
        REPLACED {
            @Override
            void happen(Path file) throws IOException {
                Path other = Files.write(file.resolveSibling("other"), new byte[] {1, 2, 4});
                Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        /** Its attributes are copied too. */
        REPLACED_BY_A_COPY {
            @Override
            void happen(Path file) throws IOException {
                Path copy = Files.copy(file, file.resolveSibling("copy"), StandardCopyOption.COPY_ATTRIBUTES);
                Files.write(copy, new byte[] {1, 2, 4});
                Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        BEHIND_A_LINK {
            @Override
            void happen(Path file) throws IOException {
                Path other = Files.write(file.resolveSibling("other"), new byte[] {1, 2, 4});
                Files.delete(file);
                Files.createSymbolicLink(file, other);
            }
        };

        abstract void happen(Path file) throws IOException;
    }

    // Would catch: a changed file that is taken for the written one, because its attribute, its inode or its
    // times are the same.
    @ParameterizedTest
    @EnumSource
    void changedFileHasNoOriginAndANewVersion(Change change) throws Exception {
        Optional<String> before = version();
        FileTime modified = Files.getLastModifiedTime(file);
        TimeUnit.MILLISECONDS.sleep(20); // several ticks of the clock
        change.happen(file);
        Files.setLastModifiedTime(file, modified);
        assertEquals(Optional.empty(), origin(file));
        assertNotEquals(before, version());
    }

    // Would catch: a source that is written again within the second, on a file system whose times are in whole
    // seconds.
    @ParameterizedTest
    @CsvSource({"7000000000, false", "7000000001, true"})
    void inodeWithWholeSecondsHasNoVersion(long changed, boolean tells) {
        Inode inode = new Inode(file, 1, 2, 3, 7_000_000_000L, changed);
        assertEquals(tells, inode.version().isPresent());
    }

    // Would catch: pages that are compared on each run because a directory was renamed.
    @Test
    void fileInARenamedDirectoryKeepsItsOrigin() throws IOException {
        Optional<String> before = version();
        Path moved = Files.move(file.getParent(), directory.resolve("moved"));
        file = moved.resolve("file");
        assertEquals(Optional.of(ORIGIN), origin(file));
        assertEquals(before, version());
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        assertEquals(Optional.of(ORIGIN), origin(link));
    }

    // Would catch: an attribute of another program that ends the run.
    @ParameterizedTest
    @ValueSource(strings = {"", "1", "a b 1:3:0:", "a b 1:3:0:x", "a b c d", "é"})
    void ignoresAnInvalidOrigin(String text) throws IOException {
        Files.setAttribute(file, "user:" + Origin.NAME, StandardCharsets.UTF_8.encode(text));
        assertEquals(Optional.empty(), origin(file));
    }
}
