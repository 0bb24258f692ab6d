// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Stored blocks with our engines. PageExchangeTest and the interoperability suites show that other implementations read them too.
 */
class StoredFormTest {

    /** Sizes around the limits of every codec's blocks, lengths and steps. */
    private static final int[] SIZES = {
        32,
        255,
        256,
        269,
        270,
        271,
        272,
        273,
        274,
        275,
        528,
        4096,
        65_535,
        65_536,
        65_537,
        131_070,
        131_071,
        131_072,
        131_073,
        262_144,
        1 << 20,
        (1 << 24) - 1,
        1 << 24,
        (1 << 24) + 1
    };

    // Would catch: a length that is off by one at the end of a block, a missing marker, and a bound that is too
    // small.
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void everyEngineReadsABlockOfAnySize(CompressionCodecName codec) throws IOException {
        for (CodecEngine engine : Engines.of(codec)) {
            BlockDecompressor decompressor = engine.newDecompressor();
            for (int size : SIZES) {
                String context = codec + ", " + engine.name() + ": " + TestPages.RANDOM.describe(size);
                byte[] page = TestPages.RANDOM.ofSize(size);
                int bound = (int) StoredForm.size(codec, size);
                byte[] target = new byte[bound + 3];
                Arrays.fill(target, (byte) 0x55);
                int written = StoredForm.write(codec, page, 0, size, target, 3);
                assertTrue(written <= bound && written >= size, () -> context + ": " + written + " of " + bound);
                byte[] content = new byte[size];
                assertEquals(size, decompressor.decompress(target, 3, written, content, 0, size), context);
                assertArrayEquals(page, content, context);
            }
            decompressor.close();
        }
    }
}
