// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.bytes;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.OurCodec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/** Behaviour 12 of docs/safety.md: known dangers of single libraries are avoided. */
class LibraryDangersTest {

    // Would catch: a cap that the library takes for "none", and what was pulled beyond the claim that is not looked at.
    @Test
    void safety12_aBrotliStreamIsReadNoFurtherThanItsClaim() {
        byte[] bomb =
                bytes(0x5b, 0xff, 0xff, 0x0f, 0x40, 0x02, 0x20, 0x1e, 0x0b, 0x24, 0xf7, 0xfe, 0x01); // 1 MiB of zeros
        for (OurCodec brotli : OurCodec.of(CompressionCodecName.BROTLI)) {
            for (int claim : new int[] {0, 1, 1_000, 100_000}) {
                String message = assertCorrupt(brotli.decompressor(), bomb, claim, brotli + ", claim " + claim)
                        .getMessage();
                assertTrue(
                        message.contains("exceeds the expected size") || message.contains("goes on after the expected"),
                        message);
            }
        }
    }

    // Would catch: a call of what trusts a page (LZ4's fast decompressor reads out of bounds where a block is corrupt,
    // CVE-2025-12183) or of helpers that look at memory without its bounds.
    @Test
    void safety12_noEngineCallsWhatItsLibraryTrustsAPageWith() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                String code = Files.readString(source).replaceAll("//.*|(?s)/\\*.*?\\*/", "");
                for (String call : new String[] {
                    "fastDecompressor(",
                    "fastestInstance(",
                    "decompressDirectByteBuffer(",
                    "DirectByteBufferSize(",
                    "DirectByteBufferFrameContentSize(",
                    "rawUncompress(",
                    "unsafeInstance("
                }) {
                    assertFalse(code.contains(call), () -> source + " calls " + call);
                }
            }
        }
    }
}
