// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodecFactsTest {

    // Would catch: a bound that refuses pages with their codec's best compression ratio.
    @ParameterizedTest
    @EnumSource
    void pagesOfZerosStayWithinTheirCodecsBound(CompressionCodecName codec) throws IOException {
        for (int size = 1; size <= 16 << 20; size *= 16) {
            BytesInput compressed =
                    new FastCodecFactory().getCompressor(codec).compress(BytesInput.from(new byte[size]));
            long bound = CodecFacts.of(codec).maxUncompressedSize((int) compressed.size());
            assertTrue(size <= bound, size + " bytes in " + compressed.size() + ", bound " + bound);
        }
    }

    // Would catch: a bound so wide that a claim of gigabytes is accepted, and an overflow.
    @ParameterizedTest
    @CsvSource({
        "UNCOMPRESSED, 1, 1",
        "SNAPPY, 100, 2200",
        "GZIP, 100, 103200",
        "LZO, 100, 25500",
        "BROTLI, 100, 436207616",
        "LZ4, 100, 25500",
        "ZSTD, 100, 3407872",
        "LZ4_RAW, 100, 25500",
        "GZIP, 2147483647, 2216203123704",
        "BROTLI, 2147483647, 9007199254740992",
    })
    void boundsAreThoseOfTheFormats(CompressionCodecName codec, int compressed, long uncompressed) {
        assertEquals(uncompressed, CodecFacts.of(codec).maxUncompressedSize(compressed));
    }

    /**
     * Lz4Codec and LzoCodec compute these sizes from io.compression.codec.lz4.buffersize and its LZO equivalent, both 256 KiB.
     */
    @ParameterizedTest
    @CsvSource({"LZ4, 261100", "LZO, 245693", "SNAPPY, 0", "LZ4_RAW, 0", "ZSTD, 0"})
    void blocksOfHadoopsFramingFitIntoItsBuffers(CompressionCodecName codec, int blockSize) {
        assertEquals(blockSize, CodecFacts.of(codec).hadoopBlockSize());
    }

    @ParameterizedTest
    @EnumSource
    void factsOfACodecAreCached(CompressionCodecName codec) {
        assertSame(CodecFacts.of(codec), CodecFacts.of(codec));
    }

    /** Would catch: an engine that receives the number for the default and treats it as a level. */
    @ParameterizedTest
    @CsvSource({
        "GZIP, -1, 6",
        "GZIP, DEFAULT_COMPRESSION, 6",
        "GZIP, 0, 0",
        "ZSTD, 0, 3",
        "ZSTD, -1, -1",
        "BROTLI, 0, 0",
        "LZ4_RAW, 1, 1",
        "LZ4, 12, 12"
    })
    void readsTheNumberForTheDefaultAsTheDefault(CompressionCodecName codec, String text, int level) {
        assertEquals(level, CodecFacts.of(codec).levels().read(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "13", "-2", "BEST", "1.5", "99999999999"})
    void ignoresTextThatIsNotALevel(String text) {
        assertNull(CodecFacts.of(CompressionCodecName.GZIP).levels().read(text));
    }
}
