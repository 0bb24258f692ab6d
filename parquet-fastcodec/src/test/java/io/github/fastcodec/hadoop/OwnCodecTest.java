// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.TestPages;
import io.github.fastcodec.hadoop.relay.CodecRelay;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static CodecRelay relay(String codec, String className, String levelKey, String level) {
        return new CodecRelay(new HashMap<>(), CodecFactory.class.getClassLoader(), codec, className, levelKey, level);
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
