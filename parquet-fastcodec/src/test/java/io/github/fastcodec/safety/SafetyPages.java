// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** What the tests of docs/safety.md have in common. */
final class SafetyPages {

    /** A page of text whose size needs more than one byte. */
    static final byte[] PAGE = TestPages.TEXT.ofSize(300);

    private SafetyPages() {}

    /** Returns an engine for the codec about whose pages nothing is known beforehand. */
    static FakeEngine fake() {
        return new FakeEngine(CompressionCodecName.LZ4_RAW);
    }

    /** Returns a decompressor over an engine, without a limit of its own. */
    static PageDecompressor decompressor(FakeEngine engine) {
        return new PageDecompressor(
                engine.codecs().iterator().next(), engine, ByteArrays.MAX_LENGTH, CorruptPageException::new);
    }

    /** Returns a page, decompressed, as an array of its own. */
    static byte[] decompressed(PageDecompressor decompressor, byte[] compressed, int size) throws IOException {
        return TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), size));
    }

    /** Asserts that a page is corrupt where it is read for a claimed size, and returns the error. */
    static CorruptPageException assertCorrupt(
            PageDecompressor decompressor, byte[] compressed, int claim, String what) {
        return assertThrows(
                CorruptPageException.class, () -> decompressor.decompress(BytesInput.from(compressed), claim), what);
    }

    /** Returns an array of bytes that are given as numbers. */
    static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    /** Returns two arrays as one. */
    static byte[] joined(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    /** Returns a frame of Hadoop's block streams, with the blocks and the uncompressed size that are given. */
    static byte[] frame(int size, byte[]... blocks) {
        ByteBuffer frame = ByteBuffer.allocate(10_000).putInt(size);
        for (byte[] block : blocks) {
            frame.putInt(block.length).put(block);
        }
        return Arrays.copyOf(frame.array(), frame.position());
    }
}
