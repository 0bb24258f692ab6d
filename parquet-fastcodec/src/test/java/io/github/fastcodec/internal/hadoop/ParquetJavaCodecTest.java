// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.support.TestPages;
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
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionInputStream;
import org.apache.hadoop.io.compress.CompressionOutputStream;
import org.apache.hadoop.io.compress.Compressor;
import org.apache.hadoop.io.compress.Decompressor;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files for which this project is switched off. parquet-java's own codec is used for them, and leaks nothing. */
class ParquetJavaCodecTest {

    private static final int CHUNK = 8192;

    @AfterEach
    void forgetTheFile() {
        HadoopCodecs.opened(Map.of());
    }

    /** A codec whose streams hold memory outside the heap, like those of parquet-java's ZSTD codec. */
    public static final class HoldingCodec implements CompressionCodec {
        private static final AtomicInteger HELD = new AtomicInteger();

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

    // Would catch: native contexts that stay until a collection, because parquet-java only closes the streams
    // of its own ZSTD codec, which it recognizes by type.
    @ParameterizedTest
    @ValueSource(ints = {1, 100, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 100_000})
    void closesAStreamThatIsReadToItsEnd(int size) throws IOException {
        HadoopCodec codec = HadoopCodecs.codec(CompressionCodecName.ZSTD, null);
        byte[] page = TestPages.RANDOM.ofSize(size);
        Compressor compressor = HadoopCompressor.of(new HoldingCodec());
        Decompressor decompressor = HadoopDecompressor.of(CompressionCodecName.ZSTD, codec, new HoldingCodec());
        int held = HoldingCodec.HELD.get();
        for (int i = 0; i < 3; i++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            CompressionOutputStream stream = codec.createOutputStream(out, compressor);
            stream.write(page);
            stream.finish();
            stream.close();
            assertArrayEquals(page, out.toByteArray());
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was written");

            byte[] whole = new byte[size];
            InputStream in = codec.createInputStream(new ByteArrayInputStream(page), decompressor);
            assertEquals(size, in.readNBytes(whole, 0, size));
            assertArrayEquals(page, whole);
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was read in one go");
            assertEquals(-1, in.read());
            assertEquals(0, in.available());

            in = codec.createInputStream(new ByteArrayInputStream(page), decompressor);
            ByteBuffer chunks = ByteBuffer.allocate(size);
            ReadableByteChannel channel = Channels.newChannel(in);
            while (chunks.hasRemaining()) {
                assertTrue(channel.read(chunks) > 0);
            }
            assertArrayEquals(page, chunks.array());
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was read in chunks");
            assertEquals(-1, in.read(whole));

            in = codec.createInputStream(new ByteArrayInputStream(page), decompressor);
            for (byte value : page) {
                assertEquals(value & 0xff, in.read());
            }
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was read byte by byte");
            assertEquals(-1, in.read());

            in = codec.createInputStream(new ByteArrayInputStream(page), decompressor);
            in.read();
            in.close();
            assertEquals(held, HoldingCodec.HELD.get(), "after a page was given up");
        }
    }

    // Would catch: a level in the key or in the file's settings that does not reach parquet-java's own codec,
    // or that this codec does not understand.
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
    void levelOfTheKeyOverridesThatOfTheFile(CompressionCodecName name, String ofKey, String ofFile, String own)
            throws IOException {
        String levelKey = FastCodecOptions.levelKey(name);
        byte[] page = TestPages.TEXT.ofSize(200_000);
        Configuration configuration = new Configuration(false);
        configuration.set(levelKey, own);
        CompressionCodec expected = (CompressionCodec) ReflectionUtils.newInstance(
                configuration.getClassByNameOrNull(name.getHadoopCompressionCodecClassName()), configuration);
        HadoopCodecs.left(ofFile == null ? Map.of() : Map.of(levelKey, ofFile));
        assertArrayEquals(compress(expected, page), compress(HadoopCodecs.codec(name, ofKey), page));
    }

    // Would catch: a missing codec that is not noticed until the first page, when rows are lost.
    @ParameterizedTest
    @EnumSource(names = {"LZO", "BROTLI"})
    void missingCodecFailsWhenTheFileIsOpened(CompressionCodecName name) {
        HadoopCodec codec = HadoopCodecs.codec(name, null);
        HadoopCodecs.left(Map.of());
        for (Executable creation : new Executable[] {codec::createCompressor, codec::createDecompressor}) {
            String message =
                    assertThrows(UnsupportedOperationException.class, creation).getMessage();
            assertTrue(
                    message.contains("parquet-java does not include a codec for " + name)
                            && message.contains("Set parquet.fastcodec.enabled=true"),
                    message);
        }
    }

    // Would catch: memory outside the heap that parquet-java's own compressor and decompressor keep when their
    // user ends them, and a compressor whose next page contains remains of the previous one.
    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "LZ4_RAW"})
    void compressorAbandonedInAPageCompressesTheNext(CompressionCodecName name) throws IOException {
        HadoopCodec codec = HadoopCodecs.codec(name, null);
        HadoopCodecs.left(Map.of());
        Compressor compressor = codec.createCompressor();
        Decompressor decompressor = codec.createDecompressor();
        byte[] page = TestPages.TEXT.ofSize(30_000);
        OutputStream full = new FilterOutputStream(OutputStream.nullOutputStream()) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("no space left, says the test");
            }
        };
        for (int i = 0; i < 3; i++) {
            compressor.reset();
            CompressionOutputStream failing = codec.createOutputStream(full, compressor);
            assertThrows(IOException.class, () -> {
                failing.write(page);
                failing.finish();
            });
            compressor.reset();
            byte[] compressed = compress(codec, compressor, page);
            decompressor.reset();
            InputStream cut = codec.createInputStream(
                    new ByteArrayInputStream(Arrays.copyOf(compressed, compressed.length / 2)), decompressor);
            try {
                cut.readNBytes(new byte[page.length], 0, page.length);
            } catch (IOException | RuntimeException e) {
                // not all of parquet-java's own codecs notice
            }
            byte[] back = new byte[page.length];
            decompressor.reset();
            codec.createInputStream(new ByteArrayInputStream(compressed), decompressor)
                    .readNBytes(back, 0, back.length);
            assertArrayEquals(page, back, "round " + i);
        }
        compressor.end();
        decompressor.end();
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
