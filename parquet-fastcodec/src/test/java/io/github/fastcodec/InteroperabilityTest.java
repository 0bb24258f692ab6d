// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import io.github.fastcodec.support.OurCodec;
import io.github.fastcodec.support.PageCodec;
import io.github.fastcodec.support.ReferenceCodecs;
import io.github.fastcodec.support.TestPages;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pages of every encoder with every decoder: files stay ordinary Parquet, whichever implementation writes or reads them. */
@Tag("slow")
class InteroperabilityTest {

    /** The number of uncompressed bytes in one of Hadoop's LZ4 blocks, and below in one of its LZO blocks. */
    private static final int LZ4_BLOCK = 261_100;

    private static final int LZO_BLOCK = 245_693;

    private static final int[] SIZES = {
        0,
        1,
        100,
        70_000,
        LZO_BLOCK - 1,
        LZO_BLOCK,
        LZO_BLOCK + 1,
        LZ4_BLOCK - 1,
        LZ4_BLOCK,
        LZ4_BLOCK + 1,
        (1 << 20) + 1
    };

    // Would catch: a stream that others cannot read (Hadoop's decompressors hold at most 256 KiB of a block), a
    // foreign stream that we refuse (no content size, several members), and a level or flag that only our own
    // decoder accepts.
    @ParameterizedTest
    @EnumSource
    void everyDecoderReadsThePagesOfEveryEncoder(CompressionCodecName codec) throws Exception {
        List<PageCodec> implementations = new ArrayList<>(OurCodec.of(codec));
        implementations.addAll(ReferenceCodecs.of(codec));
        if (codec == CompressionCodecName.LZ4_RAW) {
            implementations.add(OurCodec.hc(12));
        }
        for (TestPages shape : TestPages.values()) {
            for (int size : SIZES) {
                byte[] page = shape.ofSize(size);
                for (PageCodec encoder : implementations) {
                    byte[] compressed = encoder.compress(page);
                    for (PageCodec decoder : implementations) {
                        if (isBeyond(decoder, codec, compressed)) {
                            continue;
                        }
                        String what = codec + " from " + encoder.name() + " to " + decoder.name() + ": "
                                + shape.describe(size);
                        assertArrayEquals(page, decoded(decoder, compressed, size, what), what);
                    }
                }
            }
        }
    }

    // Would catch: more skipped comparisons because a library is no longer on the class path.
    @Test
    void parquetJavaLacksOnlyLzoAndBrotli() {
        for (String parquetJava : List.of(ReferenceCodecs.PARQUET_HEAP, ReferenceCodecs.PARQUET_DIRECT)) {
            Set<CompressionCodecName> missing = EnumSet.noneOf(CompressionCodecName.class);
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                if (ReferenceCodecs.of(codec).stream().noneMatch(c -> c.name().equals(parquetJava))) {
                    missing.add(codec);
                }
            }
            assertEquals(EnumSet.of(CompressionCodecName.LZO, CompressionCodecName.BROTLI), missing, parquetJava);
        }
    }

    // Would catch: an exclusion from the test above that parquet-java no longer needs.
    @Test
    void directFactoryFailsOnLz4AndEmptyPages() throws Exception {
        byte[] page = TestPages.TEXT.ofSize(1_000);
        PageCodec lz4 = parquetJava(ReferenceCodecs.PARQUET_DIRECT, CompressionCodecName.LZ4);
        byte[] compressed = lz4.compress(page);
        assertThrows(Exception.class, () -> lz4.decompress(compressed, page.length));

        PageCodec heap = parquetJava(ReferenceCodecs.PARQUET_HEAP, CompressionCodecName.SNAPPY);
        PageCodec direct = parquetJava(ReferenceCodecs.PARQUET_DIRECT, CompressionCodecName.SNAPPY);
        byte[] empty = heap.compress(new byte[0]);
        assertEquals(0, empty.length);
        assertThrows(Exception.class, () -> direct.decompress(empty, 0));
    }

    /**
     * Returns whether a decoder is known not to support a page. parquet-java's direct factory lacks LZ4 framing. parquet-java
     * writes no bytes for an empty page, which page readers accept and libraries reject.
     */
    private static boolean isBeyond(PageCodec decoder, CompressionCodecName codec, byte[] compressed) {
        return decoder.name().equals(ReferenceCodecs.PARQUET_DIRECT) && codec == CompressionCodecName.LZ4
                || compressed.length == 0
                        && !(decoder instanceof OurCodec)
                        && !decoder.name().equals(ReferenceCodecs.PARQUET_HEAP);
    }

    private static PageCodec parquetJava(String name, CompressionCodecName codec) {
        return ReferenceCodecs.of(codec).stream()
                .filter(c -> c.name().equals(name))
                .findAny()
                .orElseThrow();
    }

    private static byte[] decoded(PageCodec decoder, byte[] compressed, int size, String what) {
        try {
            return decoder.decompress(compressed, size);
        } catch (Exception e) {
            return fail(what, e);
        }
    }
}
