// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.BrotliInputStream;
import com.aayushatharva.brotli4j.encoder.BrotliOutputStream;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import io.airlift.compress.Compressor;
import io.airlift.compress.Decompressor;
import io.airlift.compress.hadoop.HadoopStreams;
import io.airlift.compress.lz4.Lz4Compressor;
import io.airlift.compress.lz4.Lz4Decompressor;
import io.airlift.compress.lz4.Lz4HadoopStreams;
import io.airlift.compress.lzo.LzoHadoopStreams;
import io.airlift.compress.snappy.SnappyCompressor;
import io.airlift.compress.snappy.SnappyDecompressor;
import io.airlift.compress.zstd.ZstdCompressor;
import io.airlift.compress.zstd.ZstdDecompressor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Third-party implementations, called as their own users call them. Not thread-safe. */
public final class ReferenceCodecs {

    public static final String PARQUET_HEAP = "parquet-java heap";
    public static final String PARQUET_DIRECT = "parquet-java direct";

    private static final CodecFactory HEAP = new CodecFactory(new Configuration(), 1 << 16);
    private static final CodecFactory DIRECT = CodecFactory.createDirectCodecFactory(
            new Configuration(), DirectByteBufferAllocator.getInstance(), 1 << 16);

    private ReferenceCodecs() {}

    /** Returns all implementations of a codec that are not ours. */
    public static List<PageCodec> of(CompressionCodecName codec) {
        List<PageCodec> all = new ArrayList<>();
        parquetJava(PARQUET_HEAP, HEAP, codec).ifPresent(all::add);
        parquetJava(PARQUET_DIRECT, DIRECT, codec).ifPresent(all::add);
        switch (codec) {
            case SNAPPY:
                all.add(new Calls(
                        "snappy-java", Snappy::compress, (compressed, size) -> Snappy.uncompress(compressed)));
                all.add(blocks("aircompressor", new SnappyCompressor(), new SnappyDecompressor()));
                break;
            case GZIP:
                all.add(streams("JDK streams", GZIPOutputStream::new, GZIPInputStream::new));
                break;
            case ZSTD:
                all.add(streams("zstd-jni streams", ZstdOutputStream::new, ZstdInputStream::new));
                all.add(blocks("aircompressor", new ZstdCompressor(), new ZstdDecompressor()));
                break;
            case LZ4_RAW:
                all.add(rawLz4());
                all.add(blocks("aircompressor", new Lz4Compressor(), new Lz4Decompressor()));
                break;
            case LZ4:
                all.add(hadoop(new Lz4HadoopStreams()));
                break;
            case LZO:
                all.add(hadoop(new LzoHadoopStreams()));
                break;
            case BROTLI:
                Brotli4jLoader.ensureAvailability();
                all.add(streams(
                        "brotli4j streams",
                        out -> new BrotliOutputStream(out, Encoder.Parameters.create(5)),
                        BrotliInputStream::new));
                break;
            default:
                break;
        }
        return all;
    }

    /** Returns lz4-java, which writes and reads one raw block. */
    public static PageCodec rawLz4() {
        LZ4Factory lz4 = LZ4Factory.fastestInstance();
        return new Calls("lz4-java", lz4.fastCompressor()::compress, lz4.safeDecompressor()::decompress);
    }

    private static Optional<PageCodec> parquetJava(String name, CodecFactory factory, CompressionCodecName codec) {
        try {
            BytesInputCompressor compressor = factory.getCompressor(codec);
            BytesInputDecompressor decompressor = factory.getDecompressor(codec);
            return Optional.of(new Calls(
                    name,
                    page -> TestPages.toArray(compressor.compress(BytesInput.from(page))),
                    (compressed, size) ->
                            TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), size))));
        } catch (BadConfigurationException e) {
            return Optional.empty(); // InteroperabilityTest asserts which codecs these are
        }
    }

    private static PageCodec hadoop(HadoopStreams streams) {
        return streams("aircompressor's Hadoop streams", streams::createOutputStream, streams::createInputStream);
    }

    private static PageCodec streams(String name, Wrapping<OutputStream> output, Wrapping<InputStream> input) {
        return new Calls(
                name,
                page -> {
                    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
                    try (OutputStream out = output.around(compressed)) {
                        out.write(page);
                    }
                    return compressed.toByteArray();
                },
                (compressed, size) -> {
                    try (InputStream in = input.around(new ByteArrayInputStream(compressed))) {
                        return in.readNBytes(size + 1); // one more, to detect a longer page
                    }
                });
    }

    private static PageCodec blocks(String name, Compressor compressor, Decompressor decompressor) {
        return new Calls(
                name,
                page -> {
                    byte[] compressed = new byte[compressor.maxCompressedLength(page.length)];
                    int written = compressor.compress(page, 0, page.length, compressed, 0, compressed.length);
                    return Arrays.copyOf(compressed, written);
                },
                (compressed, size) -> {
                    byte[] page = new byte[size];
                    int produced = decompressor.decompress(compressed, 0, compressed.length, page, 0, size);
                    return Arrays.copyOf(page, produced);
                });
    }

    private interface Wrapping<S> {
        S around(S inner) throws IOException;
    }

    private interface Encode {
        byte[] of(byte[] page) throws IOException;
    }

    private interface Decode {
        byte[] of(byte[] compressed, int size) throws IOException;
    }

    private record Calls(String name, Encode encode, Decode decode) implements PageCodec {
        @Override
        public byte[] compress(byte[] page) throws IOException {
            return encode.of(page);
        }

        @Override
        public byte[] decompress(byte[] compressed, int size) throws IOException {
            return decode.of(compressed, size);
        }
    }
}
