// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.support.Side;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.Lz4Codec;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.SeekableInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Files with damage inside a compressed page. A read returns the same rows or throws an exception; it may return other rows only
 * if no checksum is verified and the damaged page is well-formed. The system property {@code damaged.files} sets the number of
 * files for each codec.
 */
@Tag("slow")
class DamagedFileTest {

    private static final int FILES = Integer.getInteger("damaged.files", 1_000);
    private static final long SEED = 20_261_107;

    /** More than the number of threads that read files at the same time. */
    private static final int POOLED_DECOMPRESSORS = 2 * Runtime.getRuntime().availableProcessors() + 2;

    private static final Rows ROWS = Rows.random(FileShape.Schemas.FLAT, 120, 0.1, SEED);

    @TempDir
    Path directory;

    // Would catch: a page that is padded with zeros or old bytes, a page without its end, a GZIP checksum that
    // is not read, a page checksum that is not verified, and a reader that hangs.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    @Timeout(value = 15, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void exactSize_damagedPageGivesTheSameRowsOrAnException(CompressionCodecName codec) throws IOException {
        Path path = directory.resolve("file.parquet");
        GroupFiles.write(
                path,
                ROWS,
                builder -> builder.withCompressionCodec(codec)
                        .withCodecFactory(Side.FAST_CODEC.newFactory())
                        .withPageRowCountLimit(40)
                        .withPageWriteChecksumEnabled(true));
        byte[] file = Files.readAllBytes(path);
        List<Page> pages = pages(path, file);
        for (Side side : Side.values()) {
            if (side.serves(codec)) {
                assertEquals(Outcome.SAME, read(file, side, true));
            }
        }
        Counts counts = new Counts();
        IntStream.range(0, FILES).parallel().forEach(number -> {
            byte[] damaged = damaged(file, pages, new Random(SEED + number));
            assertTrue(
                    read(damaged, Side.FAST_CODEC, true) != Outcome.OTHER,
                    () -> "other rows in spite of a checksum, seed " + (SEED + number));
            Outcome ours = read(damaged, Side.FAST_CODEC, false);
            Outcome theirs = Side.PARQUET_JAVA.serves(codec) ? read(damaged, Side.PARQUET_JAVA, false) : null;
            counts.add(ours, theirs);
            if (ours == Outcome.EXCEPTION) {
                assertEquals(Outcome.SAME, read(file, Side.FAST_CODEC, false), "the good file that follows");
            }
            if (theirs == Outcome.EXCEPTION && read(file, Side.PARQUET_JAVA, false) != Outcome.SAME) {
                counts.theirNext.incrementAndGet();
            }
            // if the codec has a checksum, this project accepts no damaged page
            if (codec == CompressionCodecName.GZIP) {
                assertTrue(ours != Outcome.OTHER, () -> "other rows from GZIP, seed " + (SEED + number));
            }
        });
        forgetPooledDecompressors();
        System.out.println(codec + ": " + counts);
        assertTrue(counts.ourException.get() > FILES / 4, counts::toString);
    }

    /**
     * Empties the pool of parquet-java's LZ4 decompressors for other tests, because after a failure they also fail on good pages.
     */
    private static void forgetPooledDecompressors() {
        Lz4Codec lz4 = new Lz4Codec();
        lz4.setConf(new Configuration());
        for (int i = 0; i < POOLED_DECOMPRESSORS; i++) {
            CodecPool.getDecompressor(lz4).end();
        }
    }

    private enum Outcome {
        SAME,
        EXCEPTION,
        OTHER
    }

    private static final class Counts {
        private final AtomicInteger same = new AtomicInteger();
        private final AtomicInteger ourException = new AtomicInteger();
        private final AtomicInteger other = new AtomicInteger();
        private final AtomicInteger theirOther = new AtomicInteger();
        private final AtomicInteger caught = new AtomicInteger();
        private final AtomicInteger onlyOurs = new AtomicInteger();
        private final AtomicInteger theirNext = new AtomicInteger();
        private volatile boolean compared;

        void add(Outcome ours, Outcome theirs) {
            (ours == Outcome.SAME ? same : ours == Outcome.EXCEPTION ? ourException : other).incrementAndGet();
            compared |= theirs != null;
            if (theirs == Outcome.OTHER) {
                theirOther.incrementAndGet();
                if (ours == Outcome.EXCEPTION) {
                    caught.incrementAndGet();
                }
            } else if (theirs != null && ours == Outcome.OTHER) {
                onlyOurs.incrementAndGet();
            }
        }

        @Override
        public String toString() {
            return String.format(
                    "%,d files: %,d exception, %,d same rows, %,d other rows; with page checksums 0 other rows; %s",
                    FILES,
                    ourException.get(),
                    same.get(),
                    other.get(),
                    compared
                            ? String.format(
                                    "parquet-java %,d other rows, %,d of them caught here; other rows here only %,d;"
                                            + " parquet-java fails at the good file that follows %,d",
                                    theirOther.get(), caught.get(), onlyOurs.get(), theirNext.get())
                            : "parquet-java has no such codec");
        }
    }

    /** The position of a page's compressed bytes. */
    private record Page(int start, int length) {}

    private static Outcome read(byte[] file, Side side, boolean verifyChecksums) {
        List<List<?>> rows;
        try {
            rows = GroupFiles.read(
                    new MemoryFile(file),
                    reader ->
                            reader.usePageChecksumVerification(verifyChecksums).withCodecFactory(side.newFactory()));
        } catch (IOException | RuntimeException e) {
            return Outcome.EXCEPTION;
        } catch (OutOfMemoryError e) {
            // parquet-java's value decoders allocate the sizes that a well-formed page with other bytes
            // contains; the pages are small, and so are the sizes in their intact headers
            return Outcome.EXCEPTION;
        }
        return rows.equals(ROWS.values()) ? Outcome.SAME : Outcome.OTHER;
    }

    private static byte[] damaged(byte[] file, List<Page> pages, Random random) {
        byte[] damaged = file.clone();
        Page page = pages.get(random.nextInt(pages.size()));
        int at = page.start + random.nextInt(page.length);
        int end = page.start + page.length;
        switch (random.nextInt(4)) {
            case 0: // truncated, with zeros up to the same size
                Arrays.fill(damaged, at, end, (byte) 0);
                break;
            case 1: // bytes lost, with the rest moved up
                int lost = Math.min(end - at, 1 + random.nextInt(8));
                System.arraycopy(file, at + lost, damaged, at, end - at - lost);
                break;
            case 2:
                damaged[at] = (byte) random.nextInt();
                break;
            default:
                damaged[at] ^= (byte) (1 << random.nextInt(8));
                break;
        }
        return damaged;
    }

    private static List<Page> pages(Path path, byte[] file) throws IOException {
        List<Page> pages = new ArrayList<>();
        for (BlockMetaData block : GroupFiles.footer(path).getBlocks()) {
            for (ColumnChunkMetaData chunk : block.getColumns()) {
                int at = Math.toIntExact(chunk.getStartingPos());
                int end = at + Math.toIntExact(chunk.getTotalSize());
                while (at < end) {
                    ByteArrayInputStream in = new ByteArrayInputStream(file, at, end - at);
                    PageHeader header = Util.readPageHeader(in);
                    int start = end - in.available();
                    pages.add(new Page(start, header.getCompressed_page_size()));
                    at = start + header.getCompressed_page_size();
                }
            }
        }
        return pages;
    }

    /** A file in an array. */
    private record MemoryFile(byte[] content) implements InputFile {
        @Override
        public long getLength() {
            return content.length;
        }

        @Override
        public SeekableInputStream newStream() {
            ByteArrayInputStream in = new ByteArrayInputStream(content);
            return new DelegatingSeekableInputStream(in) {
                @Override
                public long getPos() {
                    return content.length - in.available();
                }

                @Override
                public void seek(long position) {
                    in.reset();
                    in.skip(position);
                }
            };
        }
    }
}
