// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** "Release" in docs/safety.md: a factory works after its release. */
class ReleasedFactoryTest {

    // Would catch: a reader that closes first and releases the codecs of all others.
    @ParameterizedTest
    @EnumSource
    void release_factoryAndItsInstancesWorkAfterwards(CompressionCodecName codec) throws IOException {
        FastCodecFactory factory = new FastCodecFactory();
        BytesInputCompressor compressor = factory.getCompressor(codec);
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        for (int i = 0; i < 3; i++) {
            factory.release();
            byte[] compressed = TestPages.toArray(compressor.compress(BytesInput.from(PAGE)));
            assertArrayEquals(
                    PAGE, TestPages.toArray(decompressor.decompress(BytesInput.from(compressed), PAGE.length)));
            BytesInputDecompressor another = factory.getDecompressor(codec);
            assertArrayEquals(PAGE, TestPages.toArray(another.decompress(BytesInput.from(compressed), PAGE.length)));
            another.release();
            factory.getCompressor(codec).release();
        }
    }
}
