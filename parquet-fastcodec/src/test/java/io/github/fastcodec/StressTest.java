// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.Pages;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Guarantees that must hold in any order of events, tested with many threads and rounds. */
class StressTest {

    private static final int ROUNDS = 2_000;

    private final FastCodecFactory factory = new FastCodecFactory();

    /**
     * Two threads call one compressor at the same moment, round after round. Would catch: a check that is not atomic, so that one
     * page holds bytes of the other.
     */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.INCLUDE,
            names = {"SNAPPY", "ZSTD", "GZIP", "LZ4"})
    void concurrentUseGivesWholePagesOrAnException(CompressionCodecName codec) throws Exception {
        BytesInputCompressor compressor = factory.getCompressor(codec);
        AtomicInteger inUse = new AtomicInteger();
        race(2, (thread, round) -> {
            byte[] page = page(thread, round);
            // the call reads the input, so the input detects two calls at once
            BytesInput input = BytesInput.from(
                    new ByteArrayInputStream(page) {
                        @Override
                        public synchronized int read(byte[] target, int offset, int length) {
                            assertEquals(1, inUse.incrementAndGet(), "two threads are in one compressor");
                            Thread.yield();
                            inUse.decrementAndGet();
                            return super.read(target, offset, length);
                        }
                    },
                    page.length);
            try {
                BytesInput compressed = compressor.compress(input);
                assertTrue(compressed.size() > 0);
            } catch (IllegalStateException e) {
                assertTrue(e.getMessage().contains("in use by another thread"), e::getMessage);
            }
        });
        byte[] page = page(0, 0);
        BytesInput compressed = compressor.compress(BytesInput.from(page));
        assertArrayEquals(page, TestPages.toArray(factory.getDecompressor(codec).decompress(compressed, page.length)));
    }

    /** Would catch: a release that frees memory in use by a call, or one that a call undoes when it ends later. */
    @ParameterizedTest
    @EnumSource(mode = Mode.EXCLUDE, names = "UNCOMPRESSED")
    void releaseDuringACallEndsTheInstanceAfterwards(CompressionCodecName codec) throws Exception {
        byte[] page = page(1, 1);
        byte[] compressed = Pages.compress(factory.getCompressor(codec), page);
        List<BytesInputDecompressor> instances = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            instances.add(factory.getDecompressor(codec));
        }
        race(2, 200, (thread, round) -> {
            BytesInputDecompressor instance = instances.get(round);
            if (thread == 0) {
                instance.release();
            } else {
                try {
                    BytesInput result = instance.decompress(BytesInput.from(compressed), page.length);
                    assertArrayEquals(page, TestPages.toArray(result));
                } catch (IllegalStateException e) {
                    assertTrue(e.getMessage().contains("released"), e::getMessage);
                }
            }
        });
        for (BytesInputDecompressor instance : instances) {
            assertThrows(
                    IllegalStateException.class, () -> instance.decompress(BytesInput.from(compressed), page.length));
        }
    }

    /** Would catch: one reader's close that breaks the factory's other readers. */
    @Test
    void repeatedlyReleasedFactoryServesAllThreads() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService closer = Executors.newSingleThreadExecutor();
        try {
            Future<?> releases = closer.submit(() -> {
                while (!over.get()) {
                    factory.release();
                }
            });
            race(4, ROUNDS / 4, (thread, round) -> roundTrip(factory, thread, round));
            over.set(true);
            releases.get();
        } finally {
            over.set(true);
            closer.shutdownNow();
        }
    }

    /** Would catch: contexts, native or not, that multiply with virtual threads. */
    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void tenThousandVirtualThreadsKeepToTheContextBound() throws Exception {
        int bound = 16 * Math.max(4, Runtime.getRuntime().availableProcessors()); // unless another test has raised it
        long before = FastCodecStats.pool().getCreated();
        Method executors = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        ExecutorService executor = (ExecutorService) executors.invoke(null);
        try {
            List<Future<?>> results = new ArrayList<>();
            for (int i = 0; i < 10_000; i++) {
                int number = i;
                results.add(executor.submit(() -> {
                    roundTrip(factory, number % 8, number);
                    return null;
                }));
            }
            for (Future<?> result : results) {
                result.get();
            }
        } finally {
            executor.shutdownNow();
        }
        PoolState state = FastCodecStats.pool();
        assertTrue(state.getContexts() <= state.getMaxContexts(), state::toString);
        assertTrue(state.getCreated() - before <= bound, state::toString);
        assertEquals(state.getContexts(), state.getCreated() - state.getClosed(), state::toString);
    }

    private static void roundTrip(FastCodecFactory factory, int thread, int round) throws IOException {
        CompressionCodecName[] codecs = {
            CompressionCodecName.SNAPPY,
            CompressionCodecName.ZSTD,
            CompressionCodecName.GZIP,
            CompressionCodecName.LZ4_RAW
        };
        CompressionCodecName codec = codecs[round % codecs.length];
        byte[] page = page(thread, round);
        BytesInput compressed = factory.getCompressor(codec).compress(BytesInput.from(page));
        BytesInput result = factory.getDecompressor(codec).decompress(compressed, page.length);
        assertArrayEquals(page, TestPages.toArray(result), () -> codec + " page " + round + " of thread " + thread);
    }

    /** Returns a page that is unique to the thread and round. */
    private static byte[] page(int thread, int round) {
        byte[] page = new byte[2_000 + 17 * (round % 50)];
        for (int i = 0; i < page.length; i++) {
            page[i] = (byte) (thread * 31 + round + i % 13);
        }
        return page;
    }

    private interface Step {
        void run(int thread, int round) throws IOException;
    }

    private static void race(int threads, Step step) throws Exception {
        race(threads, ROUNDS, step);
    }

    /** Runs each step on all threads at the same time. If one thread fails, the others continue without it. */
    private static void race(int threads, int rounds, Step step) throws Exception {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        Phaser together = new Phaser(threads);
        try {
            List<Future<Void>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                Callable<Void> work = () -> {
                    try {
                        for (int round = 0; round < rounds; round++) {
                            together.arriveAndAwaitAdvance();
                            step.run(thread, round);
                        }
                        return null;
                    } finally {
                        together.arriveAndDeregister();
                    }
                };
                results.add(executor.submit(work));
            }
            for (Future<Void> result : results) {
                result.get();
            }
        } finally {
            executor.shutdownNow();
        }
    }
}
