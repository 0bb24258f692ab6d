// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.Pages;
import io.github.fastcodec.support.PoolAccount;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages on a thread whose stack ends in the middle of one, at every depth that a frame makes a difference to. */
class StackAttackTest {

    private static final long STACK_BYTES = 512 << 10;
    private static final int DEPTHS = 300;

    /** Of all codecs: where all of a page's way is compiled into few frames, the stack may end in none of one codec. */
    private static final AtomicInteger IN_A_PAGE = new AtomicInteger();

    @AfterAll
    static void aStackHasEndedInAPage() {
        assertTrue(IN_A_PAGE.get() > 0, "no stack ended in a page");
    }

    private interface Attempt {
        void run() throws IOException;
    }

    // Would catch: an instance that stays in use for ever because what ends its call was not reached.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void aStackThatEndsInAPageLeavesItsInstanceUsable(CompressionCodecName codec) throws Exception {
        FastCodecFactory factory = new FastCodecFactory();
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        byte[] page = Pages.text(2_000, 1);
        byte[] compressed = Pages.compress(compressor, page);
        byte[] larger = Pages.text(5_000, 2);
        List<Attempt> attempts = List.of(
                () -> compressor.compress(BytesInput.from(page)),
                () -> compressor.compress(BytesInput.concat(BytesInput.from(page, 0, 100), BytesInput.from(page))),
                () -> compressor.compress(BytesInput.from(InputStream.nullInputStream(), 10)),
                () -> decompressor.decompress(BytesInput.from(compressed), page.length),
                () -> decompressor.decompress(BytesInput.from(compressed), page.length + 1));
        for (int round = 0; round < 2; round++) {
            for (Attempt attempt : attempts) {
                for (int warmUp = 0; warmUp < 20; warmUp++) {
                    swallowed(attempt); // a class whose initialization overflowed the stack would be lost for good
                }
                IN_A_PAGE.addAndGet(overflows(attempt));
                assertArrayEquals(
                        page,
                        Pages.toArray(decompressor.decompress(
                                BytesInput.from(Pages.compress(compressor, page)), page.length)));
            }
        }
    }

    // Would catch: a context that is taken for closed though the stack ended in the middle of closing it, so that what
    // it
    // holds outside the heap is held for ever.
    @Test
    void aStackThatEndsWhereAContextIsClosedLosesNone() throws Exception {
        AtomicInteger open = new AtomicInteger();
        class Context extends DeepContext {
            Context() {
                open.incrementAndGet();
            }

            @Override
            void free() {
                open.decrementAndGet();
            }
        }
        FakeEngine engine = new FakeEngine(CompressionCodecName.LZ4_RAW).creating(Context::new, Context::new);
        PageCompressor compressor =
                new PageCompressor(CompressionCodecName.LZ4_RAW, engine, CompressionSettings.ofLevel(0), false);
        PageDecompressor decompressor =
                new PageDecompressor(CompressionCodecName.LZ4_RAW, engine, 1 << 20, CorruptPageException::new);
        byte[] page = {1, 2, 3};
        for (Attempt attempt : List.<Attempt>of(
                () -> compressor.compress(BytesInput.from(page)),
                () -> decompressor.decompress(BytesInput.from(page), 3))) {
            for (int warmUp = 0; warmUp < 20; warmUp++) {
                swallowed(attempt);
            }
            IN_A_PAGE.addAndGet(overflows(attempt));
        }
        PoolAccount.assertBalanced();
        assertEquals(0, open.get(), "contexts that failed and are open");
    }

    /** A context that fails every block, and needs some stack to be closed, as those do that call native code. */
    private abstract static class DeepContext implements BlockCompressor, BlockDecompressor {

        abstract void free();

        @Override
        public long maxCompressedLength(int sourceLength) {
            return sourceLength;
        }

        @Override
        public int compress(byte[] source, int offset, int length, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            throw new IOException("of the test");
        }

        @Override
        public int decompress(byte[] source, int offset, int length, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            throw new IOException("of the test");
        }

        @Override
        public long footprint() {
            return 0;
        }

        @Override
        public void close() {
            close(10);
        }

        private void close(int frames) {
            if (frames == 0) {
                free();
            } else {
                close(frames - 1);
            }
        }
    }

    /** Tries at each of the deepest places that a stack has, and returns how often it was too short. */
    private static int overflows(Attempt attempt) throws InterruptedException {
        AtomicInteger overflows = new AtomicInteger();
        List<Throwable> failures = new ArrayList<>();
        Thread thread = new Thread(null, () -> descend(attempt, overflows), "deep", STACK_BYTES);
        thread.setUncaughtExceptionHandler((t, e) -> failures.add(e));
        thread.start();
        thread.join();
        assertTrue(failures.isEmpty(), failures::toString);
        return overflows.get();
    }

    /** Returns how many frames have returned since the stack overflowed. */
    private static int descend(Attempt attempt, AtomicInteger overflows) {
        int height;
        try {
            height = descend(attempt, overflows) + 1;
        } catch (StackOverflowError e) {
            height = 0;
        }
        if (height > 10 && height < DEPTHS && swallowed(attempt) instanceof StackOverflowError) {
            overflows.incrementAndGet();
        }
        return height;
    }

    private static Throwable swallowed(Attempt attempt) {
        try {
            attempt.run();
            return null;
        } catch (IOException | RuntimeException | Error e) {
            return e;
        }
    }
}
