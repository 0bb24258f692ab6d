// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Compresses and decompresses a page with the named codec, and returns the name of the engine that was used. */
public final class PageRoundTrip implements UnaryOperator<String> {

    private static final byte[] PAGE = Pages.text(100_000, 42);

    /** For {@link IsolatedLoader}. */
    public PageRoundTrip() {}

    @Override
    public String apply(String codecName) {
        CompressionCodecName codec = CompressionCodecName.valueOf(codecName);
        FastCodecFactory factory = new FastCodecFactory();
        try {
            byte[] compressed = Pages.compress(factory.getCompressor(codec), PAGE);
            BytesInput page = factory.getDecompressor(codec).decompress(BytesInput.from(compressed), PAGE.length);
            if (!Arrays.equals(PAGE, Pages.toArray(page))) {
                throw new IllegalStateException("another page came back");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return codec == CompressionCodecName.UNCOMPRESSED
                ? "none"
                : Engines.forCompression(codec).name();
    }
}
