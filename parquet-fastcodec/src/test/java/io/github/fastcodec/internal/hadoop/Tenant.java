// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Another user of parquet-java in the JVM, which does not refer to any class of this project. Made for {@link EndingLoaderTest},
 * which communicates with it in strings.
 */
public final class Tenant implements UnaryOperator<String> {

    private static final byte[] PAGE =
            "somebody else's page, again and again; ".repeat(3_000).getBytes(StandardCharsets.UTF_8);

    /** The factories of files that stay open from {@code open} on. */
    private final Map<CompressionCodecName, CodecFactory> open = new EnumMap<>(CompressionCodecName.class);

    /** For the loader. */
    public Tenant() {}

    /**
     * Understands {@code round CODEC} (a round trip, whole and in chunks), {@code open CODEC} and {@code go-on CODEC} (a file
     * that stays open), {@code direct CODEC} (a round trip with the factory for direct memory), {@code page CODEC} (a compressed
     * page in hexadecimal digits), {@code corrupt CODEC PAGE} (the errors after such a page is damaged), {@code size KEY=VALUE}
     * (of a ZSTD page with that setting), {@code create CODEC} (the error of a factory, or ok) and {@code map} (the codec map's
     * entry for SNAPPY).
     */
    @Override
    public String apply(String command) {
        String[] words = command.split(" ");
        try {
            switch (words[0]) {
                case "round":
                    roundTrip(newFactory(), codec(words));
                    return "ok";
                case "open":
                    CodecFactory opened = newFactory();
                    roundTrip(opened, codec(words));
                    open.put(codec(words), opened);
                    return "ok";
                case "go-on":
                    roundTrip(open.get(codec(words)), codec(words));
                    return "ok";
                case "direct":
                    CodecFactory direct = CodecFactory.createDirectCodecFactory(
                            new Configuration(false), DirectByteBufferAllocator.getInstance(), 1 << 20);
                    roundTrip(direct, codec(words));
                    direct.release();
                    return "ok";
                case "page":
                    return hex(compress(newFactory(), codec(words)));
                case "corrupt":
                    return corrupt(codec(words), bytes(words[2]));
                case "size":
                    Configuration configuration = new Configuration(false);
                    String[] setting = words[1].split("=");
                    configuration.set(setting[0], setting[1]);
                    return compress(new CodecFactory(configuration, 1 << 20), CompressionCodecName.ZSTD).length + "";
                case "create":
                    return create(codec(words));
                case "map":
                    return map().get(CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName()) + "";
                default:
                    throw new IllegalArgumentException(command);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompressionCodecName codec(String[] words) {
        return CompressionCodecName.valueOf(words[1]);
    }

    private static CodecFactory newFactory() {
        return new CodecFactory(new Configuration(false), 1 << 20);
    }

    private static String create(CompressionCodecName codec) {
        try {
            newFactory().getCompressor(codec);
            newFactory().getDecompressor(codec);
            return "ok";
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }

    @SuppressWarnings("deprecation") // older parquet-java has no other way
    private static byte[] compress(CodecFactory factory, CompressionCodecName codec) throws IOException {
        byte[] compressed =
                factory.getCompressor(codec).compress(BytesInput.from(PAGE)).toByteArray();
        if (compressed.length >= PAGE.length / 4) {
            throw new IOException(codec + " did not compress");
        }
        return compressed;
    }

    private static void roundTrip(CodecFactory factory, CompressionCodecName codec) throws IOException {
        byte[] compressed = compress(factory, codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        if (!Arrays.equals(PAGE, whole(decompressor, compressed, PAGE.length))
                || !Arrays.equals(PAGE, inChunks(decompressor, compressed, PAGE.length))) {
            throw new IOException(codec + " gave another page");
        }
    }

    @SuppressWarnings("deprecation") // older parquet-java has no other way
    private static byte[] whole(BytesInputDecompressor decompressor, byte[] compressed, int size) throws IOException {
        return decompressor.decompress(BytesInput.from(compressed), size).toByteArray();
    }

    private static byte[] inChunks(BytesInputDecompressor decompressor, byte[] compressed, int size)
            throws IOException {
        ByteBuffer page = decompressor
                .decompress(BytesInput.from(compressed), size)
                .toByteBuffer(HeapByteBufferAllocator.getInstance(), buffer -> {});
        byte[] bytes = new byte[page.remaining()];
        page.get(bytes);
        return bytes;
    }

    private static String hex(byte[] bytes) {
        StringBuilder hex = new StringBuilder();
        for (byte value : bytes) {
            hex.append(String.format("%02x", value));
        }
        return hex.toString();
    }

    private static byte[] bytes(String hex) {
        byte[] bytes = new byte[hex.length() / 2];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        return bytes;
    }

    /** Damages a page in many ways, and returns the error or outcome of each. */
    private static String corrupt(CompressionCodecName codec, byte[] good) {
        BytesInputDecompressor decompressor = newFactory().getDecompressor(codec);
        StringBuilder errors = new StringBuilder();
        for (int i = 0; i < 80; i++) {
            byte[] damaged = i < 40 ? good.clone() : Arrays.copyOf(good, good.length * (i - 40) / 40);
            if (i < 40) {
                damaged[i < 20 ? i : good.length - 40 + i] ^= (byte) 0x55;
            }
            errors.append(error(() -> whole(decompressor, damaged, PAGE.length)));
            errors.append(error(() -> inChunks(decompressor, damaged, PAGE.length)));
        }
        errors.append(error(() -> whole(decompressor, good, PAGE.length - 1)));
        errors.append(error(() -> whole(decompressor, good, PAGE.length + 1)));
        return errors.toString();
    }

    private interface Reading {
        byte[] read() throws IOException;
    }

    private static String error(Reading reading) {
        try {
            return Arrays.hashCode(reading.read()) + "\n";
        } catch (IOException e) {
            return e + "\n";
        } catch (RuntimeException e) { // parquet-java's, with the stream's as its cause
            return e.getCause() + "\n";
        }
    }

    @SuppressWarnings("unchecked") // its declared type
    private static Map<String, CompressionCodec> map() throws ReflectiveOperationException {
        Field map = CodecFactory.class.getDeclaredField("CODEC_BY_NAME");
        map.setAccessible(true);
        return (Map<String, CompressionCodec>) map.get(null);
    }
}
