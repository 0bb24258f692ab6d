// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;

/** A first idea of how fast an engine is here; the benchmarks measure. */
public final class Speeds {

    private static final long NANOS = 300_000_000;

    private final double compress;
    private final double decompress;

    private Speeds(double compress, double decompress) {
        this.compress = compress;
        this.decompress = decompress;
    }

    /**
     * Lets an engine compress and decompress one page, for about 0.3 seconds each.
     *
     * @param compressed the page, compressed for this engine
     * @throws IOException if the engine fails
     */
    static Speeds of(CodecEngine engine, byte[] page, byte[] compressed) throws IOException {
        double compress = 0;
        if (engine.canCompress()) {
            BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(1));
            try {
                byte[] target = new byte[Math.toIntExact(compressor.maxCompressedLength(page.length))];
                compress = megabytesPerSecond(
                        page.length, () -> compressor.compress(page, 0, page.length, target, 0, target.length));
            } finally {
                compressor.close();
            }
        }
        BlockDecompressor decompressor = engine.newDecompressor();
        try {
            byte[] target = new byte[page.length];
            return new Speeds(
                    compress,
                    megabytesPerSecond(
                            page.length,
                            () -> decompressor.decompress(compressed, 0, compressed.length, target, 0, target.length)));
        } finally {
            decompressor.close();
        }
    }

    /** Returns uncompressed megabytes compressed in a second; 0 if the engine only decompresses. */
    public double compress() {
        return compress;
    }

    /** Returns uncompressed megabytes decompressed in a second. */
    public double decompress() {
        return decompress;
    }

    private interface Call {
        int run() throws IOException;
    }

    /** Runs the call for a while to warm up, and for as long again to measure. */
    private static double megabytesPerSecond(int bytes, Call call) throws IOException {
        double speed = 0;
        for (int round = 0; round < 2; round++) {
            long start = System.nanoTime();
            long calls = 0;
            do {
                call.run();
                calls++;
            } while (System.nanoTime() - start < NANOS / 2);
            speed = calls * (double) bytes * 1e3 / (System.nanoTime() - start);
        }
        return speed;
    }
}
