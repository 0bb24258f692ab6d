// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files are refused, or become files with the same content. */
@Tag("slow")
class MutatedFileTest {

    private static final int FILES = Integer.getInteger("mutated.files", 800);
    private static final long SEED = 20_261_121;

    @TempDir
    Path directory;

    private int compared;
    private int read;

    // Would catch: a foreign exception, an endless walk, memory according to the claims of a file, a new file
    // that differs.
    @Test
    void mutatedFileIsRejectedOrKeepsItsContent() throws IOException {
        Random random = new Random(SEED);
        List<byte[]> originals = originals();
        int recompressed = 0;
        for (int i = 0; i < FILES; i++) {
            byte[] bytes = mutated(originals.get(random.nextInt(originals.size())), random);
            recompressed += isRecompressed(bytes, "seed " + SEED + ", file " + i) ? 1 : 0;
        }
        assertTrue(recompressed > FILES / 50, recompressed + " files were not refused");
        assertTrue(compared > recompressed / 2, compared + " of " + recompressed + " files could be compared");
        assertTrue(read > compared / 2, "the values of " + read + " of " + compared + " files could be compared");
        assertTrue(recompressed < FILES / 2, recompressed + " files were not refused");
    }

    private List<byte[]> originals() throws IOException {
        Path made = directory.resolve("made.parquet");
        return List.of(
                Files.readAllBytes(Layouts.file("pyarrow-v2-snappy-stored")),
                Files.readAllBytes(Layouts.file("pyarrow-v1-zstd-empty-group")),
                Files.readAllBytes(Layouts.file("pyarrow-v1-zstd-no-rows")),
                Files.readAllBytes(HandMadeFile.plain()
                        .withChecksum(0)
                        .withOffsetIndex(index -> {})
                        .write(made)),
                Files.readAllBytes(HandMadeFile.withDictionary().write(made)),
                Files.readAllBytes(
                        HandMadeFile.plain().withBloomFilter(new byte[32]).write(made)),
                Files.readAllBytes(new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                        .pageV2(true, 1, 2, 3)
                        .pageV2(null, 4)
                        .write(made)));
    }

    private static byte[] mutated(byte[] original, Random random) {
        byte[] bytes = original.clone();
        int changes = 1 + random.nextInt(3);
        for (int i = 0; i < changes; i++) {
            // Most structures are near the end.
            int at = random.nextBoolean()
                    ? random.nextInt(bytes.length)
                    : bytes.length - 1 - random.nextInt(Math.min(bytes.length, 700));
            switch (random.nextInt(6)) {
                case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[at] = (byte) random.nextInt();
                case 2 -> bytes[at]++;
                case 3 -> bytes[at] -= 2; // less by one as a zigzag number
                case 4 -> {
                    int from = random.nextInt(bytes.length);
                    int length = Math.min(1 + random.nextInt(8), bytes.length - Math.max(from, at));
                    System.arraycopy(bytes, from, bytes, at, length);
                }
                default -> {
                    byte[] shorter = Arrays.copyOf(bytes, bytes.length - 1);
                    System.arraycopy(bytes, at + 1, shorter, at, shorter.length - at);
                    bytes = shorter.length > 20 && random.nextInt(4) == 0 ? shorter : bytes;
                }
            }
        }
        return bytes;
    }

    private boolean isRecompressed(byte[] bytes, String name) throws IOException {
        Path source = Files.write(directory.resolve("source.parquet"), bytes);
        Path target = directory.resolve("target.parquet");
        try {
            Recompressor.of(RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD))
                            .withThreads(1))
                    .recompress(source, target);
        } catch (RefusedFileException e) {
            assertTrue(Files.notExists(target), name);
            return false;
        } catch (IOException | RuntimeException | Error e) {
            throw new AssertionError(name, e);
        }
        assertSame(source, target, name);
        Files.delete(target);
        try (Stream<Path> left = Files.list(directory)) {
            assertEquals(2, left.count(), name);
        }
        return true;
    }

    private void assertSame(Path source, Path target, String name) {
        IndependentFile before;
        try {
            before = IndependentFile.read(source);
            before.assertRecompressedTo(before, ColumnMetaData::getCodec);
        } catch (IOException | RuntimeException | AssertionError e) {
            return; // parquet-format's classes cannot read it, or it is inconsistent
        }
        compared++;
        try {
            before.assertRecompressedTo(IndependentFile.read(target), column -> CompressionCodec.ZSTD);
        } catch (IOException | RuntimeException | AssertionError e) {
            throw new AssertionError(name, e);
        }
        assertSameValues(source, target, name);
    }

    private void assertSameValues(Path source, Path target, String name) {
        List<String> values;
        try {
            values = Values.of(source);
        } catch (IOException | RuntimeException e) {
            return; // parquet-java cannot read it
        }
        read++;
        try {
            assertEquals(values, Values.of(target), name);
        } catch (IOException | RuntimeException e) {
            throw new AssertionError(name, e);
        }
    }
}
