// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The size that a page states. Without it, the page would be decompressed twice. */
class LikelySizeTest {

    @ParameterizedTest
    @EnumSource(names = {"GZIP", "LZ4_RAW", "LZ4", "LZO"})
    void aPageOfAnyShapeTellsItsSize(CompressionCodecName codec) throws IOException {
        for (int size : new int[] {1, 18, 19, 100, 8_192, 300_001}) {
            for (TestPages shape : TestPages.values()) {
                byte[] compressed = TestPages.toArray(
                        new FastCodecFactory().getCompressor(codec).compress(BytesInput.from(shape.ofSize(size))));
                byte[] around = new byte[compressed.length + 9];
                Arrays.fill(around, (byte) 0xee);
                System.arraycopy(compressed, 0, around, 4, compressed.length);
                assertEquals(size, LikelySize.of(codec, around, 4, compressed.length), shape.describe(size));
            }
        }
    }

    @Test
    void bytesThatAreNoBlockTellNothing() {
        byte[][] cut = {{}, {(byte) 0xf0}, {0x20, 1}, {0x10, 1, 1}, {0x1f, 1, 1, 0}, {0x1f, 1, 1, 0, (byte) 0xff}};
        for (byte[] block : cut) {
            long size = LikelySize.of(CompressionCodecName.LZ4_RAW, block, 0, block.length);
            assertEquals(LikelySize.UNKNOWN, size, Arrays.toString(block));
        }
        assertTrue(LikelySize.of(CompressionCodecName.GZIP, new byte[3], 0, 3) == LikelySize.UNKNOWN);
    }

    // Would catch: a length whose many bytes of 255 overflow an int, and lead to a position before the page.
    @Test
    void aLengthBeyondAnIntIsNotBelieved() {
        byte[] page = new byte[9 << 20];
        Arrays.fill(page, (byte) 0xff);
        assertEquals(LikelySize.UNKNOWN, LikelySize.of(CompressionCodecName.LZ4_RAW, page, 0, page.length), "no end");
        page[page.length - 100] = 0;
        assertEquals(LikelySize.UNKNOWN, LikelySize.of(CompressionCodecName.LZ4_RAW, page, 0, page.length), "literals");
    }
}
