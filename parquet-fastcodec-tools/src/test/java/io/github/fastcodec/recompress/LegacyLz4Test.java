// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.support.ReferenceCodecs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The framings that writers have used for LZ4, the codec that LZ4_RAW replaced: it is read as the specification and parquet-cpp
 * read it.
 */
class LegacyLz4Test {

    private static final int[] NUMBERS =
            IntStream.range(0, 3000).map(i -> i % 700).toArray();

    @TempDir
    Path directory;

    private static byte[] raw(byte[] page) {
        try {
            return ReferenceCodecs.rawLz4().compress(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a page in Hadoop's framing: the length of a frame, then its blocks, each after its compressed length. */
    private static byte[] frames(byte[] page, int frameLength, int blockLength) {
        ByteBuffer out = ByteBuffer.allocate(2 * page.length + 1024);
        for (int frame = 0; frame < page.length; frame += frameLength) {
            int end = Math.min(page.length, frame + frameLength);
            out.putInt(end - frame);
            for (int at = frame; at < end; at += blockLength) {
                byte[] block = raw(Arrays.copyOfRange(page, at, Math.min(end, at + blockLength)));
                out.putInt(block.length).put(block);
            }
        }
        return Arrays.copyOf(out.array(), out.position());
    }

    /** Returns a page as the program lz4 compresses it. */
    private static byte[] lz4Frame(byte[] page) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (LZ4FrameOutputStream frame = new LZ4FrameOutputStream(out)) {
            frame.write(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private Path file(CompressionCodecName codec, UnaryOperator<byte[]> compressor) throws IOException {
        HandMadeFile file = new HandMadeFile(codec);
        if (compressor != null) {
            file.compressedBy(compressor);
        }
        return file.page(header -> {}, NUMBERS)
                .page(header -> {}, 1, 2, 3)
                .withChecksum(0)
                .write(directory.resolve("source.parquet"));
    }

    static Stream<Arguments> framings() {
        return Stream.of(
                Arguments.of("parquet-java, one block", (UnaryOperator<byte[]>) page -> frames(page, 1 << 18, 1 << 18)),
                Arguments.of("Hadoop, blocks in a frame", (UnaryOperator<byte[]>) page -> frames(page, 1 << 18, 1000)),
                Arguments.of("Hadoop, a frame for each flush", (UnaryOperator<byte[]>) page -> frames(page, 4000, 999)),
                Arguments.of("parquet-cpp before 2020, a raw block", (UnaryOperator<byte[]>) LegacyLz4Test::raw));
    }

    // Would catch: a source of LZ4 that is read only in the framing of this project's own writer.
    @ParameterizedTest(name = "{0}")
    @MethodSource("framings")
    void readsEachWritersFramingOfLz4(String writer, UnaryOperator<byte[]> compressor) throws IOException {
        Path source = file(CompressionCodecName.LZ4, compressor);
        Path target = directory.resolve("target.parquet");
        assertTrue(Recompressor.of(Plan.to(CompressionCodecName.ZSTD))
                .recompress(source, target)
                .verified());
        Path expected = directory.resolve("expected.parquet");
        Files.move(file(CompressionCodecName.SNAPPY, null), expected);
        assertEquals(Values.of(expected), Values.of(target));
    }

    // Would catch: an LZ4 frame that is taken for a raw block and becomes a file of other values.
    @Test
    void rejectsAnLz4FrameAndWritesNothing() throws IOException {
        Path source = file(CompressionCodecName.LZ4, LegacyLz4Test::lz4Frame);
        Path target = directory.resolve("target.parquet");
        IOException refused = assertThrows(
                RefusedFileException.class,
                () -> Recompressor.of(Plan.to(CompressionCodecName.ZSTD)).recompress(source, target));
        assertTrue(refused.getMessage().contains("row group 0, column a, page 0"), refused::getMessage);
        assertTrue(refused.getMessage().contains("LZ4 page is corrupt"), refused::getMessage);
        assertFalse(Files.exists(target));
    }
}
