// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Function;
import com.sun.jna.Structure;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Memory outside the heap, in JVMs that have little of it or count it. It is bounded and freed at once, and pages never wait for
 * it.
 */
class ScarceMemoryTest {

    /** The bytes that the JVM itself may allocate in the meantime, mainly its compilers. */
    private static final long NOISE = 24 << 20;

    @TempDir
    Path directory;

    // Would catch: a page that requests direct memory from a JVM without any left, which costs half a second
    // and a full collection each time.
    @Test
    void scarceMemory_exhaustedDirectMemoryCausesNoCollection() throws Exception {
        Path log = directory.resolve("gc.log");
        run(
                NoDirectMemory.class,
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:MaxDirectMemorySize=64m",
                "-Xlog:gc:file=" + log);
        List<String> asked = Files.readAllLines(log).stream()
                .filter(line -> line.contains("System.gc()"))
                .toList();
        assertEquals(List.of(), asked);
    }

    // Would catch: buffers of closed contexts that only the collector frees.
    @Test
    @EnabledOnOs(OS.LINUX) // asks glibc what is allocated
    void scarceMemory_closedContextsLeaveNothingOutsideTheHeap() throws Exception {
        long[] grown = run(NoContextsKept.class, "-Xmx512m", "-XX:+UseSerialGC");
        assertEquals(0, grown[0], "bytes by which direct memory grew");
        assertTrue(grown[1] <= NOISE, () -> "native memory grew by " + grown[1] + " bytes");
    }

    // Would catch: memory outside the heap that pages of several threads accumulate beyond the pool's bound.
    @Test
    @EnabledOnOs(OS.LINUX) // asks glibc what is allocated
    void scarceMemory_tenThreadsWithLargePagesStayWithinTheBounds() throws Exception {
        long[] grown = run(TenThreads.class, "-Xmx768m", "-XX:+UseSerialGC");
        assertEquals(0, grown[0], "bytes by which direct memory grew at most");
        assertTrue(
                grown[1] <= grown[2] + NOISE,
                () -> "native memory grew by " + grown[1] + " bytes, the pool counts " + grown[2]);
        assertTrue(grown[2] <= grown[3], () -> "the pool counts " + grown[2] + " bytes, its bound is " + grown[3]);
    }

    private long[] run(Class<?> main, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(Arrays.asList(options));
        arguments.add(main.getName());
        ChildJvm child = ChildJvm.run(directory, "child", 600, List.of(), arguments);
        assertEquals(0, child.exit(), child::toString);
        return child.output().lines().mapToLong(Long::parseLong).toArray();
    }

    /** Uses up the direct memory, then passes large pages through every codec and engine. */
    static final class NoDirectMemory {
        public static void main(String[] args) throws IOException {
            ByteBuffer hog = ByteBuffer.allocateDirect((64 << 20) - (100 << 10));
            for (OurCodec codec : OurCodec.all().toList()) {
                for (int size : new int[] {300_000, 1 << 20}) {
                    byte[] page = TestPages.TEXT.ofSize(size);
                    for (int i = 0; i < 3; i++) {
                        requireSame(page, codec.decompress(codec.compress(page), size));
                    }
                }
            }
            roundTrips(new FastCodecFactory(), 9, TestPages.TEXT.ofSize(20_000), 20);
            Reference.reachabilityFence(hog);
        }
    }

    /** Prints the growth of direct and of native memory in bytes over 300 pages of 1 MiB, with a pool that keeps no contexts. */
    static final class NoContextsKept {
        public static void main(String[] args) throws IOException {
            FastCodecFactory factory = new FastCodecFactory(
                    FastCodecOptions.from(key -> key.equals("parquet.fastcodec.pool.max.contexts") ? "0" : null));
            byte[] page = TestPages.TEXT.ofSize(1 << 20);
            roundTrips(factory, 3, page, 10);
            long direct = direct();
            long allocated = allocated();
            roundTrips(factory, 3, page, 300);
            System.out.println(direct() - direct);
            System.out.println(allocated() - allocated);
        }
    }

    /**
     * Prints, in bytes, the largest growth of direct memory while ten threads compress pages of 4 MiB, the growth of native
     * memory after that, the pool's count, and its bound.
     */
    static final class TenThreads {
        public static void main(String[] args) throws Exception {
            FastCodecFactory factory = new FastCodecFactory();
            byte[] page = TestPages.TEXT.ofSize(4 << 20);
            roundTrips(factory, 1, page, 2);
            long direct = direct();
            long allocated = allocated() - FastCodecStats.pool().getBytes();
            AtomicLong most = new AtomicLong();
            ExecutorService executor = Executors.newFixedThreadPool(10);
            try {
                List<Future<?>> threads = new ArrayList<>();
                for (int thread = 0; thread < 10; thread++) {
                    threads.add(executor.submit(() -> {
                        for (int i = 0; i < 5; i++) {
                            roundTrips(factory, 9, page, 1);
                            most.accumulateAndGet(direct() - direct, Math::max);
                        }
                        return null;
                    }));
                }
                for (Future<?> thread : threads) {
                    thread.get();
                }
            } finally {
                executor.shutdown();
            }
            System.out.println(most.get());
            System.out.println(allocated() - allocated);
            System.out.println(FastCodecStats.pool().getBytes());
            System.out.println(FastCodecStats.pool().getMaxBytes());
        }
    }

    private static void roundTrips(FastCodecFactory factory, int level, byte[] page, int pages) throws IOException {
        BytesInputCompressor compressor = factory.getCompressor(CompressionCodecName.ZSTD, level);
        BytesInputDecompressor decompressor = factory.getDecompressor(CompressionCodecName.ZSTD);
        for (int i = 0; i < pages; i++) {
            byte[] compressed = TestPages.toArray(compressor.compress(BytesInput.from(page)));
            requireSame(page, TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), page.length)));
        }
    }

    private static void requireSame(byte[] page, byte[] back) {
        if (!Arrays.equals(page, back)) {
            throw new IllegalStateException("another page came back");
        }
    }

    private static long direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }

    /** Returns the bytes that the C library has allocated and not freed. */
    private static long allocated() {
        MallocInfo info = (MallocInfo) Function.getFunction("c", "mallinfo2").invoke(MallocInfo.class, new Object[0]);
        return info.uordblks + info.hblkhd;
    }

    /** The result of glibc's mallinfo2. */
    @Structure.FieldOrder({
        "arena",
        "ordblks",
        "smblks",
        "hblks",
        "hblkhd",
        "usmblks",
        "fsmblks",
        "uordblks",
        "fordblks",
        "keepcost"
    })
    public static final class MallocInfo extends Structure implements Structure.ByValue {
        public long arena;
        public long ordblks;
        public long smblks;
        public long hblks;
        public long hblkhd;
        public long usmblks;
        public long fsmblks;
        public long uordblks;
        public long fordblks;
        public long keepcost;
    }
}
