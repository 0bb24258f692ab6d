// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A target is up to date if, and only if, it has the current content of the source. */
class UpToDateTest {

    private static final Plan PLAN = Plan.to(CompressionCodecName.ZSTD, 3);
    private static final Recompressor ZSTD = Recompressor.of(PLAN);

    @TempDir
    Path directory;

    private Path source;

    /** A file with the footer of the source, but other values. */
    private Path other;

    private Path target;

    private static HandMadeFile file(int value) {
        return HandMadeFile.plain().page(header -> {}, 3, value, 9).page(header -> {}, 4, 5);
    }

    @BeforeEach
    void recompress() throws IOException {
        other = Files.createDirectories(directory.resolve("others")).resolve("file");
        file(8).write(other);
        source = Files.createDirectories(directory.resolve("orders")).resolve("file");
        file(7).write(source);
        assertEquals(Files.size(source), Files.size(other));
        target = directory.resolve("target");
        assertTrue(
                ZSTD.recompressAll(Map.of(source, target)).results().get(source).written());
    }

    /** The ways in which a source is replaced or rewritten by a file that may be older than the target. */
    enum Replacement {
        MOVE {
            @Override
            void happen(Path source, Path other) throws IOException {
                Files.move(other, source, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        /** Like {@code cp -p}. */
        COPY_WITH_TIMES {
            @Override
            void happen(Path source, Path other) throws IOException {
                Files.write(source, Files.readAllBytes(other));
                Files.setLastModifiedTime(source, Files.getLastModifiedTime(other));
            }
        },
        /** Like {@code rsync -a}. */
        COPY_WITH_TIMES_AND_MOVE {
            @Override
            void happen(Path source, Path other) throws IOException {
                Path beside = source.resolveSibling(".file.x7Gz1q");
                Files.copy(other, beside, StandardCopyOption.COPY_ATTRIBUTES);
                Files.move(beside, source, StandardCopyOption.REPLACE_EXISTING);
            }
        },
        WRITE_AT_ONCE {
            @Override
            void happen(Path source, Path other) throws IOException {
                Files.write(source, Files.readAllBytes(other));
            }
        },
        WRITE_WITH_THE_TIMES_BEFORE {
            @Override
            void happen(Path source, Path other) throws IOException {
                FileTime before = Files.getLastModifiedTime(source);
                Files.write(source, Files.readAllBytes(other));
                Files.setLastModifiedTime(source, before);
            }
        },
        /** Changes no time of any file. */
        MOVE_OF_THE_DIRECTORY {
            @Override
            void happen(Path source, Path other) throws IOException {
                Files.move(source.getParent(), source.resolveSibling("../old"));
                Files.move(other.getParent(), source.getParent());
            }
        },
        LINK {
            @Override
            void happen(Path source, Path other) throws IOException {
                Files.delete(source);
                Files.createSymbolicLink(source, other);
            }
        };

        abstract void happen(Path source, Path other) throws IOException;
    }

    private void assertOtherFile(Recompressor recompressor, String why) throws IOException {
        byte[] before = Files.readAllBytes(target);
        FileAlreadyExistsException other = assertThrows(
                FileAlreadyExistsException.class, () -> recompressor.recompressAll(Map.of(source, target)));
        assertTrue(
                other.getMessage().matches(target + ": it is not a recompressed copy of " + source + ": " + why),
                other::getMessage);
        assertArrayEquals(before, Files.readAllBytes(target));
    }

    private void assertUpToDate(Recompressor recompressor) throws IOException {
        RecompressResult result =
                recompressor.recompressAll(Map.of(source, target)).results().get(source);
        assertFalse(result.written());
        assertEquals(Files.size(target), result.bytesAfter());
    }

    // Would catch: new values that are lost with the old directory, because their target is reported as up to
    // date.
    @ParameterizedTest
    @EnumSource
    void sources_replacedSourceIsNotUpToDate(Replacement replacement) throws IOException {
        replacement.happen(source, other);
        assertOtherFile(
                ZSTD, "row group 0, column a, page 2 at offset \\d+: the decompressed page differs from the source");
    }

    // Would catch: a directory that was copied, or is on a file system without attributes, and is converted
    // again or trusted.
    @Test
    void comparesATargetWithoutItsRecordByPages() throws IOException {
        forget();
        assertUpToDate(ZSTD);
        assertUpToDate(Recompressor.of(RecompressOptions.of(PLAN).withVerify(false)));
        Files.write(source, Files.readAllBytes(other));
        assertThrows(FileAlreadyExistsException.class, () -> ZSTD.recompressAll(Map.of(source, target)));
    }

    /** Replaces the target by another inode, as a copy or a restored backup does. */
    private void forget() throws IOException {
        Path copy = Files.write(directory.resolve("copy"), Files.readAllBytes(target));
        Files.move(copy, target, StandardCopyOption.REPLACE_EXISTING);
    }

    // Would catch: a backup of the sources that can be used only after all targets are deleted.
    @Test
    void sourceReplacedByItsCopyIsUpToDate() throws IOException {
        Path copy = Files.copy(source, directory.resolve("copy"));
        Files.move(copy, source, StandardCopyOption.REPLACE_EXISTING);
        assertUpToDate(ZSTD);
    }

    // Would catch: a target that is trusted because of its record, although another program has written to it.
    @Test
    void changedTargetIsNotUpToDate() throws Exception {
        Recompressor plain = Recompressor.of(Plan.to(CompressionCodecName.UNCOMPRESSED));
        Files.delete(target);
        plain.recompressAll(Map.of(source, target));
        byte[] good = Files.readAllBytes(target);
        FileTime modified = Files.getLastModifiedTime(target);
        TimeUnit.MILLISECONDS.sleep(20); // several ticks of the clock by which a record detects changes
        int unnoticed = 0;
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= (byte) (1 << i % 8);
            Files.write(target, bad);
            Files.setLastModifiedTime(target, modified);
            try {
                plain.recompressAll(Map.of(source, target));
                unnoticed++;
            } catch (FileAlreadyExistsException e) {
                assertTrue(e.getMessage().contains(" is not a recompressed copy of " + source + ": "), e::getMessage);
            }
        }
        assertEquals(0, unnoticed);
    }

    // Would catch: a requested level that is silently ignored.
    @Test
    void rejectsATargetOfAnotherKnownLevel() throws IOException {
        Recompressor better = Recompressor.of(Plan.to(CompressionCodecName.ZSTD, 9));
        FileAlreadyExistsException level =
                assertThrows(FileAlreadyExistsException.class, () -> better.recompressAll(Map.of(source, target)));
        assertEquals(
                target + ": it was made from " + source
                        + " by another plan (codecs, levels, checksums or --keep-smaller differ):"
                        + " delete it, or choose another directory",
                level.getMessage());
        forget();
        assertUpToDate(better); // the level of its pages is unknown
    }

    // Would catch: a missing column that is not reported once the target exists.
    @Test
    void rejectsAMissingColumnBeforeTheTarget() {
        Recompressor column = Recompressor.of(PLAN.withColumn("b", new CodecLevel(CompressionCodecName.GZIP)));
        RefusedFileException refused =
                assertThrows(RefusedFileException.class, () -> column.recompressAll(Map.of(source, target)));
        assertEquals(source + " is not recompressed: it has no column b; its columns are a", refused.getMessage());
    }

    // Would catch: an unrequested codec in a column that the plan keeps.
    @Test
    void rejectsATargetWithAnUnrequestedCodec() throws IOException {
        forget();
        Supplier<Recompressor> checksums =
                () -> Recompressor.of(Plan.ofColumns().addChecksums());
        assertOtherFile(checksums.get(), "its footer differs in more than offsets, sizes and the requested codecs");
    }
}
