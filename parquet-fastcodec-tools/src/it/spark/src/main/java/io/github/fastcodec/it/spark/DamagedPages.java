// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.FastCodecFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Damaged pages that must be refused, however old the libraries on the class path are. */
final class DamagedPages {

    private static final int SIZE = 20_000;

    private DamagedPages() {}

    /** Returns the failures: damaged pages that passed, and good pages that changed after damaged ones. */
    static List<String> findings() throws IOException {
        List<String> findings = new ArrayList<>();
        byte[] page = new byte[SIZE];
        new Random(7).nextBytes(page);
        Arrays.fill(page, 0, SIZE / 2, (byte) 'x');
        FastCodecFactory factory = new FastCodecFactory();
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            if (codec == CompressionCodecName.UNCOMPRESSED) {
                continue;
            }
            byte[] good = factory.getCompressor(codec)
                    .compress(BytesInput.from(page))
                    .toInputStream()
                    .readAllBytes();
            BytesInputDecompressor decompressor = factory.getDecompressor(codec);
            // The largest claim fits the heap, because the length of a BROTLI page, unlike others, does not
            // rule it out.
            for (int claim : new int[] {0, 1, SIZE - 1, SIZE + 1, 2 * SIZE, 64 << 20}) {
                findings.addAll(passes(decompressor, good, claim, codec + " claims " + claim));
            }
            for (int length : new int[] {1, 4, good.length / 2, good.length - 1}) {
                byte[] part = Arrays.copyOf(good, length);
                findings.addAll(passes(decompressor, part, SIZE, codec + " ends after " + length));
            }
            byte[] read = decompressor
                    .decompress(BytesInput.from(good), SIZE)
                    .toInputStream()
                    .readAllBytes();
            if (!Arrays.equals(page, read)) {
                findings.add(codec + ": a good page is another one after damaged ones");
            }
        }
        return findings;
    }

    private static List<String> passes(BytesInputDecompressor decompressor, byte[] bytes, int claim, String what)
            throws IOException {
        try {
            decompressor.decompress(BytesInput.from(bytes), claim);
            return List.of(what);
        } catch (CorruptPageException e) {
            return List.of();
        }
    }
}
