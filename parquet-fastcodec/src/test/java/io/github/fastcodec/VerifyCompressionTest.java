// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.support.BrokenEngine;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code parquet.fastcodec.verify.compression}: an engine that changes a page's content is caught at that page. */
class VerifyCompressionTest {

    private static final CompressionCodecName CODEC = CompressionCodecName.LZ4_RAW;

    /** The size of a page that is never stored, so that the engine gets it. */
    private static final int SIZE = 3_000;

    static Stream<OurCodec> codecs() {
        return OurCodec.all().filter(codec -> codec.engine().canCompress());
    }

    private static PageCompressor compressor(CompressionCodecName codec, CodecEngine engine, boolean verifies) {
        return new PageCompressor(codec, engine, CompressionSettings.ofLevel(1), verifies);
    }

    // Would catch: a sound page that is refused or compressed differently, and an array that is too small.
    @ParameterizedTest
    @MethodSource("codecs")
    void verificationDoesNotChangeSoundPages(OurCodec codec) throws IOException {
        PageCompressor plain = compressor(codec.codec(), codec.engine(), false);
        PageCompressor verifying = compressor(codec.codec(), codec.engine(), true);
        for (TestPages kind : TestPages.values()) {
            for (int size : new int[] {0, 1, 70_000, 500, 4_096, 1 << 20, 2}) {
                byte[] page = kind.ofSize(size);
                assertArrayEquals(
                        TestPages.toArray(plain.compress(BytesInput.from(page))),
                        TestPages.toArray(verifying.compress(BytesInput.from(page))),
                        () -> kind + " of " + page.length + " bytes");
            }
        }
    }

    /** Returns the exception's message for a page that an engine compresses. */
    private static String failure(FakeEngine engine) {
        PageCompressor compressor = compressor(CODEC, engine, true);
        byte[] page = TestPages.TEXT.ofSize(SIZE);
        long before = FastCodecStats.of(CODEC, Direction.COMPRESS).getFailures();
        String message = assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(page)))
                .getMessage();
        assertEquals(before + 1, FastCodecStats.of(CODEC, Direction.COMPRESS).getFailures());
        assertEquals("1, 1", engine.closed());
        String start = "Engine fake failed to compress a LZ4_RAW page of 3000 bytes: its 3000 compressed bytes ";
        String end = ". The library or the machine is faulty: try another engine (parquet.fastcodec.engine.<codec>), or"
                + " another machine";
        assertTrue(message.startsWith(start) && message.endsWith(end), message);
        return message.substring(start.length(), message.length() - end.length());
    }

    // Would catch: a comparison that ends early, and a decompressor that is kept, or lost, after a failure.
    @Test
    void namesTheDifferenceAndClosesTheContext() {
        for (int wrong : new int[] {0, 1_234, SIZE - 1}) {
            assertEquals(
                    "decompress to another page, which differs first at byte " + wrong,
                    failure(new FakeEngine(CODEC).compressing((source, from, length, target, at, room) -> {
                        FakeEngine.copy(source, from, length, target, at, room);
                        target[at + wrong] ^= 1;
                        target[at + SIZE - 1] ^= 2;
                        return length;
                    })));
        }
        assertEquals(
                "decompress to 2999 bytes",
                failure(new FakeEngine(CODEC)
                        .decompressing((source, from, length, target, at, room) ->
                                FakeEngine.copy(source, from, length - 1, target, at, room))));
        assertEquals(
                "do not decompress (of the test)",
                failure(new FakeEngine(CODEC).decompressing((source, from, length, target, at, room) -> {
                    throw new IllegalStateException("of the test");
                })));
    }

    // Would catch: a block that refers to bytes of the previous page, which a reader's memory does not hold.
    @Test
    void previousPageDoesNotCompleteATruncatedOne() throws IOException {
        FakeEngine engine = new FakeEngine(CODEC).decompressing((source, from, length, target, at, room) -> {
            boolean isFirst = source[from] == 1;
            return isFirst ? FakeEngine.copy(source, from, length, target, at, room) : length;
        });
        byte[] page = new byte[SIZE];
        Arrays.fill(page, 1, SIZE, (byte) 7);
        page[0] = 1;
        PageCompressor compressor = compressor(CODEC, engine, true);
        compressor.compress(BytesInput.from(page));
        page[0] = 0;
        String message = assertThrows(IOException.class, () -> compressor.compress(BytesInput.from(page)))
                .getMessage();
        assertTrue(message.contains("first at byte 0.") || message.contains("first at byte 1."), message);
    }

    // Would catch: an entry point that does not read the key, and one that loses the exception or its message.
    @Test
    void everyEntryPointCatchesABrokenEngine(@TempDir Path directory) throws Exception {
        Path services = Files.createDirectories(directory.resolve("classes/META-INF/services"));
        Files.writeString(services.resolve(CodecEngine.class.getName()), BrokenEngine.class.getName());
        ChildJvm child = ChildJvm.run(
                directory,
                "child",
                120,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        directory.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path"),
                        BrokenEngineProgram.class.getName(),
                        directory.toString()));
        int failures = 0;
        for (String way : List.of("factory", "flink", "key", "process")) {
            assertTrue(child.output().contains(way + " false is written\n"), child::toString);
            String message = way
                    + " true java.io.IOException: Engine broken failed to compress a ZSTD page of 8000 bytes:"
                    + " its \\d+ compressed bytes decompress to another page, which differs first at byte "
                    + BrokenEngine.WRONG;
            assertTrue(child.output().lines().anyMatch(line -> line.matches(message + ".*")), () -> way + ": " + child);
            assertTrue(child.output().contains(way + " failures " + ++failures + "\n"), child::toString);
        }
    }
}
