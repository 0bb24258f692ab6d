// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import io.github.fastcodec.internal.memory.ByteArrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a Parquet codec that do not depend on the engine: its levels, its framing, the largest page, and the
 * largest size to which a page can decompress. Immutable; a lookup does not allocate memory.
 */
public final class CodecFacts {

    /**
     * The size, in bytes, of the buffers in which Hadoop's block decompressors hold a block, compressed or uncompressed.
     */
    private static final int HADOOP_BUFFER = 256 << 10;

    private static final int NOT_FRAMED = 0;

    /** LZ4_MAX_INPUT_SIZE of lz4.h, in bytes. */
    private static final int LZ4_MAX_INPUT = 0x7e000000;

    /** The facts of all codecs, indexed by the codec's ordinal. */
    private static final CodecFacts[] ALL = all();

    private final @Nullable Levels levels;
    private final int hadoopBlockSize;
    private final int unit;
    private final int unitHolds;
    private final int maxInput;

    private CodecFacts(@Nullable Levels levels, int hadoopBlockSize, int unit, int unitHolds) {
        this(levels, hadoopBlockSize, unit, unitHolds, ByteArrays.MAX_LENGTH);
    }

    private CodecFacts(@Nullable Levels levels, int hadoopBlockSize, int unit, int unitHolds, int maxInput) {
        this.levels = levels;
        this.hadoopBlockSize = hadoopBlockSize;
        this.unit = unit;
        this.unitHolds = unitHolds;
        this.maxInput = maxInput;
    }

    /** Returns the facts of a codec. Every call returns the same object. */
    public static CodecFacts of(CompressionCodecName codec) {
        return ALL[codec.ordinal()];
    }

    private static CodecFacts factsOf(CompressionCodecName codec) {
        switch (codec) {
            case UNCOMPRESSED:
                return new CodecFacts(null, NOT_FRAMED, 1, 1);
            case SNAPPY: // a copy of 64 bytes takes three bytes (Snappy's format_description.txt, section 2.2)
                return new CodecFacts(null, NOT_FRAMED, 1, 22);
            case GZIP: // two bits encode up to 258 bytes (RFC 1951, section 3.2.5)
                return new CodecFacts(Levels.GZIP, NOT_FRAMED, 1, 1032);
            case LZO: // each byte that extends a length adds at most 255 (LZO1X);
                // hadoop-lzo's LzoCodec reserves 1/16 of the buffer plus 67 bytes
                return new CodecFacts(null, HADOOP_BUFFER - (HADOOP_BUFFER / 16 + 67), 1, 255);
            case BROTLI: // a meta-block holds at most 16 MiB, and its header takes more than 3 bytes
                // (RFC 7932, section 9.2)
                return new CodecFacts(Levels.BROTLI, NOT_FRAMED, 4, 1 << 24);
            case LZ4: // expands like LZ4_RAW; Hadoop's Lz4Codec reserves 1/255 of the buffer plus 16 bytes
                return new CodecFacts(Levels.LZ4, HADOOP_BUFFER - (HADOOP_BUFFER / 255 + 16), 1, 255);
            case ZSTD: // a block holds at most 128 KiB and takes at least 4 bytes (RFC 8878, section 3.1.1.2)
                return new CodecFacts(Levels.ZSTD, NOT_FRAMED, 4, 128 << 10);
            case LZ4_RAW: // each byte that extends a length adds at most 255 (lz4_Block_format.md)
                return new CodecFacts(Levels.LZ4, NOT_FRAMED, 1, 255, LZ4_MAX_INPUT);
            default: // the codec is newer than this version, which has no engine for it
                return new CodecFacts(null, NOT_FRAMED, 1, Integer.MAX_VALUE);
        }
    }

    private static CodecFacts[] all() {
        CompressionCodecName[] codecs = CompressionCodecName.values();
        CodecFacts[] all = new CodecFacts[codecs.length];
        for (CompressionCodecName codec : codecs) {
            all[codec.ordinal()] = factsOf(codec);
        }
        return all;
    }

    /** Returns the codec's levels, or null if it has none. */
    public @Nullable Levels levels() {
        return levels;
    }

    /**
     * Returns the number of uncompressed bytes in a full block of Hadoop's framing, or 0 if the codec is not framed. As in
     * Hadoop's compressors, the rest of the buffer is reserved for the growth of a block that does not shrink.
     */
    public int hadoopBlockSize() {
        return hadoopBlockSize;
    }

    /** Returns the size, in bytes, of the largest page that can be compressed. */
    public int maxInput() {
        return maxInput;
    }

    /** Returns the largest size, in bytes, to which a page of {@code compressedSize} bytes can decompress. */
    public long maxUncompressedSize(int compressedSize) {
        return unit == 1 ? (long) compressedSize * unitHolds : ((long) compressedSize / unit + 1) * unitHolds;
    }

    /** The levels of a codec, and the configuration key of the level. Immutable. */
    public static final class Levels {

        /** The number that selects zlib's default, Z_DEFAULT_COMPRESSION of zlib.h. */
        private static final int ZLIB_DEFAULT = -1;

        /** The number that selects libzstd's default (ZSTD_c_compressionLevel in zstd.h). */
        private static final int ZSTD_DEFAULT = 0;

        /** libzstd's range: ZSTD_minCLevel() to ZSTD_maxCLevel() of zstd.h; the default is libzstd's and parquet-java's. */
        static final Levels ZSTD = new Levels(
                "parquet.compression.codec.zstd.level", -131072, 22, 3, ZSTD_DEFAULT, Collections.emptyMap());

        /**
         * zlib's levels and default (zlib.h), and libdeflate's levels 10 to 12. The key is Hadoop's, which also accepts
         * Hadoop's names for the levels.
         */
        static final Levels GZIP =
                new Levels("zlib.compress.level", ZLIB_DEFAULT, 12, 6, ZLIB_DEFAULT, hadoopsZlibNames());

        /** Brotli's qualities, BROTLI_MIN_QUALITY to BROTLI_MAX_QUALITY of encode.h; the default is parquet-java's. */
        static final Levels BROTLI = new Levels("compression.brotli.quality", 0, 11, 1, 1, Collections.emptyMap());

        /** The levels of LZ4_RAW and LZ4, as in Arrow: 1 and 2 are LZ4's fast compressor, the others are LZ4 HC's (lz4hc.h). */
        static final Levels LZ4 = new Levels("parquet.fastcodec.lz4.level", 1, 12, 1, 1, Collections.emptyMap());

        private final String key;
        private final int minimum;
        private final int maximum;
        private final int defaultLevel;

        /** The number that selects the default level: the default level itself if the codec has no special number. */
        private final int forDefault;

        private final Map<String, Integer> names;

        private Levels(
                String key, int minimum, int maximum, int defaultLevel, int forDefault, Map<String, Integer> names) {
            this.key = key;
            this.minimum = minimum;
            this.maximum = maximum;
            this.defaultLevel = defaultLevel;
            this.forDefault = forDefault;
            this.names = names;
        }

        /** Returns the names of Hadoop's ZlibCompressor.CompressionLevel, with their levels. */
        private static Map<String, Integer> hadoopsZlibNames() {
            Map<String, Integer> names = new LinkedHashMap<>();
            String[] fromZero = {
                "NO_COMPRESSION",
                "BEST_SPEED",
                "TWO",
                "THREE",
                "FOUR",
                "FIVE",
                "SIX",
                "SEVEN",
                "EIGHT",
                "BEST_COMPRESSION"
            };
            for (int level = 0; level < fromZero.length; level++) {
                names.put(fromZero[level], level);
            }
            names.put("DEFAULT_COMPRESSION", ZLIB_DEFAULT);
            return Collections.unmodifiableMap(names);
        }

        /** Returns the configuration key of the level. */
        public String key() {
            return key;
        }

        /** Returns the lowest level. */
        public int minimum() {
            return minimum;
        }

        /** Returns the highest level. */
        public int maximum() {
            return maximum;
        }

        /** Returns the level that is used if none is configured. */
        public int defaultLevel() {
            return defaultLevel;
        }

        /** Returns the named levels, keyed by name; the map is immutable, and empty if no level has a name. */
        public Map<String, Integer> names() {
            return names;
        }

        /**
         * Returns the level that {@code text}, a number or a name, selects ({@link #meant}); null if {@code text} is neither,
         * or if the number is out of range. The case of a name is ignored.
         */
        public @Nullable Integer read(String text) {
            Integer level = names.get(text.toUpperCase(Locale.ROOT));
            if (level == null) {
                try {
                    level = Integer.valueOf(text);
                } catch (NumberFormatException e) {
                    return null;
                }
            }
            if (level < minimum || level > maximum) {
                return null;
            }
            return meant(level);
        }

        /** Returns the level that a number selects: the number itself, unless it selects the default. */
        public int meant(int level) {
            return level == forDefault ? defaultLevel : level;
        }
    }
}
