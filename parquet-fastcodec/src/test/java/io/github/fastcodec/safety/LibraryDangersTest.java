// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.bytes;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.OurCodec;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** "Library dangers" in docs/safety.md: known dangers of individual libraries are avoided. */
class LibraryDangersTest {

    // Would catch: a cap that the library treats as "none", and output beyond the claim that is not checked.
    @Test
    void libraryDangers_readsABrotliStreamOnlyUpToItsClaim() {
        byte[] bomb =
                bytes(0x5b, 0xff, 0xff, 0x0f, 0x40, 0x02, 0x20, 0x1e, 0x0b, 0x24, 0xf7, 0xfe, 0x01); // 1 MiB of zeros
        for (OurCodec brotli : OurCodec.of(CompressionCodecName.BROTLI)) {
            for (int claim : new int[] {0, 1, 1_000, 100_000}) {
                String message = assertCorrupt(brotli.decompressor(), bomb, claim, brotli + ", claim " + claim)
                        .getMessage();
                assertTrue(message.contains("exceeds the expected size"), message);
            }
        }
    }
}
