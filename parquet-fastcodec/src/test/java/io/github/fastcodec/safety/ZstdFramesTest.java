// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.bytes;
import static io.github.fastcodec.safety.SafetyPages.joined;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.ReferenceCodecs;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** "Exact size" in docs/safety.md for ZSTD: every legal sequence of frames is one page. */
class ZstdFramesTest {

    static Stream<OurCodec> zstd() {
        return OurCodec.of(CompressionCodecName.ZSTD).stream();
    }

    // Would catch: a parser that supports only the kind of frame that we write.
    @ParameterizedTest
    @MethodSource("zstd")
    void exactSize_readsZstdPagesOfSeveralFramesOrWithoutSizes(OurCodec zstd) throws IOException {
        byte[] twice = joined(PAGE, PAGE);
        byte[] stated = zstd.compress(PAGE);
        byte[] unstated = ReferenceCodecs.of(CompressionCodecName.ZSTD).stream()
                .filter(reference -> reference.name().equals("zstd-jni streams"))
                .findAny()
                .orElseThrow()
                .compress(PAGE);
        byte[] skippable = bytes(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3);
        assertFalse(Arrays.equals(stated, unstated));
        for (byte[] first : new byte[][] {stated, unstated}) {
            for (byte[] second : new byte[][] {stated, unstated}) {
                byte[] page = joined(skippable, joined(first, joined(skippable, joined(second, skippable))));
                assertArrayEquals(twice, zstd.decompress(joined(first, second), twice.length));
                assertArrayEquals(twice, zstd.decompress(page, twice.length));
                assertCorrupt(zstd.decompressor(), page, twice.length - 1, "one less");
                assertCorrupt(zstd.decompressor(), page, twice.length + 1, "one more");
                assertCorrupt(zstd.decompressor(), Arrays.copyOf(page, page.length - 1), twice.length, "cut");
            }
        }
        assertEquals(0, zstd.decompress(skippable, 0).length);
        for (int flag = 1; flag <= 3; flag++) { // the dictionary ID for "none", in each possible length
            byte[] header = joined(bytes(0x28, 0xb5, 0x2f, 0xfd, 0x20 | flag), new byte[flag == 3 ? 4 : flag]);
            byte[] rawBlock = bytes(3, 3 << 3 | 1, 0, 0, 'a', 'b', 'c'); // after the content size
            assertArrayEquals(bytes('a', 'b', 'c'), zstd.decompress(joined(header, rawBlock), 3), "flag " + flag);
        }
    }
}
