// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.PageProbe;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Damaged pages: 20,000 for each codec, or the number in the system property {@code mutation.pages}. Each runs on every engine
 * and in every kind of memory ({@link PageProbe}), and is either rejected or decompressed to the claimed size.
 */
@Tag("slow")
class MutationTest {

    private static final int PAGES = Integer.getInteger("mutation.pages", 20_000);
    private static final long SEED = Long.getLong("mutation.seed", TestPages.SEED);

    /** The number of parallel tasks for each good page. */
    private static final int TASKS = 8;

    private static final int HEADER_BITS = 64 * Byte.SIZE;
    private static final int GOOD_PAGE_AFTER = 16;

    /** Codecs whose pages may be concatenated to one page. */
    private static final Set<CompressionCodecName> CONCATENABLE = EnumSet.of(
            CompressionCodecName.GZIP, CompressionCodecName.ZSTD, CompressionCodecName.LZ4, CompressionCodecName.LZO);

    // Would catch: a decoder that trusts a length or an offset, old output that shows through, any exception
    // other than CorruptPageException, a context that keeps failing after one failure, an unverified checksum,
    // and engines that disagree on a page.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void exactSize_enginesAgreeOnDamagedPages(CompressionCodecName codec) throws IOException {
        List<Good> goods = new ArrayList<>(List.of(
                Good.of(codec, TestPages.TEXT, 300),
                Good.of(codec, TestPages.RANDOM, 200),
                Good.of(codec, TestPages.RLE, 3_000),
                Good.of(codec, TestPages.DELTA_BYTE_ARRAY, 2_000)));
        if (codec == CompressionCodecName.LZ4_RAW) {
            goods.add(Good.of(OurCodec.hc(12), TestPages.DELTA_BYTE_ARRAY, 2_000));
        }
        if (CONCATENABLE.contains(codec)) {
            goods.add(goods.get(0).twice());
        }
        AtomicLong tried = new AtomicLong();
        AtomicLong rejected = new AtomicLong();
        int quota = PAGES / (goods.size() * TASKS) + 1;
        IntStream.range(0, goods.size() * TASKS).parallel().forEach(number -> {
            Task task = new Task(codec, goods.get(number / TASKS), new Random(SEED + number));
            if (number % TASKS == 0) {
                task.everyHeaderBitLengthTailAndClaim();
            }
            while (task.tried < quota) {
                task.atRandom();
            }
            tried.addAndGet(task.tried);
            rejected.addAndGet(task.rejected);
        });
        System.out.printf(
                "%s: %,d damaged pages, %,d of them rejected, each on %s (seed %d)%n",
                codec,
                tried.get(),
                rejected.get(),
                OurCodec.of(codec).stream().map(ours -> ours.engine().name()).toList(),
                SEED);
        assertTrue(rejected.get() > tried.get() / 10 && tried.get() >= PAGES, () -> rejected + " of " + tried);
    }

    /** A good page, and its compressed form from the best engine. */
    private record Good(String description, byte[] page, byte[] compressed) {

        static Good of(CompressionCodecName codec, TestPages shape, int size) throws IOException {
            return of(OurCodec.best(codec), shape, size);
        }

        static Good of(OurCodec codec, TestPages shape, int size) throws IOException {
            byte[] page = shape.ofSize(size);
            return new Good(shape.describe(size), page, codec.compress(page));
        }

        Good twice() {
            return new Good(description + " twice", joined(page, page), joined(compressed, compressed));
        }
    }

    /** Damages a page in many ways, and passes each result through one decompressor for each engine. */
    private static final class Task {
        private final CompressionCodecName codec;
        private final Good good;
        private final Random random;
        private final List<OurCodec> engines;
        private final List<PageProbe> probes;
        private int tried;
        private int rejected;

        Task(CompressionCodecName codec, Good good, Random random) {
            this.codec = codec;
            this.good = good;
            this.random = random;
            this.engines = OurCodec.of(codec);
            this.probes = engines.stream()
                    .map(engine -> new PageProbe(engine.decompressor()))
                    .toList();
        }

        void everyHeaderBitLengthTailAndClaim() {
            int size = good.page.length;
            byte[] whole = good.compressed;
            for (int bit = 0; bit < Math.min(HEADER_BITS, whole.length * Byte.SIZE); bit++) {
                check(flipped(bit), size, "bit " + bit + " flipped");
            }
            for (int length = 0; length < whole.length; length++) {
                check(Arrays.copyOf(whole, length), size, "cut to " + length + " bytes");
            }
            for (int length = 1; length <= 16; length++) {
                for (int value : new int[] {0x00, 0x2a, 0x80, 0xff}) {
                    byte[] tail = new byte[length];
                    Arrays.fill(tail, (byte) value);
                    check(joined(whole, tail), size, length + " times " + value + " behind");
                }
            }
            for (int claim : new int[] {
                size - 1, size + 1, 0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE - 8, 2 * size
            }) {
                check(whole, claim, "claim of " + claim);
            }
        }

        void atRandom() {
            int size = good.page.length;
            byte[] whole = good.compressed;
            int at = random.nextInt(whole.length);
            byte[] few = new byte[1 + random.nextInt(16)];
            random.nextBytes(few);
            switch (random.nextInt(10)) {
                case 0:
                    check(Arrays.copyOf(whole, at), size, "cut to " + at + " bytes");
                    break;
                case 1:
                    check(joined(whole, few), size, "with " + Arrays.toString(few) + " behind");
                    break;
                case 2:
                    int claim = random.nextBoolean() ? random.nextInt(2 * size) : size + random.nextInt(9) - 4;
                    check(claim == size ? flipped(at) : whole, claim, "claim of " + claim + ", bit " + at);
                    break;
                case 3: // like a lost sector
                    byte[] cleared = whole.clone();
                    int to = Math.min(whole.length, at + 1 + random.nextInt(64));
                    Arrays.fill(cleared, at, to, few[0]);
                    check(cleared, size, "bytes from " + at + " to " + to + " set to " + few[0]);
                    break;
                case 4:
                    byte[] overwritten = whole.clone();
                    System.arraycopy(few, 0, overwritten, at, Math.min(few.length, whole.length - at));
                    check(overwritten, size, Arrays.toString(few) + " at " + at);
                    break;
                case 5: // bytes lost or inserted
                    byte[] rest = Arrays.copyOfRange(whole, Math.min(whole.length, at + few.length), whole.length);
                    byte[] start = Arrays.copyOf(whole, at);
                    byte[] moved = random.nextBoolean()
                            ? joined(start, rest)
                            : joined(joined(start, few), Arrays.copyOfRange(whole, at, whole.length));
                    check(moved, size, few.length + " bytes lost or inserted at " + at);
                    break;
                default:
                    int bit = random.nextInt(whole.length * Byte.SIZE);
                    check(flipped(bit), size, "bit " + bit + " flipped");
                    break;
            }
        }

        private byte[] flipped(int bit) {
            byte[] damaged = good.compressed.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            return damaged;
        }

        private void check(byte[] damaged, int claim, String damage) {
            byte[] first = null;
            for (int i = 0; i < probes.size(); i++) {
                try {
                    byte[] page = probes.get(i).decompress(damaged, claim).page();
                    if (i == 0) {
                        first = page;
                    } else if (!engines.get(i).takesZeroOffsets()
                            && (first != null && page != null || !leavesOpenWhatIsCorrupt())) {
                        assertArrayEquals(first, page, "on another engine");
                    }
                    if (page != null && codec == CompressionCodecName.GZIP) {
                        assertArrayEquals(good.page, page, "in spite of its checksum");
                    }
                    if (tried % GOOD_PAGE_AFTER == 0) {
                        byte[] next = probes.get(i)
                                .decompress(good.compressed, good.page.length)
                                .page();
                        assertArrayEquals(good.page, next, "the good page that follows");
                    }
                } catch (RuntimeException | Error e) {
                    throw new AssertionError(
                            engines.get(i) + ", " + good.description + ", " + damage + ", seed " + SEED, e);
                }
            }
            tried++;
            if (first == null) {
                rejected++;
            }
        }

        /**
         * Returns whether the engines may disagree on what is corrupt. LZ4 libraries differ in the blocks that they accept though
         * no encoder writes them; PageFuzzTest has the details. ZSTD libraries differ in whether a damaged bit stream has to end
         * with its symbols.
         */
        private boolean leavesOpenWhatIsCorrupt() {
            return codec == CompressionCodecName.LZ4
                    || codec == CompressionCodecName.LZ4_RAW
                    || codec == CompressionCodecName.ZSTD;
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.writeBytes(first);
        both.writeBytes(second);
        return both.toByteArray();
    }
}
