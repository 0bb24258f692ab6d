// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.TestPages;
import io.github.fastcodec.internal.hadoop.relay.CodecRelay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Relays that nobody serves, or not this file: they do what parquet-java's own codec does, and leave nothing behind. */
class OwnCodecTest {

    private static final int CHUNK = 8192;

    @AfterEach
    void forgetTheFile() {
        Relays.opened(Map.of());
    }

    /** Streams that hold something outside the heap, as those of parquet-java's ZSTD codec do. */
    public static final class HoldingCodec implements CompressionCodec {
        private static final AtomicInteger HELD = new AtomicInteger();

        /** For the relay. */
        public HoldingCodec() {}

        @Override
        public CompressionOutputStream createOutputStream(OutputStream out) {
            HELD.incrementAndGet();
            return new CompressionOutputStream(out) {
                private boolean closed;

                @Override
                public void write(int value) throws IOException {
                    out.write(value);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    out.write(bytes, offset, length);
                }

                @Override
                public void finish() {}

                @Override
                public void resetState() {}

                @Override
                public void close() throws IOException {
                    if (!closed) {
                        closed = true;
                        HELD.decrementAndGet();
                    }
                    super.close();
                }
            };
        }

        @Override
        public CompressionInputStream createInputStream(InputStream in) throws IOException {
            HELD.incrementAndGet();
            return new CompressionInputStream(in) {
                private boolean closed;

                @Override
                public int read() throws IOException {
                    return in.read();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    return in.read(target, offset, length);
                }

                @Override
                public void resetState() {}

                @Override
                public void close() throws IOException {
                    if (!closed) {
                        closed = true;
                        HELD.decrementAndGet();
                    }
                    super.close();
                }
            };
        }

        @Override
        public CompressionOutputStream createOutputStream(OutputStream out, Compressor none) {
            return createOutputStream(out);
        }

        @Override
        public CompressionInputStream createInputStream(InputStream in, Decompressor none) throws IOException {
            return createInputStream(in);
        }

        @Override
        public Class<? extends Compressor> getCompressorType() {
            return null;
        }

        @Override
        public Compressor createCompressor() {
            return null;
        }

        @Override
        public Class<? extends Decompressor> getDecompressorType() {
            return null;
        }

        @Override
        public Decompressor createDecompressor() {
            return null;
        }

        @Override
        public String getDefaultExtension() {
            return ".holding";
        }
    }

    // Would catch: native contexts that stay until a collection, because parquet-java closes only streams of its own
    // ZSTD
    // codec's, which it knows by its type.
    @ParameterizedTest
    @ValueSource(ints = {1, 100, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 100_000})
    void aStreamThatIsReadToItsEndIsClosedByItself(int size) throws IOException {
        CodecRelay relay = relay("ZSTD", HoldingCodec.class.getName(), null, null);
        byte[] page = TestPages.RANDOM.ofSize(size);
        leaveFile(Map.of());
        Compressor compressor = relay.createCompressor();
        Decompressor decompressor = relay.createDecompressor();
        int held = HoldingCodec.HELD.get();
        for (int i = 0; i < 3; i++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            CompressionOutputStream stream = relay.createOutputStream(out, compressor);
            stream.write(page);
            stream.finish();
            assertArrayEquals(page, out.toByteArray());
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was written");

            byte[] whole = new byte[size];
            InputStream in = relay.createInputStream(new ByteArrayInputStream(page), decompressor);
            assertEquals(size, in.readNBytes(whole, 0, size));
            assertArrayEquals(page, whole);
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was read in one go");
            assertEquals(-1, in.read());
            assertEquals(0, in.available());

            in = relay.createInputStream(new ByteArrayInputStream(page), decompressor);
            ByteBuffer chunks = ByteBuffer.allocate(size);
            ReadableByteChannel channel = Channels.newChannel(in);
            while (chunks.hasRemaining()) {
                assertTrue(channel.read(chunks) > 0);
            }
            assertArrayEquals(page, chunks.array());
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was read in chunks");
            assertEquals(-1, in.read(whole));

            in = relay.createInputStream(new ByteArrayInputStream(page), decompressor);
            for (byte value : page) {
                assertEquals(value & 0xff, in.read());
            }
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was read byte by byte");
            assertEquals(-1, in.read());

            in = relay.createInputStream(new ByteArrayInputStream(page), decompressor);
            in.read();
            in.close();
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was given up");
        }
    }

    // Would catch: a level, in the key or in the file's settings, that gets lost on the way to parquet-java's own
    // codec, or
    // that this codec does not understand.
    @ParameterizedTest
    @CsvSource({
        "GZIP, 9, , BEST_COMPRESSION",
        "GZIP, 1, , BEST_SPEED",
        "GZIP, 3, , THREE",
        "GZIP, 0, , NO_COMPRESSION",
        "GZIP, -1, , DEFAULT_COMPRESSION",
        "GZIP, BEST_SPEED, , BEST_SPEED",
        "GZIP, , BEST_SPEED, BEST_SPEED",
        "GZIP, , 9, BEST_COMPRESSION",
        "GZIP, , ' 1', BEST_SPEED",
        "GZIP, 9, 1, BEST_COMPRESSION",
        "GZIP, , , DEFAULT_COMPRESSION",
        "ZSTD, 12, , 12",
        "ZSTD, -5, , -5",
        "ZSTD, , 19, 19",
        "ZSTD, 1, 19, 1",
        "ZSTD, , , 3",
    })
    void theLevelIsThatOfTheKeyElseThatOfTheFile(CompressionCodecName codec, String ofKey, String ofFile, String own)
            throws IOException {
        String levelKey = FastCodecOptions.levelKey(codec);
        byte[] page = TestPages.TEXT.ofSize(200_000);
        Configuration configuration = new Configuration(false);
        configuration.set(levelKey, own);
        CompressionCodec expected = (CompressionCodec) ReflectionUtils.newInstance(
                configuration.getClassByNameOrNull(codec.getHadoopCompressionCodecClassName()), configuration);
        CodecRelay relay = relay(codec.name(), codec.getHadoopCompressionCodecClassName(), levelKey, ofKey);
        leaveFile(ofFile == null ? Map.of() : Map.of(levelKey, ofFile));
        assertArrayEquals(compress(expected, page), compress(relay, page));
    }

    // Would catch: a codec that is missing and shows only when rows are lost, at the first page.
    @Test
    void aCodecThatIsMissingShowsWhenTheFileIsOpened() {
        CodecRelay relay = relay("BROTLI", "org.apache.hadoop.io.compress.NoSuchCodec", null, null);
        leaveFile(Map.of());
        UnsupportedOperationException e = assertThrows(UnsupportedOperationException.class, relay::createCompressor);
        assertTrue(e.getMessage().contains("parquet-java comes without a codec for BROTLI"), e.getMessage());
        leaveFile(Map.of());
        assertThrows(UnsupportedOperationException.class, relay::createDecompressor);
    }

    // Would catch: what parquet-java's own compressor and decompressor hold outside the heap, kept when their user ends
    // them; and a compressor that goes into its next page with what is left of the one before.
    @ParameterizedTest
    @ValueSource(strings = {"SNAPPY", "GZIP", "LZ4_RAW"})
    void aCompressorThatIsGivenUpInAPageGoesOnWithTheNext(CompressionCodecName codec) throws IOException {
        CodecRelay relay = relay(codec.name(), codec.getHadoopCompressionCodecClassName(), null, null);
        leaveFile(Map.of());
        Compressor compressor = relay.createCompressor();
        Decompressor decompressor = relay.createDecompressor();
        byte[] page = TestPages.TEXT.ofSize(30_000);
        OutputStream full = new FilterOutputStream(OutputStream.nullOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("no space left, says the test");
            }
        };
        for (int i = 0; i < 3; i++) {
            CompressionOutputStream failing = relay.createOutputStream(full, compressor);
            failing.write(page);
            assertThrows(IOException.class, failing::finish);
            byte[] compressed = compress(relay, compressor, page);
            InputStream cut = relay.createInputStream(
                    new ByteArrayInputStream(Arrays.copyOf(compressed, compressed.length / 2)), decompressor);
            try {
                cut.readNBytes(new byte[page.length], 0, page.length);
            } catch (IOException | RuntimeException e) {
                // parquet-java's own codecs do not all notice
            }
            byte[] back = new byte[page.length];
            relay.createInputStream(new ByteArrayInputStream(compressed), decompressor)
                    .readNBytes(back, 0, back.length);
            assertArrayEquals(page, back, "round " + i);
        }
        compressor.end();
        decompressor.end();
    }

    /** A copy of this project that can load its page path no more, or fails; counts the pages that it is asked for. */
    private static final class EndedCopy implements BiFunction<Object, Map<String, String>, Object> {
        private final Supplier<Throwable> error;
        private final BiConsumer<ByteBuffer, OutputStream> compression = (page, out) -> fail();
        private final BiFunction<InputStream, ByteBuffer, ByteBuffer> decompression = (in, whole) -> {
            fail();
            return null;
        };
        private int pages;

        private EndedCopy(Supplier<Throwable> error) {
            this.error = error;
        }

        @Override
        public Object apply(Object owner, Map<String, String> request) {
            return request.get(CodecRelay.DIRECTION).equals(CodecRelay.COMPRESS) ? compression : decompression;
        }

        private void fail() {
            pages++;
            Throwable thrown = error.get();
            if (thrown instanceof Error) {
                throw (Error) thrown;
            }
            throw (RuntimeException) thrown;
        }
    }

    // Would catch: an error of a closed class loader that reaches a reader or writer, on any of the ways that pages
    // take, and
    // a copy that is tried again for each page.
    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    void aCopyThatIsLostIsAskedOnceAndParquetJavasOwnCodecTakesOver(CompressionCodecName codec) throws IOException {
        byte[] page = TestPages.TEXT.ofSize(30_000);
        CodecRelay relay = relay(codec.name(), codec.getHadoopCompressionCodecClassName(), null, null);
        EndedCopy ended = new EndedCopy(NoClassDefFoundError::new);
        try {
            serve(ended);
            Compressor compressor = relay.createCompressor();
            byte[] compressed = compress(relay, compressor, page);
            assertArrayEquals(compressed, compress(relay, compressor, page));
            assertEquals(1, ended.pages, "pages that were to be compressed");

            serve(ended);
            Decompressor decompressor = relay.createDecompressor();
            for (int i = 0; i < 3; i++) {
                byte[] back = new byte[page.length];
                InputStream in = relay.createInputStream(new ByteArrayInputStream(compressed), decompressor);
                assertEquals(page.length, in.readNBytes(back, 0, page.length));
                assertArrayEquals(page, back);
            }
            assertEquals(2, ended.pages, "pages of a stream that were to be decompressed");

            serve(ended);
            Decompressor pooled = relay.createDecompressor();
            for (int i = 0; i < 3; i++) {
                byte[] back = new byte[page.length];
                pooled.setInput(compressed, 0, compressed.length);
                assertEquals(page.length, pooled.decompress(back, 0, page.length));
                assertArrayEquals(page, back);
            }
            assertEquals(3, ended.pages, "whole pages that were to be decompressed");
        } finally {
            CodecRelay.serveAll(PageService.INSTANCE, true);
        }
    }

    // Would catch: relays that stay in the map though nobody serves them, or that leave it though another copy does.
    @Test
    void relaysLeaveTheMapWhenTheCopyThatServesAllIsLostAndNotBefore() throws IOException {
        String snappy = CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName();
        Map<String, CompressionCodec> map = new HashMap<>();
        CodecRelay relay = new CodecRelay(map, CodecFactory.class.getClassLoader(), "SNAPPY", snappy, null, null);
        EndedCopy ofOneFile = new EndedCopy(NoClassDefFoundError::new);
        EndedCopy ofAll = new EndedCopy(NoClassDefFoundError::new);
        BiFunction<Object, Map<String, String>, Object> unlinkable = (owner, request) -> {
            throw new NoClassDefFoundError();
        };
        byte[] page = TestPages.TEXT.ofSize(1_000);
        try {
            map.put(snappy, relay);
            CodecRelay.serveAll(ofAll, true);
            CodecRelay.opened(ofOneFile, Map.of(), true);
            CodecRelay.opened(ofOneFile, Map.of(), false);
            byte[] compressed = compress(relay, page);
            assertEquals(1, ofOneFile.pages);
            assertEquals(Map.of(snappy, relay), map, "another copy serves all");

            Decompressor decompressor = relay.createDecompressor();
            byte[] back = new byte[page.length];
            decompressor.setInput(compressed, 0, compressed.length);
            assertEquals(page.length, decompressor.decompress(back, 0, page.length));
            assertArrayEquals(page, back);
            assertEquals(1, ofAll.pages, "whole pages go through the copy that serves all");
            assertEquals(Map.of(), map);

            map.put(snappy, relay);
            CodecRelay.serveAll(ofAll, true);
            compress(relay, page);
            assertEquals(2, ofAll.pages);
            assertEquals(Map.of(), map);

            map.put(snappy, relay);
            CodecRelay.serveAll(unlinkable, true);
            assertArrayEquals(compressed, compress(relay, page));
            assertEquals(Map.of(), map);
        } finally {
            CodecRelay.serveAll(PageService.INSTANCE, true);
        }
    }

    // Would catch: a process's settings that a file's hook replaces, and a copy that is gone and serves for its process
    // on.
    @Test
    void whatAnApplicationInstallsGoesBeforeWhatComesWithFilesForAsLongAsItLives() throws Exception {
        CodecRelay relay = relay("ZSTD", CompressionCodecName.ZSTD.getHadoopCompressionCodecClassName(), null, null);
        AtomicInteger ofProcess = new AtomicInteger();
        AtomicInteger ofFile = new AtomicInteger();
        BiFunction<Object, Map<String, String>, Object> process = counting(ofProcess);
        BiFunction<Object, Map<String, String>, Object> file = counting(ofFile);
        relay.createCompressor(); // takes up what this thread opened before
        try {
            CodecRelay.serveAll(process, true);
            CodecRelay.serveAll(file, false);
            relay.createCompressor();
            assertEquals(1, ofProcess.get());
            assertEquals(0, ofFile.get());
            WeakReference<Object> gone = new WeakReference<>(process);
            process = null;
            for (int i = 0; i < 100 && gone.get() != null; i++) {
                System.gc();
                Thread.sleep(20);
            }
            assertNull(gone.get(), "still held");
            CodecRelay.serveAll(file, false);
            relay.createCompressor();
            assertEquals(1, ofFile.get());
        } finally {
            CodecRelay.serveAll(PageService.INSTANCE, true);
        }
    }

    private static BiFunction<Object, Map<String, String>, Object> counting(AtomicInteger calls) {
        return (owner, request) -> {
            calls.incrementAndGet();
            return PageService.INSTANCE.apply(owner, request);
        };
    }

    // Would catch: a page that failed without an IOException, and is said to need input or to be empty the second time.
    @Test
    void aWholePageThatFailedInAnyWayFailsForEver() throws IOException {
        CodecRelay relay =
                relay("SNAPPY", CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName(), null, null);
        EndedCopy failing = new EndedCopy(IllegalStateException::new);
        try {
            serve(failing);
            Decompressor decompressor = relay.createDecompressor();
            serve(failing);
            decompressor.setInput(new byte[10], 0, 10);
            assertThrows(IllegalStateException.class, () -> decompressor.decompress(new byte[100], 0, 100));
            for (int i = 0; i < 3; i++) {
                assertThrows(IOException.class, () -> decompressor.decompress(new byte[100], 0, 100));
            }
            assertEquals(1, failing.pages);
            CodecRelay another =
                    relay("GZIP", CompressionCodecName.GZIP.getHadoopCompressionCodecClassName(), null, null);
            InputStream in = another.createInputStream(new ByteArrayInputStream(new byte[10]));
            assertThrows(IllegalStateException.class, () -> in.read(new byte[100]));
            assertThrows(IOException.class, () -> in.read(new byte[100]));
            assertEquals(2, failing.pages);
        } finally {
            CodecRelay.serveAll(PageService.INSTANCE, true);
        }
    }

    // Would catch: anything in what parquet-java keeps (compressors, and decompressors in its pool) that holds on to a
    // copy.
    @Test
    void compressorsAndDecompressorsHoldTheirCopyWeakly() throws Exception {
        CodecRelay relay =
                relay("SNAPPY", CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName(), null, null);
        byte[] page = TestPages.TEXT.ofSize(1_000);
        List<Object> pages = new ArrayList<>();
        BiFunction<Object, Map<String, String>, Object> copy = (owner, request) -> {
            Object served = PageService.INSTANCE.apply(owner, request);
            pages.add(wrapped(served));
            return pages.get(pages.size() - 1);
        };
        serve(copy);
        try {
            Compressor compressor = relay.createCompressor();
            Decompressor decompressor = relay.createDecompressor();
            byte[] compressed = compress(relay, compressor, page);
            decompressor.setInput(compressed, 0, compressed.length);
            byte[] back = new byte[page.length];
            assertEquals(page.length, decompressor.decompress(back, 0, page.length));
            assertEquals(3, pages.size());
            List<WeakReference<Object>> held = new ArrayList<>();
            pages.forEach(one -> held.add(new WeakReference<>(one)));
            WeakReference<Object> service = new WeakReference<>(copy);
            copy = null;
            pages.clear();
            held.add(service);
            for (int i = 0; i < 100 && held.stream().anyMatch(one -> one.get() != null); i++) {
                System.gc();
                Thread.sleep(20);
            }
            held.forEach(one -> assertNull(one.get(), "still held"));
            assertArrayEquals(page, readWhole(relay, compress(relay, compressor, page), decompressor, page.length));
            decompressor.setInput(compressed, 0, compressed.length);
            assertEquals(page.length, decompressor.decompress(back, 0, page.length));
            assertArrayEquals(page, back);
        } finally {
            CodecRelay.serveAll(PageService.INSTANCE, true);
        }
    }

    /** Something that nobody but the test holds. */
    @SuppressWarnings("unchecked") // by the protocol
    private static Object wrapped(Object served) {
        if (served instanceof BiConsumer) {
            BiConsumer<ByteBuffer, OutputStream> compression = (BiConsumer<ByteBuffer, OutputStream>) served;
            return (BiConsumer<ByteBuffer, OutputStream>) compression::accept;
        }
        BiFunction<InputStream, ByteBuffer, ByteBuffer> decompression =
                (BiFunction<InputStream, ByteBuffer, ByteBuffer>) served;
        return (BiFunction<InputStream, ByteBuffer, ByteBuffer>) decompression::apply;
    }

    private static byte[] readWhole(CodecRelay relay, byte[] compressed, Decompressor decompressor, int size)
            throws IOException {
        byte[] page = new byte[size];
        InputStream in = relay.createInputStream(new ByteArrayInputStream(compressed), decompressor);
        assertEquals(size, in.readNBytes(page, 0, size));
        return page;
    }

    private static CodecRelay relay(String codec, String className, String levelKey, String level) {
        return new CodecRelay(new HashMap<>(), CodecFactory.class.getClassLoader(), codec, className, levelKey, level);
    }

    /** Has a copy of this project serve the file that this thread is opening, and all others. */
    private static void serve(BiFunction<Object, Map<String, String>, Object> copy) {
        CodecRelay.serveAll(copy, true);
        CodecRelay.opened(copy, Map.of(), true);
        CodecRelay.opened(copy, Map.of(), false);
    }

    /** Notes a file that parquet-java's own codecs serve. */
    private static void leaveFile(Map<String, String> settings) {
        CodecRelay.opened(null, settings, true);
        CodecRelay.opened(null, settings, false);
    }

    private static byte[] compress(CompressionCodec codec, byte[] page) throws IOException {
        return compress(codec, codec.createCompressor(), page);
    }

    private static byte[] compress(CompressionCodec codec, Compressor compressor, byte[] page) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (CompressionOutputStream stream = codec.createOutputStream(out, compressor)) {
            stream.write(page);
            stream.finish();
        }
        return out.toByteArray();
    }
}
