// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.FileInput;
import io.github.fastcodec.internal.file.LocalInput;
import io.github.fastcodec.internal.file.PagePlaces;
import io.github.fastcodec.internal.file.ParquetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages are found wherever they stand, in reads that no page and no chunk can enlarge. */
class PageWalkTest {

    private static final int MIB = 1 << 20;
    private static final long SEED = 20_261_118;

    @TempDir
    Path directory;

    /** Counts what is read. */
    private static final class CountedInput implements FileInput {

        private final FileInput input;
        private int largest;
        private long all;

        private CountedInput(FileInput input) {
            this.input = input;
        }

        @Override
        public boolean isOneStream() {
            return false;
        }

        @Override
        public long length() {
            return input.length();
        }

        @Override
        public void read(long position, byte[] target, int offset, int length) throws IOException {
            largest = Math.max(largest, length);
            all += length;
            input.read(position, target, offset, length);
        }

        @Override
        public void close() throws IOException {
            input.close();
        }
    }

    private CountedInput walk(HandMadeFile made) throws IOException {
        Path path = made.write(directory.resolve("file.parquet"));
        try (CountedInput input = new CountedInput(LocalInput.open(path))) {
            ParquetFile file = ParquetFile.read(input, MIB);
            IndependentFile independent = IndependentFile.read(path);
            List<IndependentFile.Page> pages =
                    independent.pages(independent.chunks().get(0));
            PagePlaces places = file.rowGroups().get(0).chunks().get(0).pages();
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

    // Would catch: a header that lies across two reads, a read that is as large as the chunk.
    @Test
    void smallPagesComeWithTheirNeighbours() throws IOException {
        Random random = new Random(SEED);
        HandMadeFile file = new HandMadeFile(CompressionCodecName.UNCOMPRESSED);
        for (int i = 0; i < 6_000; i++) {
            file.page(header -> {}, noise(random, random.nextInt(250)));
        }
        CountedInput input = walk(file);
        assertTrue(input.length() > 2 * MIB);
        assertTrue(input.largest <= MIB, () -> "seed " + SEED + ", largest read " + input.largest);
    }

    // Would catch: a walk that reads the pages which it passes over.
    @Test
    void largePagesArePassedOver() throws IOException {
        HandMadeFile file = new HandMadeFile(CompressionCodecName.UNCOMPRESSED);
        for (int i = 0; i < 20; i++) {
            file.page(header -> {}, noise(new Random(SEED), 100_000));
        }
        CountedInput input = walk(file);
        assertTrue(input.length() > 7 * MIB);
        assertTrue(input.all < 2 * MIB, () -> input.all + " bytes were read");
    }

    @Test
    void aHeaderMayBeLongAndHasALimit() throws IOException {
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

    // Would catch: a footer that is read as a whole into a heap which it does not fit.
    @Test
    void aFooterHasALimit() throws IOException {
        Path path = Files.copy(Layouts.file("pyarrow-v1-snappy"), directory.resolve("file.parquet"));
        try (LocalInput input = LocalInput.open(path)) {
            FileDefect defect = assertThrows(FileDefect.class, () -> ParquetFile.read(input, 1000));
            assertTrue(
                    defect.getMessage().contains("the limit in this heap is 1000 bytes: use a larger heap (-Xmx)"),
                    defect::getMessage);
        }
    }
}
