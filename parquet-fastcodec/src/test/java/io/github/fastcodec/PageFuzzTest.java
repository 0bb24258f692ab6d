// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.github.luben.zstd.Zstd;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.PageCodec;
import io.github.fastcodec.support.PageProbe;
import io.github.fastcodec.support.ReferenceCodecs;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Arbitrary bytes for every codec and every parser. As tests, the targets replay the interesting inputs of earlier runs;
 * {@code src/test/fuzz/run} searches for new ones.
 */
class PageFuzzTest {

    /** The space for a reference's output, in bytes, and the largest claim of most targets. */
    private static final int MAX_SIZE = 1 << 16;

    private static final CompressionCodecName[] CODECS = Arrays.stream(CompressionCodecName.values())
            .filter(codec -> codec != CompressionCodecName.UNCOMPRESSED)
            .toArray(CompressionCodecName[]::new);

    /**
     * Excludes parquet-java's codecs, which are slow, and those that allocate or write as many bytes as a preamble or a frame
     * claims.
     */
    private static final Set<String> SAFE_REFERENCES =
            Set.of("aircompressor", "lz4-java", "JDK streams", "zstd-jni streams", "brotli4j streams");

    private static final Map<CompressionCodecName, List<OurCodec>> OURS = new EnumMap<>(CompressionCodecName.class);
    private static final Map<CompressionCodecName, List<PageCodec>> REFERENCES =
            new EnumMap<>(CompressionCodecName.class);

    static {
        for (CompressionCodecName codec : CODECS) {
            OURS.put(codec, OurCodec.of(codec));
            REFERENCES.put(
                    codec,
                    ReferenceCodecs.of(codec).stream()
                            .filter(reference -> SAFE_REFERENCES.contains(reference.name()))
                            .toList());
        }
    }

    // ---- a target for each codec: two bytes of claim, then the page

    @FuzzTest
    void snappy(byte[] data) {
        page(CompressionCodecName.SNAPPY, data);
    }

    @FuzzTest
    void zstd(byte[] data) {
        page(CompressionCodecName.ZSTD, data);
    }

    @FuzzTest
    void lz4Raw(byte[] data) {
        page(CompressionCodecName.LZ4_RAW, data);
    }

    @FuzzTest
    void lz4(byte[] data) {
        page(CompressionCodecName.LZ4, data);
    }

    @FuzzTest
    void lzo(byte[] data) {
        page(CompressionCodecName.LZO, data);
    }

    @FuzzTest
    void brotli(byte[] data) {
        page(CompressionCodecName.BROTLI, data);
    }

    @FuzzTest
    void gzip(byte[] data) {
        page(CompressionCodecName.GZIP, data);
    }

    /** Arbitrary deflate data in a member with a correct header and trailer, which mutations alone would never produce. */
    @FuzzTest
    void deflate(byte[] data) {
        Input input = new Input(data);
        int claim = input.claim();
        byte[] deflated = input.rest();
        byte[] content = new byte[MAX_SIZE];
        int length = 0;
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(deflated);
            length = inflater.inflate(content);
        } catch (DataFormatException e) {
            // then the trailer of an empty page is good enough
        } finally {
            inflater.end();
        }
        CRC32 crc = new CRC32();
        crc.update(content, 0, length);
        byte[] member = ByteBuffer.allocate(18 + deflated.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 255})
                .put(deflated)
                .putInt((int) crc.getValue())
                .putInt(length)
                .array();
        check(CompressionCodecName.GZIP, member, claim);
        check(CompressionCodecName.GZIP, member, length);
    }

    // ---- a target for each parser

    /** An arbitrary header before a good deflate stream and trailer. */
    @FuzzTest
    void gzipHeaders(byte[] data) {
        byte[] content = TestPages.TEXT.ofSize(40);
        Deflater deflater = new Deflater(1, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] deflated = new byte[100];
        int length = deflater.deflate(deflated);
        deflater.end();
        CRC32 crc = new CRC32();
        crc.update(content);
        byte[] page = ByteBuffer.allocate(data.length + length + 8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(data)
                .put(deflated, 0, length)
                .putInt((int) crc.getValue())
                .putInt(content.length)
                .array();
        check(CompressionCodecName.GZIP, page, content.length);
    }

    /** Frames around blocks that an engine only copies, compared with the test's own parser. */
    @FuzzTest
    void hadoopFraming(byte[] data) {
        Input input = new Input(data);
        int claim = input.claim();
        byte[] page = input.rest();
        byte[] framed = unframed(page, claim);
        byte[] raw = page.length == claim ? page : null;
        for (CompressionCodecName codec :
                new CompressionCodecName[] {CompressionCodecName.LZ4, CompressionCodecName.LZO}) {
            FakeEngine engine = new FakeEngine(codec).decompressing((source, offset, length, target, to, room) -> {
                if (length > room) {
                    throw new IOException("no room");
                }
                return FakeEngine.copy(source, offset, length, target, to, room);
            });
            byte[] expected = framed == null && codec == CompressionCodecName.LZ4 ? raw : framed;
            if (expected != null && expected.length != claim) {
                expected = null;
            }
            assertArrayEquals(expected, outcome(new OurCodec(codec, engine), page, claim), codec.name());
        }
    }

    /** If the frame parser accepts a page, its claim is at least the size that libzstd reads from the first frame. */
    @FuzzTest
    @SuppressWarnings("deprecation") // the older libraries in the tests lack its successor
    void zstdFrames(byte[] data) throws IOException {
        Input input = new Input(data);
        int claim = input.claim();
        byte[] page = input.rest();
        FakeEngine engine =
                new FakeEngine(CompressionCodecName.ZSTD).decompressing((s, so, sl, target, to, room) -> room);
        byte[] result = outcome(new OurCodec(CompressionCodecName.ZSTD, engine), page, claim);
        if (result != null && page.length > 0) {
            long stated = Zstd.decompressedSize(page);
            assertTrue(
                    stated <= claim,
                    () -> "libzstd reads " + stated + " bytes, the claim of " + claim + " got through");
        }
    }

    /** Any claim, in four bytes, for each codec. Beyond the codec's ratio or the limit no engine is called. */
    @FuzzTest
    void claims(byte[] data) {
        if (data.length < 5) {
            return;
        }
        int claim = ByteBuffer.wrap(data).getInt();
        byte[] page = Arrays.copyOfRange(data, 4, data.length);
        for (CompressionCodecName codec : CODECS) {
            FakeEngine engine = new FakeEngine(codec).decompressing((s, so, sl, target, to, room) -> room);
            int limit = 1 << 20;
            byte[] result = fresh(new PageDecompressor(codec, engine, limit, CorruptPageException::new), page, claim);
            if (claim < 0 || claim > limit) {
                assertEquals(0, engine.calls(), () -> codec + " with a claim of " + claim);
            }
            if (result != null) {
                assertEquals(claim, result.length);
            }
            if (claim > bestSize(codec, page.length)) {
                byte[] beyond = fresh(
                        new PageDecompressor(codec, engine, ByteArrays.MAX_LENGTH, CorruptPageException::new),
                        page,
                        claim);
                assertTrue(beyond == null && result == null && engine.calls() == 0, () -> codec + ", claim " + claim);
            }
        }
    }

    // ---- a sequence of good and bad pages on one factory

    /** Four bytes for each step: the codec, the page, and the change to it. */
    @FuzzTest
    void sequence(byte[] data) throws IOException {
        FastCodecFactory factory = new FastCodecFactory();
        Map<CompressionCodecName, BytesInputDecompressor> open = new EnumMap<>(CompressionCodecName.class);
        for (int at = 0; at + 4 <= data.length && at < 4 * 64; at += 4) {
            CompressionCodecName codec = CODECS[(data[at] & 0xff) % CODECS.length];
            Good good = Good.of(codec, (data[at] & 0xff) / CODECS.length);
            BytesInputDecompressor decompressor = open.computeIfAbsent(codec, factory::getDecompressor);
            byte[] bytes = good.compressed.clone();
            int claim = good.page.length;
            int place = (data[at + 2] & 0xff) % bytes.length;
            switch (data[at + 1] & 7) {
                case 0:
                    bytes[place] ^= data[at + 3];
                    break;
                case 1:
                    bytes = Arrays.copyOf(bytes, place);
                    break;
                case 2:
                    bytes = Arrays.copyOf(bytes, bytes.length + 1 + place % 16);
                    break;
                case 3:
                    claim += data[at + 3];
                    break;
                case 4:
                    factory.release();
                    break;
                case 5:
                    open.remove(codec).release();
                    continue;
                case 6:
                    Arrays.fill(bytes, place, bytes.length, data[at + 3]);
                    break;
                default:
                    break;
            }
            byte[] result = fresh(decompressor, bytes, claim);
            if (claim == good.page.length && Arrays.equals(bytes, good.compressed)) {
                assertArrayEquals(good.page, result, codec + " at " + at);
            } else {
                // the history of an instance makes no difference
                assertArrayEquals(
                        result, fresh(OurCodec.best(codec).decompressor(), bytes, claim), codec + " at " + at);
            }
        }
    }

    /** A page, and its compressed form from a codec's best engine. */
    private record Good(byte[] page, byte[] compressed) {

        private static final TestPages[] SHAPES = {TestPages.TEXT, TestPages.RANDOM, TestPages.RLE, TestPages.ZEROS};
        private static final Map<CompressionCodecName, Good[]> ALL = new EnumMap<>(CompressionCodecName.class);

        static synchronized Good of(CompressionCodecName codec, int number) throws IOException {
            Good[] goods = ALL.computeIfAbsent(codec, c -> new Good[SHAPES.length]);
            int index = number % SHAPES.length;
            if (goods[index] == null) {
                byte[] page = SHAPES[index].ofSize(50 + 200 * index);
                goods[index] = new Good(page, OurCodec.best(codec).compress(page));
            }
            return goods[index];
        }
    }

    private static void page(CompressionCodecName codec, byte[] data) {
        Input input = new Input(data);
        int claim = input.claim();
        byte[] page = input.rest();
        check(codec, page, claim);
        boolean oldAircompressor = OURS.get(codec).stream().anyMatch(OurCodec::takesZeroOffsets);
        for (PageCodec reference : REFERENCES.get(codec)) {
            if (oldAircompressor && reference.name().equals("aircompressor")) {
                continue; // not a reference for input that no encoder writes
            }
            byte[] expected;
            try {
                expected = reference.decompress(page, MAX_SIZE);
            } catch (IOException | RuntimeException e) {
                continue;
            }
            if (expected.length <= MAX_SIZE) {
                byte[] ours = check(codec, page, expected.length);
                if (ours != null) {
                    assertArrayEquals(expected, ours, reference.name());
                }
            }
        }
    }

    /**
     * Returns the page, or null if it is rejected. Asserts that a codec's engines agree: for raw LZ4 blocks as far as the format
     * defines the result, for LZ4 and ZSTD on the content of pages that both engines accept.
     */
    private static byte[] check(CompressionCodecName codec, byte[] page, int claim) {
        List<OurCodec> engines = OURS.get(codec);
        byte[] first = outcome(engines.get(0), page, claim);
        Lz4Block block = codec == CompressionCodecName.LZ4_RAW && page.length > 0 ? Lz4Block.of(page, claim) : null;
        for (OurCodec engine : engines) {
            byte[] result = engine == engines.get(0) ? first : outcome(engine, page, claim);
            if (engine.takesZeroOffsets()) {
                continue;
            }
            if (block != null) {
                assertArrayEquals(block.expected(result), result, engine::toString);
            } else if (result != null && first != null
                    || codec != CompressionCodecName.LZ4 && codec != CompressionCodecName.ZSTD) {
                assertArrayEquals(first, result, () -> engine + " and " + engines.get(0));
            }
        }
        return first;
    }

    /** Returns the decompressed page, or null if it is rejected. */
    private static byte[] outcome(OurCodec codec, byte[] page, int claim) {
        return new PageProbe(codec.decompressor()).decompress(page, claim).page();
    }

    private static byte[] fresh(BytesInputDecompressor decompressor, byte[] page, int claim) {
        try {
            return TestPages.toArray(decompressor.decompress(BytesInput.from(page), claim));
        } catch (CorruptPageException e) {
            return null;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Returns the content of frames whose blocks are not compressed, or null if the frames are invalid or hold more than
     * {@code size} bytes.
     */
    private static byte[] unframed(byte[] page, int size) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(page))) {
            while (in.available() > 0) {
                int left = in.readInt();
                if (left == 0 && in.available() == 0) {
                    break;
                }
                if (left <= 0 || left > size - content.size()) {
                    return null;
                }
                while (left > 0) {
                    int block = in.readInt();
                    if (block <= 0 || block > left || block > in.available()) {
                        return null;
                    }
                    content.write(in.readNBytes(block));
                    left -= block;
                }
            }
        } catch (IOException e) {
            return null;
        }
        return content.toByteArray();
    }

    private static long bestSize(CompressionCodecName codec, int compressedSize) {
        switch (codec) {
            case SNAPPY:
                return 22L * compressedSize;
            case GZIP:
                return 1032L * compressedSize;
            case ZSTD: // a block of 4 bytes repeats its last byte up to as often as 21 bits can express
                return (2L << 20) * (compressedSize / 4 + 1);
            case BROTLI:
                return (16L << 20) * (compressedSize / 4 + 1);
            default:
                return 255L * compressedSize;
        }
    }

    /**
     * The content of an LZ4 block, from the simplest possible decoder.
     *
     * @param page the content, or null if it does not have the claimed size
     * @param valid whether an encoder may write the block: no offset is 0, and the block ends with literals as the format
     *     requires
     */
    private record Lz4Block(byte[] page, boolean valid) {

        static Lz4Block of(byte[] block, int size) {
            byte[] page = new byte[size];
            int in = 0;
            int out = 0;
            int lastMatch = -1;
            boolean valid = true;
            while (true) {
                if (in == block.length) {
                    return new Lz4Block(null, false);
                }
                int token = block[in++] & 0xff;
                long literals = token >>> 4;
                for (int more = 255; literals >= 15 && more == 255; literals += more) {
                    if (in == block.length) {
                        return new Lz4Block(null, false);
                    }
                    more = block[in++] & 0xff;
                }
                if (literals > block.length - in || literals > size - out) {
                    return new Lz4Block(null, false);
                }
                System.arraycopy(block, in, page, out, (int) literals);
                in += (int) literals;
                out += (int) literals;
                if (in == block.length) {
                    boolean end = lastMatch < 0 || literals >= 5 && size - lastMatch >= 12;
                    return out == size && (token & 15) == 0
                            ? new Lz4Block(page, valid && end)
                            : new Lz4Block(out == size ? page : null, false);
                }
                if (block.length - in < 2) {
                    return new Lz4Block(null, false);
                }
                int offset = block[in] & 0xff | (block[in + 1] & 0xff) << 8;
                in += 2;
                long length = 4 + (token & 15);
                for (int more = 255; length >= 19 && more == 255; length += more) {
                    if (in == block.length) {
                        return new Lz4Block(null, false);
                    }
                    more = block[in++] & 0xff;
                }
                if (offset > out || length > size - out) {
                    return new Lz4Block(null, false);
                }
                valid &= offset > 0;
                lastMatch = out;
                for (long i = 0; i < length; i++, out++) {
                    page[out] = offset == 0 ? 0 : page[out - offset];
                }
            }
        }

        /** Returns the page that {@code result} must equal. Engines may reject a block that no encoder writes. */
        byte[] expected(byte[] result) {
            return valid || result != null ? page : null;
        }
    }

    private record Input(byte[] data) {
        int claim() {
            return data.length < 2 ? 0 : (data[0] & 0xff) << 8 | data[1] & 0xff;
        }

        byte[] rest() {
            return data.length < 2 ? new byte[0] : Arrays.copyOfRange(data, 2, data.length);
        }
    }
}
