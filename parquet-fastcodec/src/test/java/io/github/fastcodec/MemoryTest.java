// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The heap that compression and decompression allocate and retain. */
@Tag("slow")
class MemoryTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int PAGES = 1_000;
    private static final int PAGE_SIZE = 20_000;

    /**
     * Returns how many bytes a page may allocate in addition to itself: 256, plus the library's own allocations. brotli4j
     * allocates an encoder or a decoder; aircompressor a few ranges, and for ZSTD a compressor's tables; zstd-jni on Java 22 and
     * newer memory segments for its foreign calls.
     */
    private static int most(OurCodec codec) {
        switch (codec.engine().name()) {
            case "brotli4j":
                return 512;
            case "zstd-jni":
                return Runtime.version().feature() < 22 ? 256 : 512;
            case "aircompressor":
                return codec.codec() == CompressionCodecName.ZSTD ? 1 << 20 : 384;
            case "brotli-dec":
                return 128 << 10; // the decoder and its tables
            default:
                return 256;
        }
    }

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: an output array for each page, a copy of the input, boxing, and a capturing lambda.
    @ParameterizedTest
    @MethodSource("codecs")
    void compressorAllocatesAlmostNothingPerPage(OurCodec codec) throws IOException {
        PageCompressor compressor = codec.compressor();
        byte[] page = TestPages.TEXT.ofSize(PAGE_SIZE);
        int half = page.length / 2;
        // in parts, as from a writer; the caller creates the input beforehand
        BytesInput input = BytesInput.concat(BytesInput.from(page, 0, half), BytesInput.from(page, half, half));
        assertAllocates(codec + " compressor", most(codec), () -> compressor.compress(input));
    }

    // Would catch: a second array in addition to the page's own.
    @ParameterizedTest
    @MethodSource("codecs")
    void decompressorAllocatesLittleMoreThanThePage(OurCodec codec) throws IOException {
        byte[] page = TestPages.TEXT.ofSize(PAGE_SIZE);
        byte[] compressed = codec.compress(page);
        PageDecompressor decompressor = codec.decompressor();
        BytesInput input = BytesInput.from(compressed, 0, compressed.length);
        assertAllocates(
                codec + " decompressor", page.length + most(codec), () -> decompressor.decompress(input, page.length));
    }

    // Would catch: open writers that each retain an output of the page's size.
    @ParameterizedTest
    @MethodSource("codecs")
    void idleOpenWriterTakesAtMost16KiB(OurCodec codec) throws Exception {
        int writers = 300;
        byte[] page = TestPages.TEXT.ofSize(1 << 16);
        compressAll(compressors(codec, 1), page);
        long before = usedHeap();
        List<PageCompressor> open = compressors(codec, writers);
        compressAll(open, page);
        long each = (usedHeap() - before) / writers;
        assertTrue(each <= 16 << 10, () -> "each open " + codec + " compressor costs " + each + " bytes of heap");
        compressAll(open, page);
    }

    // Would catch: small outputs that a collection frees, and large outputs that it does not free.
    @ParameterizedTest
    @CsvSource({"5000, true", "50000, false"})
    void onlySmallOutputsSurviveACollection(int size, boolean kept) throws Exception {
        PageCompressor compressor = OurCodec.best(CompressionCodecName.ZSTD).compressor();
        WeakReference<byte[]> output = new WeakReference<>(compressor
                .compress(BytesInput.from(TestPages.RANDOM.ofSize(size)))
                .toInputStream()
                .remainingBuffers()
                .get(0)
                .array());
        usedHeap();
        assertEquals(kept, output.get() != null);
        Reference.reachabilityFence(compressor);
    }

    // Would catch: an array that another compressor of the thread or the pool reuses while it is still being
    // read.
    @ParameterizedTest
    @MethodSource("codecs")
    void otherCompressorsDoNotInvalidateAnOutput(OurCodec codec) throws IOException {
        List<PageCompressor> compressors = compressors(codec, 8);
        for (int size : new int[] {100, 5_000, 300_000}) {
            List<BytesInput> outputs = new ArrayList<>();
            for (int i = 0; i < compressors.size(); i++) {
                outputs.add(compressors.get(i).compress(BytesInput.from(TestPages.RANDOM.ofSize(size + i))));
            }
            System.gc();
            compressAll(compressors(codec, 2), TestPages.TEXT.ofSize(size));
            for (int i = 0; i < compressors.size(); i++) {
                assertArrayEquals(
                        TestPages.RANDOM.ofSize(size + i),
                        codec.decompress(TestPages.toArray(outputs.get(i)), size + i),
                        TestPages.RANDOM.describe(size + i));
            }
        }
    }

    // Would catch: a large page's scratch memory that the pool keeps as long as small pages follow.
    @ParameterizedTest
    @MethodSource("codecs")
    void poolShrinksAfterALargePage(OurCodec codec) throws IOException {
        PageCompressor compressor = codec.level() == null ? codec.compressor(1) : codec.compressor();
        PageDecompressor decompressor = codec.decompressor();
        long before = FastCodecStats.pool().getBytes();
        roundTrip(compressor, decompressor, 8 << 20);
        for (int i = 0; i < 200; i++) {
            roundTrip(compressor, decompressor, 10_000);
        }
        PoolState state = FastCodecStats.pool();
        assertTrue(
                state.getBytes() - before < 4 << 20,
                () -> codec + " left " + (state.getBytes() - before) + " bytes: " + state);
    }

    private static void roundTrip(PageCompressor compressor, PageDecompressor decompressor, int size)
            throws IOException {
        byte[] page = TestPages.TEXT.ofSize(size);
        int half = size / 2;
        BytesInput parts = BytesInput.concat(BytesInput.from(page, 0, half), BytesInput.from(page, half, size - half));
        byte[] compressed = TestPages.toArray(compressor.compress(parts));
        assertArrayEquals(page, TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), size)));
    }

    private static List<PageCompressor> compressors(OurCodec codec, int count) {
        return Stream.generate(() -> codec.compressor(1)).limit(count).collect(Collectors.toList());
    }

    private static void compressAll(List<PageCompressor> compressors, byte[] page) throws IOException {
        for (PageCompressor compressor : compressors) {
            compressor.compress(BytesInput.from(page));
        }
    }

    private static long usedHeap() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private interface PageCall {
        Object run() throws IOException;
    }

    private static void assertAllocates(String what, int most, PageCall call) throws IOException {
        long allocated = Long.MAX_VALUE;
        // until the code is compiled; now and then a garbage collection may free an output
        for (int round = 0; round < 30 && allocated > most; round++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < PAGES; i++) {
                call.run();
            }
            allocated = (THREADS.getCurrentThreadAllocatedBytes() - before) / PAGES;
        }
        long each = allocated;
        assertTrue(
                each <= most,
                () -> what + " allocates " + each + " bytes for each page, at most " + most + " are allowed");
    }
}
