// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.assertSize;
import static io.github.fastcodec.safety.SafetyPages.decompressor;
import static io.github.fastcodec.safety.SafetyPages.fake;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.OurCodec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** "Empty page" in docs/safety.md: a page without bytes is empty if its claimed size is 0, and corrupt otherwise. */
class EmptyPageTest {

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: an engine that is called without any bytes and reports them as corrupt.
    @Test
    void emptyPage_zeroBytesForAZeroClaimNeedNoEngine() throws IOException {
        FakeEngine engine = fake();
        PageDecompressor decompressor = decompressor(engine);
        assertEquals(0, decompressor.decompress(BytesInput.empty(), 0).size());
        assertEquals(0, decompressor.decompress(BytesInput.from(new byte[0]), 0).size());
        decompressor.decompress(ByteBuffer.allocate(3), 0, ByteBuffer.allocateDirect(0), 0);
        assertEquals(0, engine.calls());
    }

    // Would catch: bytes that are not checked because the claimed size is 0.
    @ParameterizedTest
    @MethodSource("codecs")
    void emptyPage_bytesForAZeroClaimAreVerified(OurCodec codec) throws IOException {
        byte[] empty = codec.compress(new byte[0]);
        assertTrue(empty.length > 0, "other readers do not accept zero bytes as a page");
        assertEquals(0, codec.decompress(empty, 0).length);
        assertCorrupt(codec.decompressor(), codec.compress(new byte[1]), 0, "a page of one byte");
        assertCorrupt(codec.decompressor(), codec.compress(PAGE), 0, "a page");
        for (int length = 1; length < 20; length++) {
            byte[] garbage = new byte[length];
            Arrays.fill(garbage, (byte) 0x2a);
            assertCorrupt(codec.decompressor(), garbage, 0, length + " bytes of garbage");
        }
    }

    // Would catch: a page without bytes that is read as zeros.
    @ParameterizedTest
    @MethodSource("codecs")
    void emptyPage_zeroBytesForANonzeroClaimAreCorrupt(OurCodec codec) {
        for (int claim : new int[] {1, 300, 1 << 20}) {
            CorruptPageException thrown = assertCorrupt(codec.decompressor(), new byte[0], claim, "claim " + claim);
            assertSize("compressed", 0, thrown);
            ByteBuffer output = ByteBuffer.allocate(claim);
            assertThrows(
                    CorruptPageException.class,
                    () -> codec.decompressor().decompress(ByteBuffer.allocate(0), 0, output, claim));
            assertEquals(0, output.position());
        }
    }
}
