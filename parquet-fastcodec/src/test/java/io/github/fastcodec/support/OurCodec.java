// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageCompressor;
import io.github.fastcodec.internal.page.PageDecompressor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * This project's page path over one engine. If the engine only decompresses, the best other engine compresses.
 *
 * @param level the level, or null for the codec's default
 */
public record OurCodec(CompressionCodecName codec, CodecEngine engine, Integer level) implements PageCodec {

    public OurCodec(CompressionCodecName codec, CodecEngine engine) {
        this(codec, engine, null);
    }

    /**
     * Returns every codec of the enum with every engine that works for it, and LZ4_RAW with its HC compressor, which is a
     * context of its own. EnginesTest checks that all engines work.
     */
    public static Stream<OurCodec> all() {
        return Stream.concat(
                Arrays.stream(CompressionCodecName.values()).flatMap(codec -> of(codec).stream()), Stream.of(hc(9)));
    }

    /** Returns LZ4_RAW with a level of LZ4's HC compressor. */
    public static OurCodec hc(int level) {
        return new OurCodec(
                CompressionCodecName.LZ4_RAW, Engines.forDecompression(CompressionCodecName.LZ4_RAW), level);
    }

    /** Returns a codec with every engine that works for it. */
    public static List<OurCodec> of(CompressionCodecName codec) {
        return Engines.of(codec).stream()
                .filter(engine -> Engines.availability(engine, codec).isAvailable())
                .map(engine -> new OurCodec(codec, engine))
                .collect(Collectors.toList());
    }

    /** Returns the codec with the engine that the factory gives for decompression. */
    public static OurCodec best(CompressionCodecName codec) {
        return new OurCodec(codec, Engines.forDecompression(codec));
    }

    /** Returns the factory's compressor for a configuration that names the engine. */
    public PageCompressor compressor() {
        String key = "parquet.fastcodec.engine." + codec.name().toLowerCase(Locale.ROOT);
        FastCodecOptions options =
                FastCodecOptions.from(Map.of(key, compressing().name())::get);
        FastCodecFactory factory = new FastCodecFactory(options);
        return (PageCompressor) (level == null ? factory.getCompressor(codec) : factory.getCompressor(codec, level));
    }

    public PageCompressor compressor(int level) {
        return new PageCompressor(codec, compressing(), CompressionSettings.ofLevel(level), false);
    }

    private CodecEngine compressing() {
        return engine.canCompress() ? engine : Engines.forCompression(codec);
    }

    public PageDecompressor decompressor() {
        return new PageDecompressor(codec, engine, ByteArrays.MAX_LENGTH, CorruptPageException::new);
    }

    /** Returns whether the codec's blocks are in Hadoop's framing. */
    public boolean isFramed() {
        return codec == CompressionCodecName.LZ4 || codec == CompressionCodecName.LZO;
    }

    /**
     * Returns whether the engine accepts a match with offset 0, which no encoder writes, and copies whatever it wrote there ahead
     * of itself. aircompressor before 0.28, which old Spark versions include, does so.
     */
    public boolean takesZeroOffsets() {
        return codec != CompressionCodecName.ZSTD
                && engine.name().equals("aircompressor")
                && engine.libraryVersion().equals("0.27");
    }

    @Override
    public String name() {
        return "fastcodec/" + engine.name();
    }

    @Override
    public byte[] compress(byte[] page) throws IOException {
        return TestPages.toArray(compressor().compress(BytesInput.from(page)));
    }

    @Override
    public byte[] decompress(byte[] compressed, int size) throws IOException {
        return TestPages.toArray(decompressor().decompress(BytesInput.from(compressed), size));
    }

    @Override
    public String toString() {
        return codec + " on " + engine.name() + (level == null ? "" : " at level " + level);
    }
}
