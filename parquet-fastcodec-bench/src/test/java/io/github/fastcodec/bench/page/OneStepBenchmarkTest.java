// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import com.github.luben.zstd.ZstdInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contenders compress the same bytes. */
class OneStepBenchmarkTest {

    @ParameterizedTest
    @ValueSource(strings = {"streaming", "one-step", "fastcodec", "fastcodec:each"})
    void compressesTheWholeContent(String contender) throws Exception {
        for (String codec : List.of("ZSTD:3", "GZIP:6")) {
            for (OneStepBenchmark.Content content : List.of(
                    new OneStepBenchmark.Page(TpchPages.Shape.PLAIN_TEXT.page(100)),
                    new OneStepBenchmark.Page(TpchPages.Shape.PLAIN_TEXT.page(65536)),
                    OneStepBenchmark.statuses(5))) {
                ByteArrayOutputStream written = new ByteArrayOutputStream();
                content.writeTo(written);
                InputStream compressed = OneStepBenchmark.compression(contender, CodecParam.parse(codec), content)
                        .call()
                        .toInputStream();
                try (InputStream stream =
                        codec.startsWith("ZSTD") ? new ZstdInputStream(compressed) : new GZIPInputStream(compressed)) {
                    assertArrayEquals(written.toByteArray(), stream.readAllBytes(), codec + " " + content);
                }
            }
        }
    }
}
