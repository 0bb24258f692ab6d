// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.decompressed;
import static io.github.fastcodec.safety.SafetyPages.decompressor;
import static io.github.fastcodec.safety.SafetyPages.fake;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.internal.page.UnsizedPages;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * "Errors" and "Two threads" in docs/safety.md: use after release is an error, and so is a compressor in use by two threads. All
 * other use is allowed.
 */
class InstanceUseTest {

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: an instance that still works after its release, and so hides a use after close.
    @ParameterizedTest
    @MethodSource("codecs")
    void errors_rejectsUseAfterRelease(OurCodec codec) throws IOException {
        byte[] compressed = codec.compress(PAGE);
        PageCompressor compressor = codec.compressor();
        PageDecompressor decompressor = codec.decompressor();
        PageDecompressor other = codec.decompressor();
        for (int i = 0; i < 2; i++) {
            compressor.release();
            decompressor.release();
        }
        assertThrows(IllegalStateException.class, () -> compressor.compress(BytesInput.from(PAGE)));
        assertThrows(IllegalStateException.class, () -> decompressed(decompressor, compressed, PAGE.length));
        assertThrows(
                IllegalStateException.class,
                () -> decompressor.decompress(
                        ByteBuffer.wrap(compressed), compressed.length, ByteBuffer.allocate(300), 300));
        assertArrayEquals(PAGE, decompressed(other, compressed, PAGE.length));
    }

    // Would catch: a decompressor that refuses or confuses the pages of threads that share it, as the columns of a row
    // group
    // do when each is read by a thread of its own.
    @Test
    void twoThreads_threadsShareADecompressor() throws Exception {
        try (Blocked reading = new Blocked()) {
            PageDecompressor decompressor = decompressor(fake().decompressing(reading));
            UnsizedPages unsized = new UnsizedPages(CompressionCodecName.LZ4_RAW, decompressor);
            byte[] other = TestPages.RANDOM.ofSize(PAGE.length + 1);
            reading.during(() -> decompressed(decompressor, PAGE, PAGE.length), () -> {
                assertArrayEquals(other, decompressed(decompressor, other, other.length));
                ByteBuffer output = ByteBuffer.allocate(other.length);
                decompressor.decompress(ByteBuffer.wrap(other), other.length, output, other.length);
                assertEquals(ByteBuffer.wrap(other), output.flip());
                assertEquals(ByteBuffer.wrap(other), unsized.decompress(BytesInput.from(other)), "without a size");
            });
            assertArrayEquals(PAGE, decompressed(decompressor, PAGE, PAGE.length));
        }
    }

    // Would catch: two threads in one compressor, whose output the second overwrites, and a detection that is not
    // reset.
    @Test
    void twoThreads_rejectsASecondThreadInACompressor() throws Exception {
        try (Blocked writing = new Blocked()) {
            FakeEngine engine = fake().compressing(writing);
            PageCompressor compressor =
                    new PageCompressor(CompressionCodecName.LZ4_RAW, engine, CompressionSettings.ofLevel(0), false);
            writing.during(() -> TestPages.toArray(compressor.compress(BytesInput.from(PAGE))), () -> {
                IllegalStateException thrown =
                        assertThrows(IllegalStateException.class, () -> compressor.compress(BytesInput.from(PAGE)));
                assertTrue(thrown.getMessage().contains("in use by another thread"), thrown::getMessage);
            });
            assertArrayEquals(PAGE, TestPages.toArray(compressor.compress(BytesInput.from(PAGE))));
        }
    }

    // Would catch: a release that frees memory in use by a call, or that is forgotten when the call ends.
    @Test
    void twoThreads_releaseDuringACallLetsItFinish() throws Exception {
        try (Blocked reading = new Blocked()) {
            FakeEngine engine = fake().decompressing(reading);
            PageDecompressor decompressor = decompressor(engine);
            reading.during(() -> decompressed(decompressor, PAGE, PAGE.length), () -> {
                decompressor.release();
                assertEquals("0", engine.closed());
                String message = assertThrows(
                                IllegalStateException.class, () -> decompressed(decompressor, PAGE, PAGE.length))
                        .getMessage();
                assertTrue(message.contains("released"), message);
            });
            assertThrows(IllegalStateException.class, () -> decompressed(decompressor, PAGE, PAGE.length));
        }
    }

    // Would catch: an instance that is bound to the thread that made it. Readers pass theirs from thread to
    // thread.
    @ParameterizedTest
    @MethodSource("codecs")
    void twoThreads_mayUseAnInstanceInTurn(OurCodec codec) throws Exception {
        PageCompressor compressor = codec.compressor();
        PageDecompressor decompressor = codec.decompressor();
        for (int i = 0; i < 4; i++) {
            ExecutorService executor = Executors.newSingleThreadExecutor();
            try {
                Future<byte[]> page = executor.submit(() -> decompressed(
                        decompressor, TestPages.toArray(compressor.compress(BytesInput.from(PAGE))), PAGE.length));
                assertArrayEquals(PAGE, page.get());
            } finally {
                executor.shutdownNow();
            }
        }
    }

    private interface Work {
        byte[] run() throws IOException;
    }

    private interface Step {
        void run() throws IOException;
    }

    /** A copying engine call whose first run waits while the test does something else. */
    private static final class Blocked implements FakeEngine.Call, AutoCloseable {
        private final CountDownLatch entered = new CountDownLatch(1);
        private final CountDownLatch goOn = new CountDownLatch(1);
        private final ExecutorService executor = Executors.newSingleThreadExecutor();

        @Override
        public int run(byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int room) {
            try {
                if (entered.getCount() > 0) { // if a second call gets here, it must not wait for itself
                    entered.countDown();
                    goOn.await();
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return FakeEngine.copy(source, sourceOffset, sourceLength, target, targetOffset, room);
        }

        void during(Work work, Step meanwhile) throws Exception {
            Future<byte[]> result = executor.submit(work::run);
            entered.await();
            try {
                meanwhile.run();
            } finally {
                goOn.countDown();
            }
            assertArrayEquals(PAGE, result.get());
        }

        @Override
        public void close() {
            executor.shutdownNow();
        }
    }
}
