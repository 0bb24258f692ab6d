// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.PageStats;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CodecPool;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The Hadoop codecs themselves, called as parquet-java calls them, and in other ways. */
class HadoopCodecTest {

    private static final String ZSTD_LEVEL = "parquet.compression.codec.zstd.level";

    private static final int CHUNK = 8192;
    private static final Set<Integer> CHUNKS = Set.of(CHUNK, 2 * CHUNK);
    private static final int[] SIZES = {1, 100, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 2 * CHUNK + 1, 100_000, 300_001
    };

    /** How a page is read from a stream when its claimed size is {@code size} bytes. */
    private enum Reading {
        /** As {@code BytesInput.toByteArray} in every parquet-java. */
        IN_ONE_GO {
            @Override
            byte[] read(InputStream in, int size) throws IOException {
                byte[] page = new byte[size];
                new DataInputStream(in).readFully(page);
                return page;
            }
        },
        /** As {@code BytesInput.writeInto} since parquet-java 1.14. */
        THROUGH_A_CHANNEL {
            @Override
            byte[] read(InputStream in, int size) throws IOException {
                ByteBuffer page = ByteBuffer.allocate(size);
                ReadableByteChannel channel = Channels.newChannel(in);
                while (page.hasRemaining()) {
                    if (channel.read(page) < 0) {
                        throw new EOFException();
                    }
                }
                return page.array();
            }
        },
        INTO_A_PART_OF_AN_ARRAY {
            @Override
            byte[] read(InputStream in, int size) throws IOException {
                byte[] page = new byte[size + 7];
                new DataInputStream(in).readFully(page, 5, size);
                assertEquals(0, page[4] | page[size + 5]);
                return Arrays.copyOfRange(page, 5, size + 5);
            }
        };

        abstract byte[] read(InputStream in, int size) throws IOException;
    }

    // Would catch: an encoding other than the factory's, lost parts of a page, and a size, in particular around
    // a chunk's, at which one way of reading fails.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void roundTripsPagesOfAnySizeHoweverTheyAreRead(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        Compressor compressor = ours.createCompressor();
        Decompressor decompressor = ours.createDecompressor();
        for (int size : SIZES) {
            for (TestPages shape : TestPages.values()) {
                byte[] page = shape.ofSize(size);
                byte[] compressed = compress(ours, compressor, page);
                assertArrayEquals(
                        TestPages.toArray(
                                new FastCodecFactory().getCompressor(codec).compress(BytesInput.from(page))),
                        compressed,
                        shape.describe(size));
                for (Reading reading : Reading.values()) {
                    decompressor.reset();
                    InputStream in = ours.createInputStream(parquets(compressed), decompressor);
                    String what = reading + ", " + shape.describe(size);
                    assertArrayEquals(page, reading.read(in, size), what);
                    assertEquals(-1, in.read(), what);
                    assertEquals(-1, in.read(new byte[10]), what);
                    assertEquals(0, in.available(), what);
                }
            }
        }
    }

    // Would catch: bytes of an abandoned page in the next one, and streams that can only write or read one
    // page.
    @Test
    void resetStreamsWriteAndReadAnotherPage() throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(CompressionCodecName.ZSTD, null);
        List<byte[]> pages = List.of(TestPages.TEXT.ofSize(10_000), TestPages.RLE.ofSize(10_000));
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        CompressionOutputStream out = ours.createOutputStream(compressed);
        out.write(TestPages.RANDOM.ofSize(500));
        var source = new FilterInputStream(InputStream.nullInputStream()) {
            void turnTo(byte[] bytes) {
                in = new ByteArrayInputStream(bytes);
            }
        };
        CompressionInputStream in = ours.createInputStream(source);
        for (byte[] page : pages) {
            compressed.reset();
            out.resetState();
            out.write(page);
            out.finish();
            assertArrayEquals(compress(ours, ours.createCompressor(), page), compressed.toByteArray());

            source.turnTo(compressed.toByteArray());
            in.resetState();
            assertArrayEquals(page, Reading.IN_ONE_GO.read(in, page.length));
            assertEquals(-1, in.read());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void readsAPageInSlicesOrInAnotherStream(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        byte[] page = TestPages.TEXT.ofSize(100_000);
        byte[] compressed = compress(ours, ours.createCompressor(), page);
        InputStream slices = ByteBufferInputStream.wrap(
                ByteBuffer.wrap(compressed, 0, 10),
                ByteBuffer.allocate(0),
                ByteBuffer.allocateDirect(compressed.length - 10)
                        .put(compressed, 10, compressed.length - 10)
                        .flip());
        InputStream sparing = new ByteArrayInputStream(compressed) {
            @Override
            public synchronized int available() {
                return Math.min(5, super.available());
            }
        };
        for (InputStream in : new InputStream[] {slices, new ByteArrayInputStream(compressed), sparing}) {
            assertArrayEquals(page, Reading.IN_ONE_GO.read(ours.createInputStream(in), page.length));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void readsBytesOneByOne(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        byte[] page = TestPages.RANDOM.ofSize(70_000);
        InputStream in = ours.createInputStream(parquets(compress(ours, ours.createCompressor(), page)));
        assertEquals(0, in.available());
        assertEquals(0, in.read(page, 0, 0));
        for (byte value : page) {
            assertEquals(value & 0xff, in.read());
        }
        assertEquals(-1, in.read());
    }

    // Would catch: a page that is returned twice, or at another position than requested.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void decompressorReturnsAPageOnceAndThenNeedsInput(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        byte[] page = TestPages.RANDOM.ofSize(1_000);
        byte[] compressed = compress(ours, ours.createCompressor(), page);
        Decompressor decompressor = ours.createDecompressor();
        byte[] target = new byte[page.length + 7];
        byte[] expected = new byte[target.length];
        System.arraycopy(page, 0, expected, 5, page.length);
        for (int i = 0; i < 2; i++) {
            assertTrue(decompressor.needsInput() && decompressor.finished());
            assertEquals(0, decompressor.getRemaining());
            assertEquals(0, decompressor.decompress(target, 5, page.length));
            assertThrows(
                    IndexOutOfBoundsException.class, () -> decompressor.setInput(compressed, 1, compressed.length));
            decompressor.setInput(compressed, 0, compressed.length);
            assertFalse(decompressor.needsInput() || decompressor.finished());
            assertEquals(compressed.length, decompressor.getRemaining());
            assertThrows(IndexOutOfBoundsException.class, () -> decompressor.decompress(target, 8, page.length));
            assertEquals(page.length, decompressor.decompress(target, 5, page.length));
            assertArrayEquals(expected, target);
        }
        decompressor.setInput(compressed, 0, compressed.length);
        decompressor.reset();
        assertTrue(decompressor.needsInput());
    }

    // Would catch: a reader that gets part of a page, or zeros, because the header claims another size.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void exactSize_rejectsAWrongSizeExceptThatOfChunks(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        for (int size : SIZES) {
            byte[] page = TestPages.DELTA_BYTE_ARRAY.ofSize(size);
            byte[] compressed = compress(ours, ours.createCompressor(), page);
            for (int wrong : new int[] {size - 1, size + 1, size / 2, size * 2, 40 * size}) {
                for (Reading reading : Reading.values()) {
                    InputStream in = ours.createInputStream(parquets(compressed));
                    boolean maybeChunks =
                            reading == Reading.THROUGH_A_CHANNEL ? wrong % CHUNK == 0 : CHUNKS.contains(wrong);
                    if (wrong == 0) {
                        continue; // empty pages are not read
                    }
                    if (maybeChunks && wrong < size) {
                        assertArrayEquals(Arrays.copyOf(page, wrong), reading.read(in, wrong), "as with parquet-java");
                    } else {
                        assertThrows(
                                IOException.class,
                                () -> reading.read(in, wrong),
                                () -> wrong + " of " + size + " bytes " + reading);
                    }
                }
            }
        }
    }

    // Would catch: a shortcut around the checks of the page path.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void rejectsTruncatedPagesAndTrailingBytes(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        for (int size : new int[] {100, CHUNK, 50_000}) {
            byte[] compressed = compress(ours, ours.createCompressor(), TestPages.TEXT.ofSize(size));
            byte[] longer = Arrays.copyOf(compressed, compressed.length + 1);
            longer[compressed.length] = 0x77;
            for (byte[] damaged : new byte[][] {
                new byte[0],
                Arrays.copyOf(compressed, compressed.length - 1),
                Arrays.copyOf(compressed, compressed.length / 2),
                longer
            }) {
                for (Reading reading : Reading.values()) {
                    InputStream in = ours.createInputStream(parquets(damaged));
                    String what = damaged.length + " of " + compressed.length + " bytes, " + reading;
                    CorruptPageException e =
                            assertThrows(CorruptPageException.class, () -> reading.read(in, size), what);
                    assertTrue(e.damage().startsWith(codec + " page is corrupt: "), e::damage);
                }
            }
        }
    }

    // Would catch: a failed page that a second read returns as zeros.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void secondRead_failedPageKeepsFailing(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        int size = 50_000;
        byte[] compressed = compress(ours, ours.createCompressor(), TestPages.TEXT.ofSize(size));
        byte[] cut = Arrays.copyOf(compressed, compressed.length - 1);
        for (Reading reading : Reading.values()) {
            InputStream in = ours.createInputStream(parquets(cut));
            for (int i = 0; i < 3; i++) {
                assertThrows(CorruptPageException.class, () -> reading.read(in, size), reading + " " + i);
                assertThrows(CorruptPageException.class, in::read);
            }
        }
        Decompressor decompressor = ours.createDecompressor();
        decompressor.setInput(cut, 0, cut.length);
        for (int i = 0; i < 3; i++) {
            assertThrows(CorruptPageException.class, () -> decompressor.decompress(new byte[size], 0, size));
        }
        decompressor.setInput(compressed, 0, compressed.length);
        assertEquals(size, decompressor.decompress(new byte[size], 0, size));
    }

    // Would catch: a page that failed without an IOException, and that a second read reports as empty or as
    // lacking input.
    @Test
    void secondRead_pageThatFailedWithoutIoExceptionKeepsFailing() throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(CompressionCodecName.SNAPPY, null);
        PageDecompressor released = ours.pages(null);
        released.release();
        InputStream in = ours.createInputStream(
                parquets(new byte[10]), HadoopDecompressor.of(CompressionCodecName.SNAPPY, ours, released));
        assertThrows(IllegalStateException.class, () -> in.read(new byte[100]));
        assertThrows(IOException.class, () -> in.read(new byte[100]));
        assertThrows(IOException.class, in::read);

        Configuration wrong = new Configuration(false);
        wrong.set("parquet.fastcodec.max.page.bytes", "-5");
        assertTrue(FastCodecInstaller.install(wrong));
        try {
            CompressionCodec installed =
                    HookedFiles.map().get(CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName());
            HadoopCodecs.opened(Map.of());
            Decompressor pooled = installed.createDecompressor();
            pooled.setInput(new byte[10], 0, 10);
            assertThrows(IllegalArgumentException.class, () -> pooled.decompress(new byte[100], 0, 100));
            for (int i = 0; i < 3; i++) {
                assertThrows(IOException.class, () -> pooled.decompress(new byte[100], 0, 100));
            }
        } finally {
            FastCodecInstaller.install(new Configuration(false));
            HookedFiles.uninstall();
        }
    }

    // Would catch: a wrong guess of the page's size that costs a context each time, or that maps libdeflate
    // again, on a new thread, whenever the last context is freed.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void chunkedAndCorruptPagesCreateNoContextsOrThreads(CompressionCodecName codec) throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        int size = 300_000;
        byte[] compressed = compress(ours, ours.createCompressor(), TestPages.TEXT.ofSize(size));
        Decompressor decompressor = ours.createDecompressor();
        Reading.THROUGH_A_CHANNEL.read(ours.createInputStream(parquets(compressed), decompressor), size);
        long created = FastCodecStats.pool().getCreated();
        long threads = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
        for (int i = 0; i < 50; i++) {
            Reading.THROUGH_A_CHANNEL.read(ours.createInputStream(parquets(compressed), decompressor), size);
        }
        long chunked = FastCodecStats.pool().getCreated() - created;
        byte[] cut = Arrays.copyOf(compressed, compressed.length - 1);
        for (int i = 0; i < 50; i++) {
            InputStream in = ours.createInputStream(parquets(cut), decompressor);
            assertThrows(CorruptPageException.class, () -> Reading.IN_ONE_GO.read(in, size));
        }
        assertTrue(chunked < 10, chunked + " contexts created");
        threads = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount() - threads;
        assertTrue(threads < 10, threads + " threads started");
    }

    @Test
    void zeroesTheReadersArrayAfterAFailedPage() throws IOException {
        HadoopCodec ours = HadoopCodecs.codec(CompressionCodecName.LZ4_RAW, null);
        byte[] page = TestPages.TEXT.ofSize(50_000);
        byte[] compressed = compress(ours, ours.createCompressor(), page);
        byte[] cut = Arrays.copyOf(compressed, compressed.length - 1); // noticed at the end, when decompressed in place
        byte[] target = new byte[page.length];
        assertThrows(
                CorruptPageException.class,
                () -> ours.createInputStream(parquets(cut)).read(target, 0, target.length));
        assertArrayEquals(new byte[page.length], target);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void countsEverySuccessOrFailureOnce(CompressionCodecName codec) throws IOException {
        PageStats writtenBefore = FastCodecStats.of(codec, Direction.COMPRESS);
        PageStats readBefore = FastCodecStats.of(codec, Direction.DECOMPRESS);
        HadoopCodec ours = HadoopCodecs.codec(codec, null);
        byte[] page = TestPages.TEXT.ofSize(20_000);
        byte[] compressed = compress(ours, ours.createCompressor(), page);
        for (Reading reading : Reading.values()) {
            reading.read(ours.createInputStream(parquets(compressed)), page.length);
            assertThrows(
                    IOException.class, () -> reading.read(ours.createInputStream(parquets(new byte[7])), page.length));
        }
        PageStats written = FastCodecStats.of(codec, Direction.COMPRESS);
        assertEquals(1, written.getPages() - writtenBefore.getPages());
        assertEquals(page.length, written.getBytesIn() - writtenBefore.getBytesIn());
        assertEquals(compressed.length, written.getBytesOut() - writtenBefore.getBytesOut());
        assertTrue(written.getNanos() > writtenBefore.getNanos());
        PageStats read = FastCodecStats.of(codec, Direction.DECOMPRESS);
        int readings = Reading.values().length;
        assertEquals(readings, read.getPages() - readBefore.getPages());
        assertEquals((long) readings * compressed.length, read.getBytesIn() - readBefore.getBytesIn());
        assertEquals((long) readings * page.length, read.getBytesOut() - readBefore.getBytesOut());
        assertTrue(read.getNanos() > readBefore.getNanos());
        assertEquals(readings, read.getFailures() - readBefore.getFailures());
    }

    // Would catch: compressors that Hadoop's pool returns for another codec or file than their own.
    @Test
    void hadoopsPoolNeverReusesOurInstances() {
        Map<Object, Boolean> seen = new HashMap<>();
        for (CompressionCodecName name : CompressionCodecName.values()) {
            if (name == CompressionCodecName.UNCOMPRESSED) {
                continue;
            }
            CompressionCodec codec = HadoopCodecs.codec(name, null);
            for (int i = 0; i < 3; i++) {
                Compressor compressor = CodecPool.getCompressor(codec);
                Decompressor decompressor = CodecPool.getDecompressor(codec);
                assertNull(seen.put(compressor, true));
                assertNull(seen.put(decompressor, true));
                CodecPool.returnCompressor(compressor);
                CodecPool.returnDecompressor(decompressor);
            }
        }
    }

    // Would catch: decompressors with the same type for all codecs, because parquet-java's own pool returns any
    // of them for any codec.
    @Test
    void parquetJavasDirectPoolDoesNotMixCodecs() throws IOException {
        byte[] page = TestPages.TEXT.ofSize(30_000);
        assertTrue(FastCodecInstaller.install(new Configuration()));
        try {
            for (int round = 0; round < 3; round++) {
                for (CompressionCodecName codec : CompressionCodecName.values()) {
                    // released before the next codec, which might then wrongly get this decompressor from the
                    // pool
                    CodecFactory factory = CodecFactory.createDirectCodecFactory(
                            new Configuration(), DirectByteBufferAllocator.getInstance(), page.length);
                    byte[] compressed = TestPages.toArray(
                            new FastCodecFactory().getCompressor(codec).compress(BytesInput.from(page)));
                    BytesInputDecompressor decompressor = factory.getDecompressor(codec);
                    ByteBuffer input = ByteBuffer.allocateDirect(compressed.length)
                            .put(compressed)
                            .flip();
                    ByteBuffer output = ByteBuffer.allocateDirect(page.length);
                    decompressor.decompress(input, compressed.length, output, page.length);
                    assertEquals(ByteBuffer.wrap(page), output.flip(), codec.name());
                    assertArrayEquals(
                            page, TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), page.length)));
                    factory.release();
                }
            }
        } finally {
            HookedFiles.uninstall();
        }
    }

    // Would catch: pages that are lost if a reader decompresses them after its factory is released.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void decompressesAPageAfterTheFactoryIsReleased(CompressionCodecName codec) throws IOException {
        HadoopCodecsFactory factory = new HadoopCodecsFactory();
        byte[] one = TestPages.TEXT.ofSize(30_000);
        byte[] two = TestPages.RLE.ofSize(20_000);
        byte[] first = TestPages.toArray(factory.getCompressor(codec).compress(BytesInput.from(one)));
        byte[] second = TestPages.toArray(factory.getCompressor(codec).compress(BytesInput.from(two)));
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        BytesInput late = decompressor.decompress(BytesInput.from(first), one.length);
        assertArrayEquals(two, TestPages.toArray(decompressor.decompress(BytesInput.from(second), two.length)));
        factory.release();
        assertArrayEquals(one, TestPages.toArray(late));
    }

    // Would catch: options that a thread gets from another thread's file or from its own previous file, and a
    // key's level that does not take precedence over the file's.
    @Test
    void settings_noteOfAFileServesOneRequestPerCodec() throws Exception {
        byte[] page = TestPages.TEXT.ofSize(100_000);
        HadoopCodec ours = HadoopCodecs.codec(CompressionCodecName.ZSTD, null);
        HadoopCodec fixed = HadoopCodecs.codec(CompressionCodecName.ZSTD, "12");
        byte[] atDefault = atLevel("3", page);
        try {
            HadoopCodecs.opened(Map.of(ZSTD_LEVEL, "1"));
            inAnotherThread(() -> HadoopCodecs.opened(Map.of(ZSTD_LEVEL, "19")));
            inAnotherThread(() -> assertArrayEquals(atDefault, compress(ours, ours.createCompressor(), page)));
            assertArrayEquals(atLevel("1", page), compress(ours, ours.createCompressor(), page));
            assertArrayEquals(atLevel("12", page), compress(fixed, fixed.createCompressor(), page));
            assertArrayEquals(atDefault, compress(ours, ours.createCompressor(), page), "another file");

            HadoopCodecs.opened(Map.of(ZSTD_LEVEL, "1"));
            ClassLoader context = Thread.currentThread().getContextClassLoader();
            Thread.currentThread().setContextClassLoader(new URLClassLoader(new URL[0], context));
            try {
                assertArrayEquals(atDefault, compress(ours, ours.createCompressor(), page), "another application");
            } finally {
                Thread.currentThread().setContextClassLoader(context);
            }
        } finally {
            HadoopCodecs.opened(Map.of());
        }
    }

    // Would catch: a table with places for a fixed number of threads, which loses the settings of some files.
    @Test
    void settings_noteOutlivesThoseOfThousandsOfThreads() throws Exception {
        byte[] page = TestPages.TEXT.ofSize(100_000);
        HadoopCodec ours = HadoopCodecs.codec(CompressionCodecName.ZSTD, null);
        try {
            HadoopCodecs.opened(Map.of(ZSTD_LEVEL, "1"));
            for (int i = 0; i < 5_000; i++) {
                Thread other = new Thread(() -> HadoopCodecs.opened(Map.of(ZSTD_LEVEL, "19")));
                other.start();
                other.join();
            }
            assertArrayEquals(atLevel("1", page), compress(ours, ours.createCompressor(), page));
        } finally {
            HadoopCodecs.opened(Map.of());
        }
    }

    private interface Step {
        void run() throws Exception;
    }

    private static void inAnotherThread(Step step) throws Exception {
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            executor.submit(() -> {
                        step.run();
                        return null;
                    })
                    .get();
        } finally {
            executor.shutdown();
        }
    }

    @Test
    void wrongValueFailsTheCompressorInsteadOfTheHook() {
        try {
            HadoopCodecs.opened(Map.of("parquet.fastcodec.max.page.bytes", "-5", "zlib.compress.level", "44"));
            HadoopCodec gzip = HadoopCodecs.codec(CompressionCodecName.GZIP, null);
            IllegalArgumentException e = assertThrows(IllegalArgumentException.class, gzip::createDecompressor);
            assertTrue(e.getMessage().contains("parquet.fastcodec.max.page.bytes is \"-5\""), e.getMessage());
            HadoopCodecs.opened(Map.of("zlib.compress.level", "44"));
            e = assertThrows(IllegalArgumentException.class, gzip::createCompressor);
            assertTrue(e.getMessage().contains("zlib.compress.level) is \"44\""), e.getMessage());
            assertTrue(gzip.createDecompressor() != null);
        } finally {
            HadoopCodecs.opened(Map.of());
        }
    }

    @Test
    void compressorRejectsDirectInputAndNamesTheStream() {
        Compressor compressor =
                HadoopCodecs.codec(CompressionCodecName.GZIP, null).createCompressor();
        UnsupportedOperationException e =
                assertThrows(UnsupportedOperationException.class, () -> compressor.setInput(new byte[1], 0, 1));
        assertTrue(e.getMessage().contains("createOutputStream"), e.getMessage());
    }

    private static byte[] atLevel(String level, byte[] page) throws IOException {
        return TestPages.toArray(new FastCodecFactory(FastCodecOptions.from(Map.of(ZSTD_LEVEL, level)::get))
                .getCompressor(CompressionCodecName.ZSTD)
                .compress(BytesInput.from(page)));
    }

    /** Compresses a page in two parts and a byte, to a stream that is finished and then closed, as parquet-java does. */
    private static byte[] compress(HadoopCodec ours, Compressor compressor, byte[] page) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        compressor.reset();
        try (CompressionOutputStream stream = ours.createOutputStream(out, compressor)) {
            int part = page.length / 3;
            stream.write(page, 0, part);
            stream.write(page, part, page.length - 1 - part);
            stream.write(page[page.length - 1]);
            stream.finish();
        }
        return out.toByteArray();
    }

    private static InputStream parquets(byte[] compressed) {
        byte[] around = new byte[compressed.length + 10];
        System.arraycopy(compressed, 0, around, 5, compressed.length);
        return ByteBufferInputStream.wrap(
                ByteBuffer.wrap(around, 5, compressed.length).slice());
    }
}
