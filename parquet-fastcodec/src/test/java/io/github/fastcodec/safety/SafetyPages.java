// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/** Common code of the tests of docs/safety.md. */
final class SafetyPages {

    /** A page of text whose size needs more than one byte. */
    static final byte[] PAGE = TestPages.TEXT.ofSize(300);

    private SafetyPages() {}

    /** Returns an engine for the codec whose pages state nothing that could be checked beforehand. */
    static FakeEngine fake() {
        return new FakeEngine(CompressionCodecName.LZ4_RAW);
    }

    /** Returns a decompressor over an engine, without a configured limit. */
    static PageDecompressor decompressor(FakeEngine engine) {
        return new PageDecompressor(
                engine.codecs().iterator().next(), engine, ByteArrays.MAX_LENGTH, CorruptPageException::new);
    }

    /** Returns a decompressed page in a new array. */
    static byte[] decompressed(PageDecompressor decompressor, byte[] compressed, int size) throws IOException {
        return TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), size));
    }

    /** Asserts that a page is corrupt when it is read with the claimed size, and returns the error. */
    static CorruptPageException assertCorrupt(
            PageDecompressor decompressor, byte[] compressed, int claim, String what) {
        return assertThrows(
                CorruptPageException.class, () -> decompressor.decompress(BytesInput.from(compressed), claim), what);
    }

    /** Asserts that an exception names a size, in bytes. */
    static void assertSize(String which, long bytes, CorruptPageException thrown) {
        String text = which + " size " + bytes + " bytes,";
        assertTrue(thrown.damage().contains(text), () -> text + " in: " + thrown.damage());
    }

    /** Returns an array of the given numbers as bytes. */
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

    /** Returns a frame of Hadoop's block streams with the given blocks and uncompressed size. */
    static byte[] frame(int size, byte[]... blocks) {
        ByteBuffer frame = ByteBuffer.allocate(10_000).putInt(size);
        for (byte[] block : blocks) {
            frame.putInt(block.length).put(block);
        }
        return Arrays.copyOf(frame.array(), frame.position());
    }
}
