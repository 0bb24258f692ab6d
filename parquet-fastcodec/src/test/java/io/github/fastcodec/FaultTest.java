// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.internal.settings.Settings;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Failures in the middle of a page. The next page is correct, and no context is lost or closed twice. */
class FaultTest {

    private static final int THREADS = 4;
    private static final int PAGES_OF_EACH_THREAD = Integer.getInteger("fault.pages", 20_000);
    private static final CompressionCodecName CODEC = CompressionCodecName.LZ4_RAW;

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: a context that a failure leaks or returns to the pool, a context that is closed while or
    // after another page uses it, and scratch memory of a failed page in the next one.
    @Test
    void failedPage_randomFailuresSpoilNoPageAndLoseNoContext() throws Exception {
        AtomicInteger spoilt = new AtomicInteger();
        AtomicInteger injected = new AtomicInteger();
        ThreadLocal<Random> randoms = new ThreadLocal<>();
        FakeEngine.Call call = (source, sourceOffset, sourceLength, target, targetOffset, room) -> {
            if (randoms.get().nextInt(4) == 0) {
                // a failed page is partly written
                Arrays.fill(target, targetOffset, targetOffset + Math.min(room, sourceLength), (byte) 0x5a);
                spoilt.incrementAndGet();
                throw FakeEngine.<RuntimeException>unchecked(fault(randoms.get()));
            }
            return FakeEngine.copy(source, sourceOffset, sourceLength, target, targetOffset, room);
        };
        FakeEngine engine = new FakeEngine(CODEC).compressing(call).decompressing(call);
        long pagesBefore = counted(PageStats::getPages);
        long failuresBefore = counted(PageStats::getFailures);
        ExecutorService executor = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> threads = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                long seed = TestPages.SEED + thread;
                threads.add(executor.submit(() -> {
                    Random random = new Random(seed);
                    randoms.set(random);
                    PageCompressor compressor =
                            new PageCompressor(CODEC, engine, CompressionSettings.ofLevel(0), false);
                    PageDecompressor decompressor =
                            new PageDecompressor(CODEC, engine, ByteArrays.MAX_LENGTH, CorruptPageException::new);
                    for (int i = 0; i < PAGES_OF_EACH_THREAD; i++) {
                        byte[] page = new byte[random.nextInt(200)];
                        random.nextBytes(page);
                        boolean failing = random.nextInt(8) == 0;
                        try {
                            BytesInput input = failing ? failing(page, random) : BytesInput.from(page);
                            BytesInput output = random.nextBoolean()
                                    ? compressor.compress(input)
                                    : decompressor.decompress(input, page.length);
                            assertArrayEquals(page, TestPages.toArray(output), "seed " + seed + ", page " + i);
                        } catch (AssertionError e) {
                            throw e;
                        } catch (IOException | RuntimeException | Error e) {
                            injected.incrementAndGet();
                        }
                    }
                    return null;
                }));
            }
            for (Future<?> thread : threads) {
                thread.get();
            }
        } finally {
            executor.shutdownNow();
        }
        String[] closed = engine.closed().split(", ");
        long open = Arrays.stream(closed).filter("0"::equals).count();
        long once = Arrays.stream(closed).filter("1"::equals).count();
        System.out.printf(
                "%,d pages on %d threads, %,d faults injected, %,d contexts closed, %d kept%n",
                THREADS * PAGES_OF_EACH_THREAD, THREADS, injected.get(), once, open);
        assertEquals(closed.length, open + once, "contexts closed more than once");
        assertTrue(once >= spoilt.get(), once + " contexts closed after " + spoilt + " failures in one");
        assertTrue(open <= 2 * THREADS, open + " contexts are open, for each thread one of each kind is enough");
        assertTrue(injected.get() > PAGES_OF_EACH_THREAD / 2, injected + " faults");
        assertEquals(injected.get(), counted(PageStats::getFailures) - failuresBefore, "failures counted");
        assertEquals(
                THREADS * PAGES_OF_EACH_THREAD - injected.get(),
                counted(PageStats::getPages) - pagesBefore,
                "pages counted");
    }

    private static long counted(ToLongFunction<PageStats> counter) {
        return Arrays.stream(Direction.values())
                .mapToLong(direction -> counter.applyAsLong(FastCodecStats.of(CODEC, direction)))
                .sum();
    }

    // Would catch: an instance that stays busy forever, and scratch memory that is lost, if memory runs out
    // while a context is created.
    @Test
    void failedPage_failureToCreateAContextFailsOnlyThatPage() throws IOException {
        for (Throwable fault : new Throwable[] {
            new OutOfMemoryError("of the test"), new UnsatisfiedLinkError("of the test"), new IllegalStateException()
        }) {
            AtomicBoolean failing = new AtomicBoolean();
            FakeEngine inner = new FakeEngine(CODEC);
            FakeEngine engine = new FakeEngine(CODEC)
                    .creating(
                            () -> {
                                throwIf(failing, fault);
                                return inner.newCompressor(CompressionSettings.ofLevel(0));
                            },
                            () -> {
                                throwIf(failing, fault);
                                return inner.newDecompressor();
                            });
            PageCompressor compressor = new PageCompressor(CODEC, engine, CompressionSettings.ofLevel(0), false);
            PageDecompressor decompressor =
                    new PageDecompressor(CODEC, engine, ByteArrays.MAX_LENGTH, CorruptPageException::new);
            byte[] page = {1, 2, 3};
            failing.set(true);
            for (int i = 0; i < 3; i++) {
                assertSame(fault, assertThrows(Throwable.class, () -> compressor.compress(BytesInput.from(page))));
                assertSame(
                        fault, assertThrows(Throwable.class, () -> decompressor.decompress(BytesInput.from(page), 3)));
            }
            failing.set(false);
            assertArrayEquals(page, TestPages.toArray(compressor.compress(BytesInput.from(page))));
            assertArrayEquals(page, TestPages.toArray(decompressor.decompress(BytesInput.from(page), 3)));
        }
    }

    // Would catch: a path that blocks, or swallows the interrupt by which Spark and Flink end their tasks.
    @ParameterizedTest
    @MethodSource("codecs")
    void failedPage_interruptedThreadFinishesItsPageAndStaysInterrupted(OurCodec codec) throws IOException {
        byte[] page = TestPages.TEXT.ofSize(10_000);
        Thread.currentThread().interrupt();
        byte[] back;
        boolean interrupted;
        try {
            back = codec.decompress(codec.compress(page), page.length);
        } finally {
            interrupted = Thread.interrupted();
        }
        assertTrue(interrupted);
        assertArrayEquals(page, back);
    }

    // Would catch: a release that frees contexts that readers on other threads still use.
    @ParameterizedTest
    @MethodSource("codecs")
    void release_repeatedReleaseByAnotherThreadSpoilsNoPage(OurCodec codec) throws Exception {
        FastCodecFactory factory = new FastCodecFactory(FastCodecOptions.from(
                key -> key.equals(Settings.engine(codec.codec()).key())
                                && codec.engine().canCompress()
                        ? codec.engine().name()
                        : null));
        AtomicBoolean done = new AtomicBoolean();
        CountDownLatch started = new CountDownLatch(1);
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            Future<?> releasing = executor.submit(() -> {
                while (!done.get()) {
                    factory.release();
                    factory.getDecompressor(codec.codec()).release();
                    factory.getCompressor(codec.codec()).release();
                    started.countDown();
                }
            });
            started.await();
            BytesInputCompressor compressor = factory.getCompressor(codec.codec());
            BytesInputDecompressor decompressor = factory.getDecompressor(codec.codec());
            for (int i = 0; i < 200; i++) {
                byte[] page = TestPages.TEXT.ofSize(100 + 37 * i);
                byte[] compressed = TestPages.toArray(compressor.compress(BytesInput.from(page)));
                assertArrayEquals(
                        page,
                        TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), page.length)),
                        "page " + i);
            }
            done.set(true);
            releasing.get();
        } finally {
            done.set(true);
            executor.shutdownNow();
        }
    }

    /** Returns an input that fails after some of its bytes, or has fewer bytes than its size states. */
    private static BytesInput failing(byte[] page, Random random) {
        boolean ends = random.nextBoolean();
        int after = random.nextInt(page.length + 1);
        InputStream stream = new ByteArrayInputStream(page, 0, after) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                int read = super.read(target, offset, length);
                if (read <= 0 && !ends) {
                    throw FakeEngine.<RuntimeException>unchecked(new IOException("of the test"));
                }
                return read;
            }
        };
        return BytesInput.from(stream, page.length + 1);
    }

    private static Throwable fault(Random random) {
        switch (random.nextInt(4)) {
            case 0:
                return new IOException("of the test");
            case 1:
                return new ArrayIndexOutOfBoundsException("of the test");
            case 2:
                return new OutOfMemoryError("of the test");
            default:
                return new StackOverflowError("of the test");
        }
    }

    private static void throwIf(AtomicBoolean failing, Throwable fault) {
        if (failing.get()) {
            throw FakeEngine.<RuntimeException>unchecked(fault);
        }
    }
}
