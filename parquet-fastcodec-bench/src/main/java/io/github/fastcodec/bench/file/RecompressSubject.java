// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import io.github.fastcodec.bench.page.CodecParam;
import io.github.fastcodec.bench.turns.Contender;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.internal.storage.LocalInput;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import io.github.fastcodec.recompress.Recompressor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.rewrite.ParquetRewriter;
import org.apache.parquet.hadoop.rewrite.RewriteOptions;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;

/** One contender that recompresses a file. */
public final class RecompressSubject implements Subject {

    /**
     * Our contenders. Each uses two threads unless its name states a number, and verifies the new file unless its name says
     * "unverified".
     */
    public static final String OURS = "fastcodec+fastcodec:unverified+fastcodec:1-thread+fastcodec:1-thread-unverified";

    private static final String ENGINE = "engine";
    private static final String ENGINE_BETWEEN_FILES = "engine:between-files";

    /** The contenders that are upper bounds of the speed: {@link EngineAlone} and {@link EngineWithFiles}. */
    public static final String LIMITS = ENGINE + "+" + ENGINE_BETWEEN_FILES;

    /** A conversion from one codec to another. A parameter has the form {@code GZIP-ZSTD} or {@code ZSTD-ZSTD:9}. */
    record Conversion(CodecParam source, CodecParam target) {

        static Conversion parse(String parameter) {
            String[] codecs = parameter.split("-", 2);
            return new Conversion(CodecParam.parse(codecs[0]), CodecParam.parse(codecs[1]));
        }
    }

    /** Writes the file that all contenders read, with parquet-java and default settings except the codec. */
    static void writeSource(Path path, Conversion conversion, int rows) throws IOException {
        Iterator<Object[]> items = Lineitem.rows(0.1);
        try (ParquetWriter<Object[]> writer = RowWriter.builder(new LocalOutputFile(path), Lineitem.SCHEMA)
                .withConf(new PlainParquetConfiguration())
                .withCompressionCodec(conversion.source.codec())
                .build()) {
            for (int row = 0; row < rows; row++) {
                writer.write(items.next());
            }
        }
    }

    @Override
    public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared)
            throws Exception {
        Path source = (Path) shared;
        Conversion conversion = Conversion.parse(params.get("conversion"));
        Path target = source.resolveSibling(
                contender.replace(Contender.VARIANT, "-") + "-" + System.identityHashCode(this) + ".parquet");
        Converter converter = converter(contender, source, target, conversion);
        converter.convert();
        long size = Files.exists(target) ? Files.size(target) : 0;
        Files.deleteIfExists(target);
        return Map.of("recompress/", new Operation() {
            @Override
            public void run(int times) throws IOException {
                converter.convert(); // once, because all turns are single shots
            }

            @Override
            public void cleanUp() throws IOException {
                Files.deleteIfExists(target);
            }

            @Override
            public long bytes() {
                return size;
            }
        });
    }

    /** Converts a file; one call is one turn. */
    @FunctionalInterface
    interface Converter {
        void convert() throws IOException;
    }

    /** Returns a contender's converter from a source to a target that does not exist yet. */
    static Converter converter(String contender, Path source, Path target, Conversion conversion) throws IOException {
        return switch (contender) {
            case "parquet-java" -> () -> rewrite(source, target, conversion);
            case ENGINE -> new EngineAlone(source, conversion);
            case ENGINE_BETWEEN_FILES -> new EngineWithFiles(source, target, conversion);
            default -> ours(contender, source, target, conversion);
        };
    }

    private static void rewrite(Path source, Path target, Conversion conversion) throws IOException {
        RewriteOptions options = new RewriteOptions.Builder(
                        new PlainParquetConfiguration(), new LocalInputFile(source), new LocalOutputFile(target))
                .transform(conversion.target.codec())
                .build();
        try (ParquetRewriter rewriter = new ParquetRewriter(options)) {
            rewriter.processBlocks();
        }
    }

    private static Converter ours(String contender, Path source, Path target, Conversion conversion) {
        CodecParam to = conversion.target;
        Plan plan = to.level() == null ? Plan.to(to.codec()) : Plan.to(to.codec(), to.level());
        Recompressor recompressor = Recompressor.of(RecompressOptions.of(plan)
                .withThreads(contender.contains("1-thread") ? 1 : 2)
                .withVerify(!contender.endsWith("unverified")));
        return () -> recompressor.recompress(source, target);
    }

    /** The upper bound without files: only the engines' calls for each page, in one thread, in memory that is allocated and warm. */
    private static final class EngineAlone implements Converter {

        private final List<FilePages.Page> pages;
        private final BlockDecompressor decompressor;
        private final BlockCompressor compressor;
        private final byte[] plain;
        private final byte[] compressed;

        private EngineAlone(Path source, Conversion conversion) throws IOException {
            decompressor = Engines.forDecompression(conversion.source.codec()).newDecompressor();
            Integer level = conversion.target.level();
            compressor = Engines.forCompression(conversion.target.codec())
                    .newCompressor(CompressionSettings.ofLevel(level == null ? 0 : level));
            pages = FilePages.read(source);
            plain = FilePages.largest(pages);
            compressed = new byte[Math.toIntExact(compressor.maxCompressedLength(plain.length))];
        }

        @Override
        public void convert() throws IOException {
            for (FilePages.Page page : pages) {
                convert(page, page.bytes());
            }
        }

        /** Recompresses a page into {@link #compressed} and returns its new size, in bytes. */
        private int convert(FilePages.Page page, byte[] bytes) throws IOException {
            int size = page.uncompressedSize();
            decompressor.decompress(bytes, 0, page.bytes().length, plain, 0, size);
            return compressor.compress(plain, 0, size, compressed, 0, compressed.length);
        }
    }

    /**
     * The upper bound for recompressing a file: the engines' calls, and for each page a read from the source, a write to the new
     * file and a checksum of both. At the end the new file is synced to the disk. Headers, indexes and the footer are omitted.
     */
    private static final class EngineWithFiles implements Converter {

        private final EngineAlone calls;
        private final Path source;
        private final Path target;
        private final byte[] read;

        private EngineWithFiles(Path source, Path target, Conversion conversion) throws IOException {
            this.calls = new EngineAlone(source, conversion);
            this.source = source;
            this.target = target;
            this.read = new byte
                    [calls.pages.stream()
                            .mapToInt(page -> page.bytes().length)
                            .max()
                            .orElse(0)];
        }

        @Override
        public void convert() throws IOException {
            try (LocalInput from = LocalInput.open(source);
                    FileChannel to =
                            FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                CRC32 checksum = new CRC32();
                for (FilePages.Page page : calls.pages) {
                    from.read(page.position(), read, 0, page.bytes().length);
                    checksum.update(read, 0, page.bytes().length);
                    ByteBuffer written = ByteBuffer.wrap(calls.compressed, 0, calls.convert(page, read));
                    checksum.update(written.duplicate());
                    while (written.hasRemaining()) {
                        to.write(written);
                    }
                }
                to.force(true);
            }
        }
    }
}
