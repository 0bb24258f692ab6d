// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small pages that claim a large size, in a JVM with a heap of 64 MiB. */
class BombTest {

    /** Far less than any claim, but more than an exception with its stack trace. */
    private static final long MAX_ALLOCATED = 1 << 20;

    // Would catch: memory that is allocated before the claim is checked, and a reader that is broken after a
    // bomb.
    @Test
    void sizes_bombsFailInASmallHeap(@TempDir Path directory) throws Exception {
        ChildJvm child = ChildJvm.run(directory, "child", 600, List.of(), List.of("-Xmx64m", Child.class.getName()));
        assertEquals(0, child.exit(), child::toString);
        assertEquals(OurCodec.all().count() + " codecs tried", child.output().strip());
    }

    /** Runs in the small JVM. Prints the problems that it finds, and at the end the number of codecs that it tried. */
    static final class Child {

        public static void main(String[] args) throws IOException {
            List<OurCodec> codecs = OurCodec.all().toList();
            firstFailure(codecs.get(0));
            codecs.forEach(Child::check);
            memoryThatAPageCouldReallyFill();
            System.out.println(codecs.size() + " codecs tried");
        }

        /** Has a page fail once, because the classes that a JVM loads for its first exception take 2 MB on Java 11. */
        private static void firstFailure(OurCodec codec) throws IOException {
            byte[] compressed = codec.compress(TestPages.TEXT.ofSize(100));
            allocatedBy(() -> codec.decompressor().decompress(BytesInput.from(compressed), 1 << 30));
        }

        private static void check(OurCodec codec) {
            try {
                for (byte[] page : new byte[][] {
                    TestPages.TEXT.ofSize(100), TestPages.ZEROS.ofSize(1_000), TestPages.RANDOM.ofSize(10_000)
                }) {
                    byte[] compressed = codec.compress(page);
                    PageDecompressor decompressor = codec.decompressor();
                    for (int claim : new int[] {1 << 30, ByteArrays.MAX_LENGTH, Integer.MAX_VALUE}) {
                        long allocated = allocatedBy(() -> {
                            decompressor.decompress(BytesInput.from(compressed), claim);
                            System.out.println(codec + " accepted a claim of " + claim);
                        });
                        if (allocated > MAX_ALLOCATED) {
                            System.out.println(codec + " allocated " + allocated + " bytes for a claim of " + claim);
                        }
                    }
                    if (!Arrays.equals(
                            page,
                            TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), page.length)))) {
                        System.out.println(codec + " reads another page after a bomb");
                    }
                }
            } catch (IOException | RuntimeException | Error e) {
                System.out.println(codec + ": " + e);
            }
        }

        /**
         * Decompresses 4 KiB of ZSTD blocks that really hold 2 GiB. The limit refuses them, or else the JVM does; either way the
         * next page is read.
         */
        private static void memoryThatAPageCouldReallyFill() throws IOException {
            int blocks = 1024;
            ByteBuffer bomb = ByteBuffer.allocate(6 + 4 * blocks);
            bomb.put(new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0, (byte) 0x80});
            for (int i = 1; i <= blocks; i++) {
                int size = i < blocks ? (1 << 21) - 1 : (1 << 21) - 1 - blocks;
                int header = size << 3 | 1 << 1 | (i == blocks ? 1 : 0);
                bomb.put((byte) header)
                        .put((byte) (header >>> 8))
                        .put((byte) (header >>> 16))
                        .put((byte) 'a');
            }
            OurCodec zstd = OurCodec.best(CompressionCodecName.ZSTD);
            int claim = (int) ((1L << 31) - 2 * blocks);
            PageDecompressor limited =
                    new PageDecompressor(CompressionCodecName.ZSTD, zstd.engine(), 1 << 24, CorruptPageException::new);
            allocatedBy(() -> {
                limited.decompress(BytesInput.from(bomb.array()), claim);
                System.out.println("a limit of 16 MiB lets 2 GiB through");
            });
            PageDecompressor unlimited = zstd.decompressor();
            try {
                unlimited.decompress(BytesInput.from(bomb.array()), claim);
                System.out.println("2 GiB fit into 64 MiB");
            } catch (OutOfMemoryError e) {
                // expected: the page itself is valid
            }
            byte[] page = TestPages.TEXT.ofSize(1_000);
            byte[] compressed = zstd.compress(page);
            if (!Arrays.equals(
                    page, TestPages.toArray(unlimited.decompress(BytesInput.from(compressed), page.length)))) {
                System.out.println("another page after an OutOfMemoryError");
            }
        }

        private static long allocatedBy(Attempt attempt) throws IOException {
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long thread = Thread.currentThread().getId();
            long before = threads.getThreadAllocatedBytes(thread);
            try {
                attempt.run();
            } catch (CorruptPageException e) {
                // as it should be
            }
            return threads.getThreadAllocatedBytes(thread) - before;
        }

        private interface Attempt {
            void run() throws IOException;
        }
    }
}
