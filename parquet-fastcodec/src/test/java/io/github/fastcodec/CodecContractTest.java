// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.CapacityByteArrayOutputStream;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every codec on every engine. The codecs come from Parquet's enum, so that none is forgotten. */
class CodecContractTest {

    private static final int MAX_SIZE = 8 << 20;
    private static final int ALL_SHAPES_UP_TO = 32 << 10;
    private static final int BROTLI_WINDOW = 4 << 20;
    private static final int PAGE_SIZE = 10_007;
    private static final byte CANARY = 0x5a;
    private static final int MARGIN = 16;

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: a codec that a newer Parquet adds, and an engine that was removed from the registry.
    @ParameterizedTest
    @EnumSource
    void everyCodecExceptUncompressedHasAnEngine(CompressionCodecName codec) {
        assertEquals(
                codec == CompressionCodecName.UNCOMPRESSED, OurCodec.of(codec).isEmpty(), codec::name);
    }

    // Would catch: an output bound that is too small, a limit that rejects a highly compressible page, and code
    // that only works for sizes that are powers of two.
    @ParameterizedTest
    @MethodSource("codecs")
    void roundTripsPagesOfAnySize(OurCodec codec) throws IOException {
        PageCompressor compressor = codec.compressor();
        PageDecompressor decompressor = codec.decompressor();
        TestPages[] shapes = TestPages.values();
        int turn = 0;
        for (int size : sizes()) {
            turn++;
            for (TestPages shape : shapes) {
                boolean chosen = shape == TestPages.ZEROS || shape == shapes[turn % shapes.length];
                if (size <= ALL_SHAPES_UP_TO || chosen) {
                    assertRoundTrip(shape.ofSize(size), compressor, decompressor, shape.describe(size));
                }
            }
        }
    }

    // Would catch: an engine that relies on the decoder's status after the last output. The decoder then asks
    // for more input, although it only needs another call to process the bits that it already has.
    @Test
    void roundTripsABrotliPageOfExactlyItsWindow() throws IOException {
        OurCodec brotli = OurCodec.best(CompressionCodecName.BROTLI);
        for (int size : new int[] {BROTLI_WINDOW, 2 * BROTLI_WINDOW}) {
            byte[] page = new byte[size];
            assertRoundTrip(page, brotli.compressor(), brotli.decompressor(), TestPages.ZEROS.describe(size));
        }
    }

    // Would catch: a level that is passed to the library wrongly, and a level whose output exceeds the bound.
    @ParameterizedTest
    @MethodSource("codecs")
    void roundTripsPagesAtEveryLevel(OurCodec codec) throws IOException {
        for (int level : levels(codec.codec())) {
            PageCompressor compressor = codec.compressor(level);
            for (TestPages shape : TestPages.values()) {
                for (int size : new int[] {0, 1, 333, PAGE_SIZE}) {
                    assertRoundTrip(
                            shape.ofSize(size),
                            compressor,
                            codec.decompressor(),
                            "level " + level + ", " + shape.describe(size));
                }
            }
        }
    }

    // Would catch: an offset that is ignored, a slab that is skipped, an input that is written to, and a stream
    // that is read beyond the page, into the next column.
    @ParameterizedTest
    @MethodSource("codecs")
    void acceptsAnyFormOfBytesInput(OurCodec codec) throws IOException {
        for (int size : new int[] {1, 100, PAGE_SIZE, 300_001}) {
            byte[] page = TestPages.DICTIONARY_IDS.ofSize(size);
            byte[] compressed = codec.compress(page);
            for (Form form : Form.values()) {
                String what = form + ", " + TestPages.DICTIONARY_IDS.describe(size);
                form.check(page, bytes -> {
                    byte[] written = TestPages.toArray(codec.compressor().compress(bytes));
                    assertArrayEquals(compressed, written, what);
                });
                form.check(compressed, bytes -> {
                    byte[] read = TestPages.toArray(codec.decompressor().decompress(bytes, size));
                    assertArrayEquals(page, read, what);
                });
            }
        }
    }

    // Would catch: a page that is used in place only until another part arrives, even an empty one.
    @ParameterizedTest
    @MethodSource("codecs")
    void ignoresEmptyPartsAroundThePage(OurCodec codec) throws IOException {
        byte[] page = TestPages.DICTIONARY_IDS.ofSize(PAGE_SIZE);
        BytesInput nothing = BytesInput.from(new byte[0]);
        BytesInput parts = BytesInput.concat(nothing, BytesInput.from(page), nothing);
        assertArrayEquals(
                codec.compress(page), TestPages.toArray(codec.compressor().compress(parts)));
    }

    // Would catch: an array offset or position that is ignored, a position that moves to the limit instead of
    // the end of the page, and a write outside the page.
    @ParameterizedTest
    @MethodSource("codecs")
    void decompressesBetweenBuffersOfAnyKind(OurCodec codec) throws IOException {
        for (int size : new int[] {0, 1, PAGE_SIZE}) {
            byte[] page = TestPages.TEXT.ofSize(size);
            byte[] compressed = codec.compress(page);
            for (Map.Entry<String, ByteBuffer> in : inputs(compressed).entrySet()) {
                for (Map.Entry<String, ByteBuffer> out : outputs(size).entrySet()) {
                    String what = in.getKey() + " to " + out.getKey() + ", " + TestPages.TEXT.describe(size);
                    ByteBuffer input = in.getValue().duplicate();
                    ByteBuffer output = out.getValue();
                    int inputLimit = input.limit();
                    int outputLimit = output.limit();
                    codec.decompressor().decompress(input, compressed.length, output, size);
                    assertEquals(MARGIN + compressed.length, input.position(), what);
                    assertEquals(inputLimit, input.limit(), what);
                    assertEquals(MARGIN + size, output.position(), what);
                    assertEquals(outputLimit, output.limit(), what);
                    assertArrayEquals(framed(page), contentOf(output), what);
                    assertArrayEquals(framed(compressed), contentOf(input), what);
                }
            }
        }
    }

    // Would catch: a page that fails after it was partly decompressed into the caller's buffer, and positions
    // or limits that are changed for the call and not restored.
    @ParameterizedTest
    @MethodSource("codecs")
    void failedPageLeavesBothBuffersUnchanged(OurCodec codec) throws IOException {
        byte[] page = TestPages.TEXT.ofSize(PAGE_SIZE);
        byte[] compressed = codec.compress(page);
        for (Map.Entry<String, ByteBuffer> in : inputs(compressed).entrySet()) {
            for (Map.Entry<String, ByteBuffer> out : outputs(PAGE_SIZE).entrySet()) {
                String what = in.getKey() + " to " + out.getKey();
                ByteBuffer input = in.getValue().duplicate();
                ByteBuffer output = out.getValue();
                ByteBuffer inputBefore = input.duplicate();
                ByteBuffer outputBefore = output.duplicate();
                PageDecompressor decompressor = codec.decompressor();
                assertThrows(
                        CorruptPageException.class,
                        () -> decompressor.decompress(input, compressed.length - 1, output, PAGE_SIZE),
                        what);
                assertThrows(
                        CorruptPageException.class,
                        () -> decompressor.decompress(input, compressed.length, output, PAGE_SIZE - 1),
                        what);
                assertEquals(inputBefore.position(), input.position(), what);
                assertEquals(inputBefore.limit(), input.limit(), what);
                assertEquals(outputBefore.position(), output.position(), what);
                assertEquals(outputBefore.limit(), output.limit(), what);
                assertArrayEquals(filled(output.capacity()), contentOf(output), what);
            }
        }
    }

    // Would catch: misuse that is reported as a corrupt page, and checks that overflow for a size near 2 GiB.
    @ParameterizedTest
    @MethodSource("codecs")
    void rejectsBuffersThatCannotHoldThePage(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(new byte[100]);
        int length = compressed.length;
        ByteBuffer input = ByteBuffer.wrap(compressed);
        ByteBuffer output = ByteBuffer.allocate(100);
        PageDecompressor decompressor = codec.decompressor();
        for (int tooLong : new int[] {length + 1, ByteArrays.MAX_LENGTH}) {
            assertThrows(IllegalArgumentException.class, () -> decompressor.decompress(input, tooLong, output, 100));
        }
        for (int tooLarge : new int[] {101, ByteArrays.MAX_LENGTH}) {
            assertThrows(
                    IllegalArgumentException.class, () -> decompressor.decompress(input, length, output, tooLarge));
        }
        ByteBuffer shifted =
                ByteBuffer.wrap(framed(compressed)).position(MARGIN + 1).limit(MARGIN + length);
        assertThrows(IllegalArgumentException.class, () -> decompressor.decompress(shifted, length, output, 100));
        assertThrows(
                ReadOnlyBufferException.class,
                () -> decompressor.decompress(input, length, output.asReadOnlyBuffer(), 100));
        assertEquals(0, input.position());
        assertEquals(0, output.position());
        decompressor.decompress(input, length, output, 100);
        assertEquals(100, output.position());
    }

    // Would catch: an output buffer that is reused, which puts one column's values into another (parquet-java issue
    // 3150).
    @ParameterizedTest
    @MethodSource("codecs")
    void nextPageLeavesThePreviousOneUnchanged(OurCodec codec) throws IOException {
        byte[] first = TestPages.TEXT.ofSize(PAGE_SIZE);
        byte[] second = TestPages.RLE.ofSize(PAGE_SIZE);
        PageDecompressor decompressor = codec.decompressor();
        ByteBuffer one = heapBuffer(decompressor.decompress(BytesInput.from(codec.compress(first)), PAGE_SIZE));
        ByteBuffer two = heapBuffer(decompressor.decompress(BytesInput.from(codec.compress(second)), PAGE_SIZE));
        assertTrue(one.hasArray() && two.hasArray());
        assertNotSame(one.array(), two.array());
        assertEquals(ByteBuffer.wrap(first), one);
        assertEquals(ByteBuffer.wrap(second), two);
    }

    // Would catch: outputs that a thread's compressors share; a writer has a compressor for each column.
    @ParameterizedTest
    @MethodSource("codecs")
    void compressedPageIsValidUntilItsCompressorsNextCall(OurCodec codec) throws IOException {
        byte[] first = TestPages.TEXT.ofSize(PAGE_SIZE);
        byte[] second = TestPages.PLAIN.ofSize(PAGE_SIZE);
        PageCompressor one = codec.compressor();
        PageCompressor other = codec.compressor();
        BytesInput firstCompressed = one.compress(BytesInput.from(first));
        BytesInput secondCompressed = other.compress(BytesInput.from(second));
        assertArrayEquals(first, codec.decompress(TestPages.toArray(firstCompressed), PAGE_SIZE));
        assertArrayEquals(second, codec.decompress(TestPages.toArray(secondCompressed), PAGE_SIZE));
        byte[] third = TestPages.RANDOM.ofSize(2 * PAGE_SIZE);
        assertArrayEquals(
                third, codec.decompress(TestPages.toArray(one.compress(BytesInput.from(third))), third.length));
    }

    // Would catch: blocks that are too large for other readers (Hadoop's decompressors hold a block, compressed
    // or not, in 256 KiB), and a page without room for its block sizes.
    @ParameterizedTest
    @CsvSource({"LZ4, 255, 16", "LZO, 16, 67"}) // a block may grow by 1/part of its size, and by that many more bytes
    void blocksThatDoNotShrinkFitIntoHadoopsBuffers(CompressionCodecName codec, int part, int more) throws IOException {
        FakeEngine engine = new FakeEngine(codec); // uses all the room that it asks for
        byte[] page = TestPages.RANDOM.ofSize(600_000);
        byte[] compressed = TestPages.toArray(new PageCompressor(codec, engine, CompressionSettings.ofLevel(0), false)
                .compress(BytesInput.from(page)));
        for (int at = 0; at < compressed.length; ) {
            int size = ByteBuffer.wrap(compressed).getInt(at);
            assertTrue(size + size / part + more <= 256 << 10, size + " bytes");
            at += 2 * Integer.BYTES + size;
        }
        assertArrayEquals(page, new OurCodec(codec, engine).decompress(compressed, page.length));
    }

    // Would catch: a compressor that returns another codec's name, which the writer would store in the file.
    @ParameterizedTest
    @EnumSource
    void factorySupportsEveryCodecInBothDirections(CompressionCodecName codec) throws IOException {
        FastCodecFactory factory = new FastCodecFactory();
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        assertEquals(codec, compressor.getCodecName());
        byte[] page = TestPages.DELTA_BYTE_ARRAY.ofSize(PAGE_SIZE);
        assertRoundTrip(page, compressor, decompressor, codec.name());
        assertRoundTrip(page, factory.getCompressor(codec, 1), decompressor, codec.name());
        if (codec != CompressionCodecName.UNCOMPRESSED) {
            assertSame(Engines.of(codec).get(0), Engines.forDecompression(codec), "the best engine is used");
        }
    }

    // Would catch: a pass-through that trusts its header, so that the reader decodes beyond the page.
    @Test
    void uncompressedPageMustHaveItsClaimedSize() throws IOException {
        BytesInputDecompressor decompressor = new FastCodecFactory().getDecompressor(CompressionCodecName.UNCOMPRESSED);
        byte[] page = TestPages.TEXT.ofSize(100);
        for (int wrong : new int[] {-1, 0, 99, 101}) {
            assertThrows(CorruptPageException.class, () -> decompressor.decompress(BytesInput.from(page), wrong));
            ByteBuffer input = ByteBuffer.wrap(page);
            ByteBuffer output = ByteBuffer.allocate(200);
            assertThrows(CorruptPageException.class, () -> decompressor.decompress(input, 100, output, wrong));
            assertEquals(0, input.position() + output.position());
        }
        for (ByteBuffer output : outputs(100).values()) {
            ByteBuffer input = ByteBuffer.wrap(framed(page)).position(MARGIN);
            decompressor.decompress(input, 100, output, 100);
            assertEquals(MARGIN + 100, input.position());
            assertEquals(MARGIN + 100, output.position());
            assertArrayEquals(framed(page), contentOf(output));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> decompressor.decompress(ByteBuffer.wrap(page), 101, ByteBuffer.allocate(200), 101));
        assertThrows(
                IllegalArgumentException.class,
                () -> decompressor.decompress(ByteBuffer.wrap(page), 100, ByteBuffer.allocate(99), 100));
    }

    private static void assertRoundTrip(
            byte[] page, BytesInputCompressor compressor, BytesInputDecompressor decompressor, String what)
            throws IOException {
        try {
            BytesInput compressed = compressor.compress(BytesInput.from(page));
            byte[] back = TestPages.toArray(decompressor.decompress(compressed, page.length));
            assertTrue(Arrays.equals(page, back), what);
        } catch (IOException | RuntimeException e) {
            throw new AssertionError(what, e);
        }
    }

    private static int[] sizes() {
        return IntStream.concat(
                        IntStream.of(0, 3, 5),
                        IntStream.iterate(1, power -> power <= MAX_SIZE, power -> 2 * power)
                                .flatMap(power -> IntStream.rangeClosed(power - 1, power + 1)))
                .filter(size -> size <= MAX_SIZE)
                .sorted()
                .distinct()
                .toArray();
    }

    private static int[] levels(CompressionCodecName codec) {
        switch (codec) {
            case ZSTD:
                return new int[] {-131072, -50, -7, -1, 0, 1, 2, 3, 6, 9, 12, 15, 19, 22};
            case GZIP:
                return IntStream.rangeClosed(0, 12).toArray();
            case LZ4_RAW:
            case LZ4:
                return IntStream.rangeClosed(1, 12).toArray();
            case BROTLI:
                return IntStream.rangeClosed(0, 11).toArray();
            default:
                assertNull(FastCodecOptions.levelKey(codec), () -> "no levels listed here for " + codec);
                return new int[] {0};
        }
    }

    private static ByteBuffer heapBuffer(BytesInput page) {
        return page.toByteBuffer(HeapByteBufferAllocator.getInstance(), unused -> {});
    }

    /** Returns {@code content} between two margins of canary bytes. */
    private static byte[] framed(byte[] content) {
        byte[] framed = filled(MARGIN + content.length + MARGIN);
        System.arraycopy(content, 0, framed, MARGIN, content.length);
        return framed;
    }

    private static byte[] filled(int size) {
        byte[] filled = new byte[size];
        Arrays.fill(filled, CANARY);
        return filled;
    }

    /** Returns the whole content of a buffer, whatever its position and limit. */
    private static byte[] contentOf(ByteBuffer buffer) {
        byte[] content = new byte[buffer.capacity()];
        buffer.duplicate().clear().get(content);
        return content;
    }

    private static Map<String, ByteBuffer> inputs(byte[] compressed) {
        Map<String, ByteBuffer> inputs = buffers(framed(compressed));
        inputs.put("read-only heap", inputs.get("heap").asReadOnlyBuffer());
        return inputs;
    }

    private static Map<String, ByteBuffer> outputs(int size) {
        return buffers(filled(MARGIN + size + MARGIN));
    }

    /**
     * Returns buffers of each kind that hold {@code content}. The position is at the end of the first margin, the limit inside
     * the last.
     */
    private static Map<String, ByteBuffer> buffers(byte[] content) {
        byte[] shifted = new byte[content.length + 7];
        Map<String, ByteBuffer> buffers = new LinkedHashMap<>();
        buffers.put("heap", ByteBuffer.wrap(content.clone()));
        buffers.put(
                "heap with array offset",
                ByteBuffer.wrap(shifted, 7, content.length).slice().put(content));
        buffers.put("direct", ByteBuffer.allocateDirect(content.length).put(content));
        buffers.values().forEach(buffer -> buffer.clear().position(MARGIN).limit(content.length - MARGIN / 2));
        return buffers;
    }

    private interface Use {
        void of(BytesInput bytes) throws IOException;
    }

    /** The forms in which parquet-java and its users pass pages. */
    private enum Form {
        ARRAY_WITH_OFFSET {
            @Override
            BytesInput of(byte[] content) {
                return BytesInput.from(framed(content), MARGIN, content.length);
            }
        },
        HEAP_BUFFER_WITH_ARRAY_OFFSET {
            @Override
            BytesInput of(byte[] content) {
                ByteBuffer slice = ByteBuffer.wrap(framed(content), MARGIN - 3, content.length + 3)
                        .slice();
                return BytesInput.from(slice.position(3));
            }
        },
        READ_ONLY_HEAP_BUFFER {
            @Override
            BytesInput of(byte[] content) {
                return BytesInput.from(ByteBuffer.wrap(content).asReadOnlyBuffer());
            }
        },
        DIRECT_BUFFER {
            @Override
            BytesInput of(byte[] content) {
                return BytesInput.from(direct(content));
            }
        },
        CONCATENATION {
            @Override
            BytesInput of(byte[] content) {
                int cut = content.length / 3;
                return BytesInput.concat(
                        BytesInput.from(content, 0, cut),
                        BytesInput.empty(),
                        BytesInput.from(direct(Arrays.copyOfRange(content, cut, content.length))));
            }
        },
        LIST_OF_BUFFERS {
            @Override
            BytesInput of(byte[] content) {
                List<ByteBuffer> parts = new ArrayList<>();
                int step = content.length / 5 + 1;
                for (int at = 0; at < content.length; at += step) {
                    byte[] part = Arrays.copyOfRange(content, at, Math.min(content.length, at + step));
                    parts.add(parts.size() % 2 == 0 ? ByteBuffer.wrap(part) : direct(part));
                }
                parts.add(ByteBuffer.allocate(0));
                return BytesInput.from(parts);
            }
        },
        SLABS {
            @Override
            void check(byte[] content, Use use) throws IOException {
                ByteBufferAllocator heap = HeapByteBufferAllocator.getInstance();
                try (CapacityByteArrayOutputStream slabs = new CapacityByteArrayOutputStream(64, 1 << 20, heap)) {
                    slabs.write(content, 0, content.length);
                    use.of(BytesInput.from(slabs));
                }
            }
        },
        STREAM_WITH_MORE_BEHIND {
            @Override
            void check(byte[] content, Use use) throws IOException {
                ByteArrayInputStream stream = new ByteArrayInputStream(framed(content), MARGIN, content.length + 5);
                use.of(BytesInput.from(stream, content.length));
                assertEquals(5, stream.available(), "bytes left after the page");
            }
        };

        /** Returns {@code content} in this form, if the form needs no further steps. */
        BytesInput of(byte[] content) {
            throw new UnsupportedOperationException();
        }

        /** Passes {@code content} in this form to {@code use}, which must not write to it. */
        void check(byte[] content, Use use) throws IOException {
            byte[] before = content.clone();
            use.of(of(content));
            assertArrayEquals(before, content, "input");
        }

        private static ByteBuffer direct(byte[] content) {
            return ByteBuffer.allocateDirect(content.length).put(content).flip();
        }
    }
}
