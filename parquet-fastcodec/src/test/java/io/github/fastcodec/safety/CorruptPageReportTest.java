// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.assertSize;
import static io.github.fastcodec.safety.SafetyPages.joined;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.support.OurCodec;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** "Errors" in docs/safety.md: an error states codec, engine and sizes of a corrupt page, and no content. */
class CorruptPageReportTest {

    static Stream<OurCodec> codecs() {
        return OurCodec.all();
    }

    // Would catch: sizes in the wrong order, and page content (other people's data) in a log.
    @ParameterizedTest
    @MethodSource("codecs")
    void errors_reportNamesAndSizesButNoContent(OurCodec codec) throws IOException {
        String secret = "confidential-";
        byte[] page = secret.repeat(20).getBytes(StandardCharsets.US_ASCII);
        byte[] compressed = codec.compress(page);
        byte[] cut = Arrays.copyOf(compressed, compressed.length - 1);
        byte[] shifted = new byte[compressed.length];
        System.arraycopy(compressed, 0, shifted, 1, shifted.length - 1);
        byte[] plain = page.clone();
        for (byte[] damaged : new byte[][] {cut, shifted, plain, joined(compressed, plain)}) {
            CorruptPageException thrown = assertCorrupt(codec.decompressor(), damaged, page.length, "damaged");
            String damage = thrown.damage();
            assertTrue(damage.startsWith(codec.codec() + " page is corrupt: "), damage);
            assertSize("compressed", damaged.length, thrown);
            assertSize("expected uncompressed", page.length, thrown);
            assertTrue(damage.matches(".*, actual size (unknown|\\d+ bytes), engine .*"), damage);
            assertTrue(damage.endsWith(", engine " + codec.engine().name() + ")"), damage);
            assertTrue(thrown.getMessage().startsWith(damage + ". "), thrown.getMessage());
            for (Throwable t = thrown; t != null; t = t.getCause()) {
                String message = String.valueOf(t.getMessage());
                assertFalse(message.contains("confid") || message.matches(".*0x[0-9a-f]{6,}.*|.*\\[B@.*"), message);
            }
        }
    }
}
