// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.ZstdInputStream;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import io.github.fastcodec.support.ChildJvm;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The heap for a file does not depend on its length, and the heap that the message for a large page names is sufficient. For
 * larger files: {@code -Dsmall.heap.file.mib=4096 -Dsmall.heap.mib=256}.
 */
@Tag("slow")
class SmallHeapTest {

    private static final int FILE_MIB = Integer.getInteger("small.heap.file.mib", 320);
    private static final int HEAP_MIB = Integer.getInteger("small.heap.mib", 64);
    private static final int PAGE_MIB = Integer.getInteger("large.page.mib", 88);
    private static final int MIB = 1 << 20;

    @TempDir
    Path directory;

    /** The program in the test's JVMs. */
    static final class Small {

        private Small() {}

        private static CodecLevel target(String codec) {
            CompressionCodecName name = CompressionCodecName.valueOf(codec);
            return name == CompressionCodecName.ZSTD ? new CodecLevel(name, 1) : new CodecLevel(name);
        }

        public static void main(String[] arguments) throws IOException {
            FileOutcome outcome = new Recompression(RecompressOptions.of(Plan.to(target(arguments[3])))
                            .withThreads(Integer.parseInt(arguments[2])))
                    .run(List.of(LocalJobs.copy(Path.of(arguments[0]), Path.of(arguments[1]), false)), Listener.NONE)
                    .get(0);
            System.out.println(outcome.status() + " " + outcome.bytesBefore() + " " + outcome.bytesAfter() + " "
                    + outcome.failure().map(Exception::getMessage).orElse(""));
        }
    }

    /** Estimates copies of several files, with one thread for each, and prints the failures. */
    static final class Estimated {

        private Estimated() {}

        public static void main(String[] sources) throws IOException {
            List<FileJob> jobs = new ArrayList<>();
            for (String source : sources) {
                jobs.add(LocalJobs.copy(Path.of(source), Path.of(source + "-copy"), false));
            }
            Estimate estimate = new Recompression(
                            RecompressOptions.of(Plan.to(Small.target("ZSTD"))).withThreads(sources.length))
                    .estimate(jobs, 8 * sources.length, 1, Listener.NONE);
            System.out.println(estimate.failures());
        }
    }

    /** Writes an uncompressed file of pages of one size; every fourth page is noise, the others are holes in the file. */
    private static void write(Path path, int pages, int pageBytes) throws IOException {
        byte[] noise = new byte[pageBytes];
        new Random(1).nextBytes(noise);
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            write(file, "PAR1".getBytes(StandardCharsets.US_ASCII), 0);
            PageHeader header = new PageHeader(PageType.DATA_PAGE, pageBytes, pageBytes);
            header.setData_page_header(
                    new DataPageHeader(pageBytes / Integer.BYTES, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
            ByteArrayOutputStream headerBytes = new ByteArrayOutputStream();
            Util.writePageHeader(header, headerBytes);
            long position = 4;
            for (int i = 0; i < pages; i++) {
                position = write(file, headerBytes.toByteArray(), position);
                if (i % 4 == 0) {
                    write(file, noise, position);
                }
                position += pageBytes;
            }
            ByteArrayOutputStream footer = new ByteArrayOutputStream();
            Util.writeFileMetaData(footer(pages, pageBytes, position - 4), footer);
            position = write(file, footer.toByteArray(), position);
            ByteBuffer length = ByteBuffer.allocate(4).putInt(0, Integer.reverseBytes(footer.size()));
            position = write(file, length.array(), position);
            write(file, "PAR1".getBytes(StandardCharsets.US_ASCII), position);
        }
    }

    private static FileMetaData footer(int pages, int pageBytes, long length) {
        long values = (long) pages * (pageBytes / Integer.BYTES);
        ColumnChunk chunk = new ColumnChunk(0);
        chunk.setMeta_data(new ColumnMetaData(
                Type.INT32,
                List.of(Encoding.PLAIN),
                List.of("a"),
                CompressionCodec.UNCOMPRESSED,
                values,
                length,
                length,
                4));
        SchemaElement root = new SchemaElement("root");
        root.setNum_children(1);
        SchemaElement column = new SchemaElement("a");
        column.setType(Type.INT32);
        column.setRepetition_type(FieldRepetitionType.REQUIRED);
        return new FileMetaData(
                1,
                List.of(root, column),
                values,
                new ArrayList<>(List.of(new RowGroup(List.of(chunk), length, values))));
    }

    private static long write(FileChannel file, byte[] bytes, long position) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            file.write(buffer, position + buffer.position());
        }
        return position + bytes.length;
    }

    private ChildJvm recompress(Path source, int heapMib, int threads) throws Exception {
        return recompress(source, directory.resolve("target-" + heapMib), "ZSTD", heapMib, threads);
    }

    private ChildJvm recompress(Path source, Path target, String codec, int heapMib, int threads) throws Exception {
        return ChildJvm.run(
                directory,
                "child-" + heapMib,
                600,
                List.of(),
                List.of(
                        "-Xmx" + heapMib + "m",
                        "-XX:+ExitOnOutOfMemoryError",
                        Small.class.getName(),
                        source.toString(),
                        target.toString(),
                        Integer.toString(threads),
                        codec));
    }

    // Would catch: a chunk, a file or a list of the bytes of all pages in memory.
    @Test
    void recompressesAFileLargerThanTheHeap() throws Exception {
        Path source = directory.resolve("source");
        write(source, FILE_MIB, MIB);
        ChildJvm child = recompress(source, HEAP_MIB, 4);
        assertTrue(child.output().startsWith("RECOMPRESSED " + source.toFile().length() + " "), child::toString);
    }

    // Would catch: a recommended heap that is too small, a page that is attempted where it cannot succeed.
    @Test
    void largePageNamesTheHeapThatSuffices() throws Exception {
        Path source = directory.resolve("source");
        write(source, 2, 24 * MIB);
        ChildJvm child = recompress(source, 64, 2);
        int needed = neededHeap(child);
        assertTrue(needed < 8 * 24, child::output);
        ChildJvm large = recompress(source, needed + 8, 2); // the JVM itself needs some
        assertTrue(large.output().startsWith("RECOMPRESSED "), large::toString);
        assertEquals(0, large.exit());
    }

    // Would catch: pages that a run handles one by one, but an estimate handles all at once.
    @Test
    void estimateLimitsLargePagesToTheHeap() throws Exception {
        List<String> arguments =
                new ArrayList<>(List.of("-Xmx176m", "-XX:+ExitOnOutOfMemoryError", Estimated.class.getName()));
        for (int i = 0; i < 4; i++) {
            Path source = directory.resolve("source-" + i);
            write(source, 2, 24 * MIB);
            arguments.add(source.toString());
        }
        ChildJvm child = ChildJvm.run(directory, "estimate", 300, List.of(), arguments);
        assertEquals("{}", child.output().strip(), child::toString);
        assertEquals(0, child.exit());
    }

    private static int neededHeap(ChildJvm child) {
        Matcher heap =
                Pattern.compile("use a heap of at least (\\d+) MiB \\(-Xmx\\)").matcher(child.output());
        assertTrue(child.output().startsWith("FAILED ") && heap.find(), child::toString);
        return Integer.parseInt(heap.group(1));
    }

    /** Recompresses a page with the heap that the message names when there is too little. */
    private Path recompressPage(Path source, String codec) throws Exception {
        Path target = source.resolveSibling(source.getFileName() + "-" + codec);
        int needed = neededHeap(recompress(source, target, codec, 64, 2));
        assertFalse(Files.exists(target));
        assertTrue(needed < 8 * PAGE_MIB, () -> needed + " MiB");
        ChildJvm child = recompress(source, target, codec, needed + 8, 2);
        assertTrue(child.output().startsWith("RECOMPRESSED "), child::toString);
        return target;
    }

    // Would catch: a size that overflows or a buffer that is cut, for pages as large as those of DuckDB.
    @Test
    void pageAsLargeAsDuckDbsConvertsThereAndBack() throws Exception {
        Path source = directory.resolve("page");
        write(source, 1, PAGE_MIB * MIB);
        // A tenth of the page is zeros: otherwise no codec would shrink it.
        try (FileChannel file = FileChannel.open(source, StandardOpenOption.WRITE)) {
            for (long at = 4096; at < (PAGE_MIB - 1L) * MIB; at += 40_960) {
                write(file, new byte[4096], at);
            }
        }
        Path snappy = recompressPage(source, "SNAPPY");
        Path zstd = recompressPage(snappy, "ZSTD");
        for (Path smaller : List.of(snappy, zstd)) {
            long percent = 100 * Files.size(smaller) / Files.size(source);
            assertTrue(percent > 88 && percent < 93, () -> smaller + " has " + percent + " %");
        }
        assertEquals(-1, Files.mismatch(snappy, recompressPage(zstd, "SNAPPY")));
        assertPage(source, zstd);
    }

    /** Requires that a ZSTD stream returns the bytes of the uncompressed file's only page. */
    private static void assertPage(Path uncompressed, Path zstd) throws IOException {
        try (InputStream expected = new BufferedInputStream(Files.newInputStream(uncompressed));
                InputStream file = new BufferedInputStream(Files.newInputStream(zstd))) {
            expected.skipNBytes(4);
            file.skipNBytes(4);
            PageHeader header = Util.readPageHeader(expected);
            assertEquals(
                    header.getUncompressed_page_size(),
                    Util.readPageHeader(file).getUncompressed_page_size());
            InputStream page = new ZstdInputStream(file);
            for (int left = header.getUncompressed_page_size(); left > 0; ) {
                byte[] bytes = expected.readNBytes(Math.min(left, MIB));
                assertArrayEquals(bytes, page.readNBytes(bytes.length), "with " + left + " bytes left");
                left -= bytes.length;
            }
        }
    }
}
