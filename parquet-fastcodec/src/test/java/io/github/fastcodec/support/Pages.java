// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.FastCodecFactory;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Pages as arrays. */
public final class Pages {

    private Pages() {}

    /** Returns a page of text that every codec's levels compress differently. */
    public static byte[] text(int size, long seed) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append("word")
                    .append((int) Math.abs(random.nextGaussian() * 500))
                    .append(' ');
        }
        return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the content of an input in a new array. */
    public static byte[] toArray(BytesInput bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        bytes.writeAllTo(out);
        return out.toByteArray();
    }

    /** Returns a compressed page in a new array. */
    public static byte[] compress(BytesInputCompressor compressor, byte[] page) throws IOException {
        return toArray(compressor.compress(BytesInput.from(page)));
    }

    /** Has a page fail, which increments the failure counter. */
    public static void failToDecompress(CompressionCodecName codec) {
        BytesInput damaged = BytesInput.from(new byte[100]);
        assertThrows(
                IOException.class,
                () -> new FastCodecFactory().getDecompressor(codec).decompress(damaged, 1000));
    }
}
