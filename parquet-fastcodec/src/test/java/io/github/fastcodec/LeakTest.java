// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Memory outside the heap, and contexts, after many threads and many good and bad pages. */
@Tag("slow")
class LeakTest {

    /** In bytes. If each page of one codec leaked a context of 16 KiB, the smallest size, the leak would be 16 MiB. */
    private static final long MAX_GROWTH = 8L << 20;

    // Would catch: contexts that are kept for ended threads, which a server has by the thousand.
    @Test
    void nativeMemory_manyShortThreadsLeaveFewContexts() throws Exception {
        CompressionCodecName codec = CompressionCodecName.LZ4_RAW;
        FakeEngine engine = new FakeEngine(codec);
        byte[] page = {1, 2, 3};
        for (int i = 0; i < 1_000; i++) {
            Thread thread = new Thread(() -> {
                try {
                    new PageCompressor(codec, engine, CompressionSettings.ofLevel(0), false)
                            .compress(BytesInput.from(page));
                    new PageDecompressor(codec, engine, ByteArrays.MAX_LENGTH, CorruptPageException::new)
                            .decompress(BytesInput.from(page), 3);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            thread.start();
            thread.join();
        }
        long open =
                Arrays.stream(engine.closed().split(", ")).filter("0"::equals).count();
        int bound = 2 * 4 * Runtime.getRuntime().availableProcessors();
        assertTrue(open <= bound, () -> open + " contexts are open after threads that used one at a time");
        assertTrue(!engine.closed().matches(".*[2-9].*"), "a context was closed twice");
    }

    // Would catch: a native context or buffer that a failed or good page leaks.
    @Test
    @EnabledOnOs(OS.LINUX) // reads the process's memory from /proc
    void nativeMemory_thousandsOfGoodAndBadPagesLeakNothing(@TempDir Path directory) throws Exception {
        List<String> arguments =
                List.of(ChildJvm.OPTIMIZED, "-Xms64m", "-Xmx64m", "-XX:+AlwaysPreTouch", Child.class.getName());
        ChildJvm child = ChildJvm.run(directory, "child", 600, List.of(), arguments);
        assertEquals(0, child.exit(), child::toString);
        long grown = Long.parseLong(child.output().strip());
        assertTrue(grown <= MAX_GROWTH, () -> "grown by " + grown + " bytes");
    }

    /**
     * Prints the growth of its JVM in bytes, in the calmest of three equal periods of work. The heap has its full size from the
     * start. A leak grows in every period, the JIT compiler's memory does not.
     */
    static final class Child {

        private static final int ROUNDS = 1_000;

        public static void main(String[] args) throws IOException {
            work(ROUNDS / 2); // loads and compiles classes, and fills caches
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 3; i++) {
                long before = resident();
                work(ROUNDS);
                least = Math.min(least, resident() - before);
            }
            System.out.println(least);
        }

        private static void work(int rounds) throws IOException {
            byte[] page = TestPages.TEXT.ofSize(20_000);
            for (OurCodec codec : OurCodec.all().toList()) {
                PageCompressor compressor = codec.compressor();
                PageDecompressor decompressor = codec.decompressor();
                byte[] compressed = codec.compress(page);
                byte[] bad = Arrays.copyOf(compressed, compressed.length);
                Arrays.fill(bad, bad.length / 2, bad.length / 2 + 200, (byte) 0xff);
                for (int i = 0; i < rounds; i++) {
                    compressor.compress(BytesInput.from(page));
                    assertArrayEquals(
                            page, TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), page.length)));
                    try {
                        decompressor.decompress(BytesInput.from(bad), page.length);
                    } catch (CorruptPageException e) {
                        // expected, if the codec detects the damage
                    }
                }
            }
        }

        private static long resident() throws IOException {
            System.gc(); // has cleaners free their memory
            String status = Files.readString(Path.of("/proc/self/status"));
            String kilobytes = status.lines()
                    .filter(line -> line.startsWith("VmRSS:"))
                    .findFirst()
                    .orElseThrow()
                    .replaceAll("[^0-9]", "");
            return Long.parseLong(kilobytes) << 10;
        }
    }
}
