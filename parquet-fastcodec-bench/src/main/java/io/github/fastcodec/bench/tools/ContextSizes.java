// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import com.github.freva.asciitable.AsciiTable;
import io.github.fastcodec.bench.page.TpchPages.Shape;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;

/** What a context holds after a page by the C library's count and by its own, which bounds the pool. */
@Command(
        name = "context-sizes",
        header = "What a context of each engine holds outside the heap.",
        description = "Prints the C library's own count of the memory that a context takes for pages of 8 KiB to 4 MiB,"
                + " and what the pool counts for it, which should be no less. Needs glibc 2.33 or newer.",
        footer = "  java -jar benchmarks.jar context-sizes")
// the compiler is the one that takes little memory itself
@Jvm.Options({"-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"})
public final class ContextSizes extends Tool {

    private static final String[] HEADERS = {
        "context", "engine", "level", "8 KiB", "says", "64 KiB", "says", "1 MiB", "says", "4 MiB", "says"
    };

    private static final List<byte[]> PAGES = List.of(
            Shape.PLAIN_TEXT.page(8 << 10),
            Shape.PLAIN_TEXT.page(64 << 10),
            Shape.PLAIN_TEXT.page(1 << 20),
            Shape.PLAIN_TEXT.page(4 << 20));

    /** So many live at a time, and of some rounds the median counts: the JVM's own memory goes up and down as well. */
    private static final int CONTEXTS = 4;

    private static final int ROUNDS = 5;

    /** What the C library adds, in bytes, to round blocks up to pages of memory. */
    private static final int ROUNDING = 4 << 10;

    /** A context after its page, and what it says that it holds, in bytes. */
    private record Used(AutoCloseable context, long footprint) {}

    /** Makes a context and gives it its page. */
    private interface Use {
        Used use() throws IOException;
    }

    @Override
    public Integer call() throws Exception {
        List<String[]> rows = new ArrayList<>();
        for (LoadedEngine loaded : LoadedEngine.all()) {
            CompressionCodecName codec = loaded.codec();
            CodecEngine engine = loaded.engine();
            if (engine.canCompress()) {
                for (int level : levels(codec)) {
                    List<Use> uses = new ArrayList<>();
                    for (byte[] page : PAGES) {
                        uses.add(compressing(engine, level, page));
                    }
                    rows.add(row("compress " + codec, engine, level == 0 ? "" : Integer.toString(level), uses));
                }
            }
            List<Use> uses = new ArrayList<>();
            for (byte[] page : PAGES) {
                uses.add(decompressing(engine, page, compressed(codec, page)));
            }
            rows.add(row("decompress " + codec, engine, "", uses));
        }
        System.out.println(AsciiTable.getTable(HEADERS, rows.toArray(new String[0][])));
        System.out.println(
                "KiB outside the heap that a context holds after a page of that size, the mean of " + CONTEXTS
                        + " contexts, and what\nit says that it holds in all; an exclamation mark where it says too little."
                        + " Text pages, Java " + Runtime.version() + ".");
        return 0;
    }

    private static int[] levels(CompressionCodecName codec) {
        return switch (codec) {
            case ZSTD -> new int[] {1, 3, 4, 6, 9, 12, 13, 19};
            case GZIP -> new int[] {1, 6};
            case BROTLI -> new int[] {1, 5};
            default -> new int[] {0};
        };
    }

    private static Use compressing(CodecEngine engine, int level, byte[] page) {
        CompressionSettings settings = CompressionSettings.ofLevel(level);
        BlockCompressor asked = engine.newCompressor(settings);
        byte[] target = new byte[(int) asked.maxCompressedLength(page.length)];
        asked.close();
        return () -> {
            BlockCompressor compressor = engine.newCompressor(settings);
            compressor.compress(page, 0, page.length, target, 0, target.length);
            return new Used(compressor, compressor.footprint());
        };
    }

    private static Use decompressing(CodecEngine engine, byte[] page, byte[] compressed) {
        byte[] target = new byte[page.length];
        return () -> {
            BlockDecompressor decompressor = engine.newDecompressor();
            decompressor.decompress(compressed, 0, compressed.length, target, 0, target.length);
            return new Used(decompressor, decompressor.footprint());
        };
    }

    private static byte[] compressed(CompressionCodecName codec, byte[] page) throws IOException {
        BlockCompressor compressor =
                Engines.forCompression(codec).newCompressor(CompressionSettings.ofLevel(levels(codec)[0]));
        try {
            byte[] target = new byte[(int) compressor.maxCompressedLength(page.length)];
            return Arrays.copyOf(target, compressor.compress(page, 0, page.length, target, 0, target.length));
        } finally {
            compressor.close();
        }
    }

    private static String[] row(String what, CodecEngine engine, String level, List<Use> uses) throws Exception {
        List<String> row = new ArrayList<>(List.of(what, engine.name(), level));
        for (Use use : uses) {
            long[] grown = new long[ROUNDS];
            long footprint = 0;
            for (int round = 0; round < ROUNDS; round++) {
                // buffers outside the heap go with the objects that stand for them
                System.gc();
                Thread.sleep(20);
                long before = ProcessMemory.allocated();
                List<Used> contexts = new ArrayList<>();
                for (int i = 0; i < CONTEXTS; i++) {
                    contexts.add(use.use());
                }
                grown[round] = (ProcessMemory.allocated() - before) / CONTEXTS;
                for (Used used : contexts) {
                    footprint = used.footprint;
                    used.context.close();
                }
            }
            Arrays.sort(grown);
            long median = grown[ROUNDS / 2];
            row.add(kib(median) + (median > footprint + ROUNDING ? " !" : ""));
            row.add(kib(footprint));
        }
        return row.toArray(new String[0]);
    }

    private static String kib(long bytes) {
        return String.format("%,d", (bytes + 512) >> 10);
    }
}
