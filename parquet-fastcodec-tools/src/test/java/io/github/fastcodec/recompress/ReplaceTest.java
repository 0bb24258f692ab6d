// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file takes the place of its source whole, with what belongs to the name, or the source stays as it is. */
class ReplaceTest {

    private static final Path SNAPPY = Layouts.file("pyarrow-v1-snappy");
    private static final Recompressor ZSTD = Recompressor.of(Plan.to(CompressionCodecName.ZSTD));

    @TempDir
    Path directory;

    private Path copy() throws IOException {
        return Files.copy(SNAPPY, directory.resolve("data.parquet"));
    }

    private void assertOnly(Path... files) throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(List.of(files), left.sorted().toList());
        }
    }

    private static Object inode(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    // Would catch: another result in place than elsewhere, a temporary file or stale checksums that stay.
    @Test
    void theNewFileHasTheNameAndNothingElseIsLeft() throws IOException {
        Path file = copy();
        Files.writeString(directory.resolve(".data.parquet.crc"), "stale");
        RecompressResult result = ZSTD.replace(file);
        assertTrue(result.written() && result.verified());
        assertEquals(Files.size(SNAPPY), result.sourceBytes());
        assertEquals(Files.size(file), result.targetBytes());
        Path elsewhere = directory.resolve("elsewhere.parquet");
        ZSTD.recompress(SNAPPY, elsewhere);
        assertEquals(-1, Files.mismatch(elsewhere, file));
        assertEquals(Values.of(SNAPPY), Values.of(file));
        assertOnly(file, elsewhere);
    }

    // Would catch: a new file, with a new time, for nothing.
    @Test
    void aFileOfWhichNothingWouldChangeStaysTheSame() throws IOException {
        Path file = copy();
        Object before = inode(file);
        RecompressResult same =
                Recompressor.of(Plan.to(CompressionCodecName.SNAPPY)).replace(file);
        assertFalse(same.written() || same.verified());
        assertEquals(0, same.changedChunks());
        assertEquals(before, inode(file));
        RecompressResult larger = Recompressor.of(
                        Plan.to(CompressionCodecName.UNCOMPRESSED).keepSmaller())
                .replace(file);
        assertEquals(larger.changedChunks() > 0, larger.written());
        Files.copy(SNAPPY, file, StandardCopyOption.REPLACE_EXISTING);
        assertTrue(ZSTD.replace(file).written());
        Object after = inode(file);
        assertFalse(ZSTD.replace(file).written());
        assertEquals(after, inode(file));
    }

    @Test
    void permissionsAndExtendedAttributesAreKept() throws IOException {
        Path file = copy();
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw---x"));
        boolean extended = Files.getFileStore(file).supportsFileAttributeView(UserDefinedFileAttributeView.class);
        if (extended) {
            Files.getFileAttributeView(file, UserDefinedFileAttributeView.class)
                    .write("owner", ByteBuffer.wrap("us".getBytes(StandardCharsets.UTF_8)));
        }
        ZSTD.replace(file);
        assertEquals("rw-rw---x", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
        if (extended) {
            ByteBuffer value = ByteBuffer.allocate(2);
            Files.getFileAttributeView(file, UserDefinedFileAttributeView.class).read("owner", value);
            assertEquals("us", new String(value.array(), StandardCharsets.UTF_8));
        }
    }

    // Would catch: a copy of a secret file that everybody can read.
    @Test
    void aCopyIsReadableForNobodyWhoMayNotReadTheSource() throws IOException {
        Path file = copy();
        assumeTrue(Files.getFileStore(file).supportsFileAttributeView("posix"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Path target = directory.resolve("target.parquet");
        ZSTD.recompress(file, target);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    }

    private static String refused(Path file) {
        return assertThrows(RefusedFileException.class, () -> ZSTD.replace(file))
                .getMessage();
    }

    // Would catch: a link that becomes a file, names that part.
    @Test
    void linksAreRefused() throws IOException {
        Path file = copy();
        Path link = Files.createSymbolicLink(directory.resolve("link.parquet"), file);
        assertEquals(
                link
                        + " is not recompressed: it is a symbolic link, which a new file would replace and leave its target"
                        + " as it is: give the target's own path",
                refused(link));
        Path name = Files.createLink(directory.resolve("name.parquet"), file);
        assertTrue(refused(name).contains("it has 2 hard links, expected 1"), () -> refused(name));
        assertTrue(refused(directory).contains("it is no regular file"), () -> refused(directory));
        assertEquals(-1, Files.mismatch(SNAPPY, file));
        assertTrue(Files.isSymbolicLink(link));
        assertOnly(file, link, name);
    }

    @Test
    void aDamagedFileStaysAsItIs() throws IOException {
        Path file = copy();
        byte[] bytes = Files.readAllBytes(file);
        bytes[4] = 0x7f; // where the first page starts
        Files.write(file, bytes);
        assertThrows(RefusedFileException.class, () -> ZSTD.replace(file));
        assertEquals(ByteBuffer.wrap(bytes), ByteBuffer.wrap(Files.readAllBytes(file)));
        assertOnly(file);
    }

    // Would catch: the file of another program, or anything beside a file that is not touched, that is deleted.
    @Test
    void safety21_besideAFileThatIsRefusedNothingIsDeleted() throws IOException {
        Path file = Files.writeString(directory.resolve("data.parquet"), "nothing of Parquet");
        Path theirs = Files.writeString(directory.resolve(".data.parquet." + UUID.randomUUID() + ".tmp"), "theirs");
        Path ours =
                Files.writeString(directory.resolve(".data.parquet." + UUID.randomUUID() + ".fastcodec.tmp"), "half");
        assertThrows(RefusedFileException.class, () -> ZSTD.replace(file));
        assertThrows(RefusedFileException.class, () -> ZSTD.recompress(file, directory.resolve("target")));
        assertTrue(Files.exists(theirs) && Files.exists(ours));
        Files.copy(SNAPPY, file, StandardCopyOption.REPLACE_EXISTING);
        assertTrue(ZSTD.replace(file).written());
        assertOnly(theirs, file);
    }

    // Would catch: a file that a killed run has left with two names, and that is refused for ever.
    @Test
    void aSecondNameThatAKilledRunHasLeftIsNoHardLink() throws IOException {
        Path file = copy();
        Files.createLink(directory.resolve(".data.parquet." + UUID.randomUUID() + ".fastcodec.tmp"), file);
        assertTrue(ZSTD.replace(file).written());
        assertOnly(file);
    }

    @Test
    void severalFilesAreReplacedInOneCall() throws IOException {
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            files.add(Files.copy(SNAPPY, directory.resolve("part-" + (char) ('a' + i) + ".parquet")));
        }
        Path link = Files.createSymbolicLink(directory.resolve("z.parquet"), files.get(0));
        List<Path> all = new ArrayList<>(files);
        all.add(3, link);
        RecompressReport report = ZSTD.withThreads(3).keepingGoing().replaceAll(all);
        assertEquals(files, List.copyOf(report.results().keySet()));
        assertEquals(List.of(link), List.copyOf(report.failures().keySet()));
        assertEquals("20 files done, 1 failed", report.toString());
        for (Path file : files) {
            assertEquals(-1, Files.mismatch(files.get(0), file));
        }
        all.remove(link);
        all.add(link);
        assertOnly(all.toArray(Path[]::new));
    }
}
