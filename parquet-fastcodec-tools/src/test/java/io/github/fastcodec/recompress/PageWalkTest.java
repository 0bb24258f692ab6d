// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.parquet.ColumnChunk;
import io.github.fastcodec.internal.parquet.Defects;
import io.github.fastcodec.internal.parquet.FileLayout;
import io.github.fastcodec.internal.parquet.PageBatch;
import io.github.fastcodec.internal.parquet.PageLayout;
import io.github.fastcodec.internal.parquet.ParquetFile;
import io.github.fastcodec.internal.parquet.Region;
import io.github.fastcodec.internal.parquet.RegionWalk;
import io.github.fastcodec.internal.parquet.Slab;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.ForwardingInput;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.internal.work.Buffers;
import io.github.fastcodec.plan.Plan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pages are found wherever they are, with reads whose size depends on no page and no chunk. */
class PageWalkTest {

    private static final int MIB = 1 << 20;
    private static final long SEED = 20_261_118;

    @TempDir
    Path directory;

    /** Counts the reads. */
    private static final class CountedInput extends ForwardingInput {

        private final boolean oneStream;
        private int largest;
        private long all;
        private long end;
        private int stepsBack;

        private CountedInput(FileInput input, boolean oneStream) {
            super(input);
            this.oneStream = oneStream;
        }

        /** Resets the counts. */
        private void countAnew() {
            all = 0;
            end = 0;
            stepsBack = 0;
        }

        @Override
        public boolean isOneStream() {
            return oneStream;
        }

        @Override
        public void read(long position, byte[] target, int offset, int length) throws IOException {
            largest = Math.max(largest, length);
            all += length;
            stepsBack += position < end ? 1 : 0;
            end = position + length;
            super.read(position, target, offset, length);
        }
    }

    private CountedInput walk(HandMadeFile made) throws IOException {
        Path path = made.write(directory.resolve("file.parquet"));
        try (CountedInput input = new CountedInput(LocalInput.open(path), false)) {
            FileLayout layout = ParquetFile.open(input, MIB).walk();
            IndependentFile independent = IndependentFile.read(path);
            List<IndependentFile.Page> pages =
                    independent.pages(independent.chunks().get(0));
            PageLayout places = layout.pages().get(0);
            assertEquals(pages.size(), places.count());
            for (int i = 0; i < pages.size(); i++) {
                assertEquals(pages.get(i).offset(), places.offset(i));
                assertEquals(pages.get(i).headerLength(), places.headerLength(i));
                assertEquals(pages.get(i).body().length, places.compressedSize(i));
            }
            return input;
        }
    }

    private static int[] noise(Random random, int count) {
        return random.ints(count).toArray();
    }

    // Would catch: a header that spans two reads, a read as large as the chunk.
    @Test
    void readsSmallPagesTogether() throws IOException {
        Random random = new Random(SEED);
        HandMadeFile file = new HandMadeFile(CompressionCodecName.UNCOMPRESSED);
        for (int i = 0; i < 6_000; i++) {
            file.page(header -> {}, noise(random, random.nextInt(250)));
        }
        CountedInput input = walk(file);
        assertTrue(input.length() > 2 * MIB);
        assertTrue(input.largest <= MIB, () -> "seed " + SEED + ", largest read " + input.largest);
    }

    // Would catch: a walk that reads the pages it skips.
    @Test
    void skipsLargePages() throws IOException {
        HandMadeFile file = new HandMadeFile(CompressionCodecName.UNCOMPRESSED);
        for (int i = 0; i < 20; i++) {
            file.page(header -> {}, noise(new Random(SEED), 100_000));
        }
        CountedInput input = walk(file);
        assertTrue(input.length() > 7 * MIB);
        assertTrue(input.all < 2 * MIB, () -> input.all + " bytes were read");
    }

    // Would catch: a page's damage that a visitor reports late, and that is taken for damage of the index that is
    // being read.
    @Test
    void visitorsExceptionEndsTheWalk() throws IOException {
        FileDefect late = new FileDefect("a page does not decompress");
        RegionWalk.Visitor visitor = new RegionWalk.Visitor() {
            @Override
            public boolean contradictsIndex(ColumnChunk chunk) throws IOException {
                throw late;
            }
        };
        try (LocalInput input = LocalInput.open(Layouts.file("pyarrow-v1-uncompressed-index-checksums"))) {
            for (Defects defects : List.of(Defects.refused(false), (place, defect) -> {})) {
                ParquetFile file = ParquetFile.open(input, 1 << 20, defects);
                assertSame(late, assertThrows(FileDefect.class, () -> file.walk(visitor, new Buffers(8 * MIB))));
            }
        }
    }

    /** Takes batches, and reads some of them only after others were found. */
    private static final class Readers implements RegionWalk.Visitor {

        private final FileInput input;
        private final byte[] expected;
        private final int delay;
        private final Buffers buffers = new Buffers(8 * MIB);
        private final Deque<PageBatch> batches = new ArrayDeque<>();
        private final Deque<PageBatch.Bytes> bytes = new ArrayDeque<>();
        private int pages;

        private Readers(FileInput input, byte[] expected, int delay) {
            this.input = input;
            this.expected = expected;
            this.delay = delay;
        }

        @Override
        public boolean begin(ColumnChunk chunk) {
            return true;
        }

        @Override
        public void visit(PageBatch batch) throws IOException {
            assertEquals(pages, batch.first());
            pages = batch.end();
            batches.add(batch);
            bytes.add(batch.readBy(input, buffers));
            if (batches.size() > delay) {
                checkFirst();
            }
        }

        @Override
        public void end(Region region, PageLayout found) throws IOException {
            assertEquals(pages, found.count());
            while (!batches.isEmpty()) {
                checkFirst();
            }
        }

        private void checkFirst() throws IOException {
            PageBatch batch = batches.remove();
            Slab slab = bytes.remove().get();
            ByteBuffer there =
                    ByteBuffer.wrap(slab.bytes(), slab.index(batch.offset()), Math.toIntExact(batch.length()));
            ByteBuffer wanted = ByteBuffer.wrap(expected, (int) batch.offset(), Math.toIntExact(batch.length()));
            assertEquals(wanted, there, () -> "seed " + SEED + ", page " + batch.first());
            slab.giveBack();
        }
    }

    // Would catch: memory that is reused while a batch is in it, a page across two reads without its start or
    // end, bytes that a server sends twice.
    @ParameterizedTest
    @CsvSource({"false, 0", "false, 3", "false, 20", "true, 0", "true, 20"})
    void readsPagesOnce(boolean oneStream, int delay) throws IOException {
        Random random = new Random(SEED);
        HandMadeFile made = new HandMadeFile(CompressionCodecName.UNCOMPRESSED);
        for (int i = 0; i < 8_000; i++) {
            int large = random.nextInt(500);
            int most = large == 0 ? 500_000 : large < 5 ? 40_000 : 250;
            made.page(header -> {}, noise(random, random.nextInt(most)));
        }
        Path path = made.write(directory.resolve("file.parquet"));
        byte[] expected = Files.readAllBytes(path);
        try (CountedInput input = new CountedInput(LocalInput.open(path), oneStream)) {
            ParquetFile file = ParquetFile.open(input, MIB);
            input.countAnew();
            Readers readers = new Readers(input, expected, delay);
            FileLayout layout = file.walk(readers, readers.buffers);
            assertEquals(8_000, readers.pages);
            assertEquals(ParquetFile.MAGIC_LENGTH + layout.regions().get(0).length(), input.all, () -> "seed " + SEED);
            assertTrue(input.stepsBack == 0 || !oneStream && delay > 0, () -> input.stepsBack + " steps back");
        }
    }

    // Would catch: a step back over a chunk to the zeros before it, or a megabyte that is held for each tiny
    // chunk followed by zeros.
    @Test
    void doesNotReadZerosWithPages() throws IOException {
        int zeros = 3 * MIB;
        HandMadeFile made = HandMadeFile.plain().before(new byte[zeros]).behind(chunk -> new byte[zeros]);
        Path path = made.write(directory.resolve("file.parquet"));
        try (CountedInput input = new CountedInput(LocalInput.open(path), true)) {
            ParquetFile file = ParquetFile.open(input, MIB);
            input.countAnew();
            Readers readers = new Readers(input, Files.readAllBytes(path), 0);
            file.walk(readers, readers.buffers);
            assertEquals(2, readers.pages);
            int onceMore = MIB; // to check for a copy of the metadata there
            assertEquals(file.footer().start() + onceMore, input.all);
            assertEquals(1, input.stepsBack);
        }
    }

    // Would catch: threads that write to memory that others still read.
    @Test
    void threadsThatShareAReadWriteTheSameFile() throws IOException {
        Random random = new Random(SEED);
        HandMadeFile made = new HandMadeFile(CompressionCodecName.SNAPPY);
        for (int i = 0; i < 4_000; i++) {
            int numbers = random.nextInt(500);
            made.page(header -> {}, random.ints(numbers, 0, 1 << 20).toArray()).withChecksum(i);
        }
        Path source = made.write(directory.resolve("file.parquet"));
        RecompressOptions options = RecompressOptions.of(Plan.to(CompressionCodecName.ZSTD, 1));
        Path one = directory.resolve("one");
        Recompressor.of(options.withThreads(1)).recompress(source, one);
        for (int threads = 2; threads <= 5; threads++) {
            Path other = directory.resolve("other-" + threads);
            Recompressor.of(options.withThreads(threads)).recompress(source, other);
            assertEquals(-1, Files.mismatch(one, other), "seed " + SEED + ", threads " + threads);
        }
    }

    @Test
    void limitsTheLengthOfAHeader() throws IOException {
        int[] numbers = IntStream.range(0, 10).toArray();
        HandMadeFile file = new HandMadeFile(CompressionCodecName.UNCOMPRESSED)
                .page(header -> {}, numbers)
                .page(
                        header -> header.getData_page_header()
                                .setStatistics(new Statistics().setMax_value(new byte[3 * MIB])),
                        numbers)
                .page(header -> {}, numbers);
        walk(file);
        file.page(
                header -> header.getData_page_header().setStatistics(new Statistics().setMax_value(new byte[17 * MIB])),
                numbers);
        FileDefect defect = assertThrows(FileDefect.class, () -> walk(file));
        assertTrue(defect.getMessage().contains("is longer than the limit of 16777216 bytes"), defect::getMessage);
    }

    // Would catch: a footer that is read as a whole into a heap that is too small for it.
    @Test
    void limitsTheLengthOfAFooter() throws IOException {
        Path path = Files.copy(Layouts.file("pyarrow-v1-snappy"), directory.resolve("file.parquet"));
        try (LocalInput input = LocalInput.open(path)) {
            FileDefect defect = assertThrows(FileDefect.class, () -> ParquetFile.open(input, 1000));
            assertTrue(
                    defect.getMessage()
                            .contains("the limit is 1000 bytes: raise the memory limit (option memory) to at least "),
                    defect::getMessage);
        }
    }
}
