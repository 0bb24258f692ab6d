// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.doctor;

import io.github.fastcodec.engine.Availability;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** The Doctor's findings about one engine for one codec in this JVM. */
public final class EngineReport {

    private static final long ROUND_NANOS = 150_000_000;

    private final CompressionCodecName codec;
    private final CodecEngine engine;
    private final String chosen;
    private final Availability availability;
    private final Set<String> nativeFiles;

    /**
     * Tests the engine, unless it was tested before, and records which native libraries it loads.
     *
     * @param chosen the name of the engine that is configured for the codec, or {@value Engines#AUTO}
     */
    public EngineReport(CompressionCodecName codec, CodecEngine engine, String chosen) {
        this.codec = codec;
        this.engine = engine;
        this.chosen = chosen;
        Set<String> before = NativeFiles.mapped();
        this.availability = Engines.availability(engine, codec);
        this.nativeFiles = new TreeSet<>(NativeFiles.mapped());
        this.nativeFiles.removeAll(before);
    }

    public boolean works() {
        return availability.isAvailable();
    }

    /** Returns the report as names and values, for {@link Report}. */
    public Map<String, Object> entry() {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("codec", codec.name());
        entry.put("engine", engine.name());
        entry.put("state", state());
        entry.put("version", works() ? engine.libraryVersion() : "");
        entry.put("native", new ArrayList<Object>(nativeFiles));
        availability.cause().ifPresent(cause -> {
            entry.put("why", cause.toString());
            entry.put("fix", availability.howToFix());
        });
        return entry;
    }

    /**
     * Returns the engine's state: used for both writing and reading, used for only one of them, working but not used, or
     * missing.
     */
    private String state() {
        if (!works()) {
            return "missing";
        }
        if (!chosen.equals(Engines.AUTO) && !chosen.equals(engine.name())) {
            return "works";
        }
        boolean reads = Engines.forDecompression(codec, chosen) == engine;
        boolean writes = engine.canCompress() && Engines.forCompression(codec, chosen) == engine;
        return reads && writes ? "used" : reads ? "reads" : writes ? "writes" : "works";
    }

    /**
     * Adds a rough estimate of the engine's speed to the report, measured with one page on one thread. For exact figures,
     * run the benchmarks.
     */
    public void addSpeeds(byte[] page, Map<String, Object> entry) throws IOException {
        CodecEngine writer = engine.canCompress() ? engine : Engines.forCompression(codec);
        try (BlockCompressor compressor = writer.newCompressor(CompressionSettings.ofLevel(1));
                BlockDecompressor decompressor = engine.newDecompressor()) {
            byte[] target = new byte[Math.toIntExact(compressor.maxCompressedLength(page.length))];
            Call compress = () -> compressor.compress(page, 0, page.length, target, 0, target.length);
            byte[] compressed = Arrays.copyOf(target, compress.run());
            byte[] back = new byte[page.length];
            Call decompress = () -> decompressor.decompress(compressed, 0, compressed.length, back, 0, back.length);
            long compressing = engine.canCompress() ? megabytesPerSecond(page.length, compress) : 0;
            long decompressing = megabytesPerSecond(page.length, decompress);
            entry.put("compress MB/s", compressing);
            entry.put("decompress MB/s", decompressing);
        }
    }

    private interface Call {
        int run() throws IOException;
    }

    /**
     * Measures the speed of a call, after a warm-up of the same length. The result is rounded up, because 0 in the report
     * means that the engine does not support the operation.
     */
    private static long megabytesPerSecond(int bytes, Call call) throws IOException {
        double speed = 0;
        for (int round = 0; round < 2; round++) {
            long start = System.nanoTime();
            long calls = 0;
            do {
                call.run();
                calls++;
            } while (System.nanoTime() - start < ROUND_NANOS);
            speed = calls * (double) bytes * 1e3 / (System.nanoTime() - start);
        }
        return (long) Math.ceil(speed);
    }
}
