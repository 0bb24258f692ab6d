// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.cli.FastCodec;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.Recompressor;
import io.github.fastcodec.recompress.RefusedFileException;
import io.github.fastcodec.support.ChildJvm;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.verify.Finding;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import io.github.fastcodec.verify.VerifyResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Malicious files are findings: nothing hangs, and the files next to them are checked. */
@Tag("slow")
class HostileFileTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

    private static final Rows ROWS = Rows.random(
            MessageTypeParser.parseMessageType("message rows { required int32 id; optional binary text (UTF8); }"),
            300,
            0.2,
            20_261_123);

    @TempDir
    Path directory;

    private Path good() throws IOException {
        Path path = directory.resolve("good.parquet");
        Files.deleteIfExists(path);
        GroupFiles.write(path, ROWS, builder -> builder.withPageRowCountLimit(60));
        return path;
    }

    private static List<VerifyResult> verify(VerifyOptions options, Path... files) {
        List<VerifyResult> results = new ArrayList<>();
        List<String> paths = Stream.of(files).map(Path::toString).toList();
        Verifier verifier = Verifier.of(options.withValues(true));
        assertTimeoutPreemptively(LIMIT, () -> verifier.verify(paths, results::add));
        assertEquals(files.length, results.size());
        return results;
    }

    // Would catch: a page with indexes that waits for a dictionary that only the page itself, or no page, could
    // provide.
    @Test
    void hostileFiles_findsAWrongDictionaryPageOffset() throws IOException {
        Path good = good();
        List<Consumer<ColumnMetaData>> changes = List.of(
                chunk -> chunk.setDictionary_page_offset(0),
                chunk -> chunk.setDictionary_page_offset(-1),
                ColumnMetaData::unsetDictionary_page_offset,
                chunk -> chunk.setDictionary_page_offset(chunk.getData_page_offset()),
                chunk -> chunk.setDictionary_page_offset(chunk.getDictionary_page_offset() ^ 1 << 5),
                chunk -> chunk.setDictionary_page_offset(chunk.getDictionary_page_offset() + 1),
                chunk -> chunk.setDictionary_page_offset(1L << 62));
        for (int threads : new int[] {1, 2}) {
            for (int i = 0; i < changes.size(); i++) {
                EditedFile edited = EditedFile.of(good);
                changes.get(i).accept(edited.chunk(0).getMeta_data());
                Path damaged = edited.write(directory.resolve("damaged.parquet"));
                List<VerifyResult> results = verify(VerifyOptions.defaults().withThreads(threads), damaged, good);
                assertTrue(results.get(0).damages() > 0, "change " + i);
                assertEquals(List.of(), results.get(1).findings());
            }
        }
    }

    /** Returns a file without pages, whose footer is made by hand: a writer would need as much memory as a naive reader. */
    private Path footerOf(byte[] footer) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(MAGIC);
        file.writeBytes(footer);
        file.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(footer.length)
                .array());
        file.writeBytes(MAGIC);
        return Files.write(directory.resolve("hostile.parquet"), file.toByteArray());
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        for (int left = value; ; left >>>= 7) {
            out.write(left < 0x80 ? left : left & 0x7f | 0x80);
            if (left < 0x80) {
                return;
            }
        }
    }

    /** Returns a footer of schema elements, the last of which may differ, and of identical row groups. */
    private static byte[] footer(int elements, byte[] element, byte[] last, int groups, byte[] group) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {0x15, 2, 0x19, (byte) 0xfc});
        varint(out, elements);
        for (int i = 0; i < elements; i++) {
            out.writeBytes(i < elements - 1 ? element : last);
        }
        out.writeBytes(new byte[] {0x16, 0, 0x19, (byte) 0xfc});
        varint(out, groups);
        for (int i = 0; i < groups; i++) {
            out.writeBytes(group);
        }
        out.write(0);
        return out.toByteArray();
    }

    private static final byte[] GROUP = {0x35, 0, 0x18, 1, 'g', 0x15, 2, 0};
    private static final byte[] COLUMN = {0x15, 2, 0x25, 0, 0x18, 1, 'a', 0};
    private static final byte[] ROOT = {0x48, 1, 'g', 0x15, 0, 0};
    private static final byte[] SMALLEST_ROW_GROUP = {
        0x19, 0x1c, 0x26, 0, 0x1c, 0x15, 2, 0x19, 5, 0x19, 0x18, 1, 'a', 0x15, 0, 0x16, 0, 0x16, 0, 0x16, 0, 0x26, 0, 0,
        0, 0x16, 0, 0x16, 0, 0
    };
    private static final byte[] EMPTY_ROW_GROUP = {0x19, 0x0c, 0x16, 0, 0x16, 0, 0};

    // Would catch: an arithmetic exception for one page, so that the other files are not checked.
    @Test
    void hostileFiles_findsAPageThatNoArrayCanHold() throws IOException {
        Path hostile = directory.resolve("hostile.parquet");
        PageHeader page = new PageHeader(PageType.DATA_PAGE, 4, Integer.MAX_VALUE);
        page.setData_page_header(new DataPageHeader(1, Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        Util.writePageHeader(page, header);
        long size = header.size() + (long) Integer.MAX_VALUE;
        ColumnMetaData column = new ColumnMetaData(
                Type.INT32,
                List.of(Encoding.PLAIN),
                List.of("a"),
                CompressionCodec.SNAPPY,
                1,
                header.size() + 4,
                size,
                MAGIC.length);
        RowGroup group = new RowGroup(List.of(new ColumnChunk(0).setMeta_data(column)), size, 1);
        List<SchemaElement> schema = List.of(
                new SchemaElement("root").setNum_children(1),
                new SchemaElement("a").setType(Type.INT32).setRepetition_type(FieldRepetitionType.REQUIRED));
        ByteArrayOutputStream footer = new ByteArrayOutputStream();
        Util.writeFileMetaData(new FileMetaData(1, schema, 1, List.of(group)), footer);
        ByteBuffer end = ByteBuffer.allocate(footer.size() + 8).order(ByteOrder.LITTLE_ENDIAN);
        end.put(footer.toByteArray()).putInt(footer.size()).put(MAGIC).flip();
        try (FileChannel file = FileChannel.open(hostile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(MAGIC), 0);
            file.write(ByteBuffer.wrap(header.toByteArray()), MAGIC.length);
            file.write(end, MAGIC.length + size); // the page is a hole
        }
        List<VerifyResult> results = verify(VerifyOptions.defaults().withMemory(1L << 40), hostile, good());
        assertTrue(
                results.get(0).findings().get(0).message().contains("the limit is 2147483639 bytes"),
                results.get(0)::toString);
        assertEquals(List.of(), results.get(1).findings());
    }

    // Would catch: recursion over a schema.
    @Test
    void hostileFiles_findsADeeplyNestedSchema() throws IOException {
        for (int depth : new int[] {2_000, 100_000}) {
            Path hostile = footerOf(footer(depth, GROUP, COLUMN, 0, EMPTY_ROW_GROUP));
            List<VerifyResult> results = verify(VerifyOptions.defaults(), hostile, good());
            assertEquals(
                    List.of("its schema has nested groups beyond the limit of 1000 levels"),
                    results.get(0).findings().stream().map(Finding::message).toList());
            assertEquals(List.of(), results.get(1).findings());
            RefusedFileException refused = assertThrows(
                    RefusedFileException.class,
                    () -> Recompressor.of(Plan.to(CompressionCodecName.ZSTD))
                            .recompress(hostile, directory.resolve("new.parquet")));
            assertTrue(refused.getMessage().contains("beyond the limit of 1000 levels"), refused::getMessage);
        }
        assertEquals(
                List.of(),
                verify(VerifyOptions.defaults(), footerOf(footer(1_000, GROUP, COLUMN, 0, EMPTY_ROW_GROUP)))
                        .get(0)
                        .findings());
    }

    // Would catch: an object and a finding for each row group of a footer whose first row group is already
    // wrong.
    @Test
    void hostileFiles_stopsAtARowGroupWithoutColumns() throws IOException {
        String defect = "row group 0 has 0 columns, but the schema has 1";
        Path hostile = footerOf(footer(2, GROUP, COLUMN, 3_000_000, EMPTY_ROW_GROUP));
        List<VerifyResult> results = verify(VerifyOptions.defaults().withMemory(256 << 20), hostile, good());
        assertEquals(
                List.of(defect),
                results.get(0).findings().stream().map(Finding::message).toList());
        assertEquals(1, results.get(0).damages());
        assertEquals(List.of(), results.get(1).findings());
        Path target = directory.resolve("new.parquet");
        RefusedFileException refused = assertThrows(
                RefusedFileException.class,
                () -> Recompressor.of(Plan.to(CompressionCodecName.ZSTD))
                        .recompress(footerOf(footer(2, GROUP, COLUMN, 3, EMPTY_ROW_GROUP)), target));
        assertTrue(refused.getMessage().contains(defect), refused::getMessage);
        assertTrue(Files.notExists(target));
    }

    private static final int HOSTILE = 6;

    // Would catch: footers of several files that are held at once as if they took little more memory than their
    // length.
    @Test
    void hostileFiles_convertsAGoodFileNextToThem() throws Exception {
        Path sources = Files.createDirectory(directory.resolve("sources"));
        byte[] footer = footer(2, GROUP, COLUMN, 40_000, SMALLEST_ROW_GROUP);
        for (int i = 1; i < HOSTILE; i++) {
            Files.move(footerOf(footer), sources.resolve(i + ".parquet"));
        }
        Files.move(good(), sources.resolve(HOSTILE + ".parquet"));
        ChildJvm child = ChildJvm.run(
                directory,
                "child",
                120,
                List.of(),
                List.of(
                        "-Xmx128m",
                        FastCodec.class.getName(),
                        "recompress",
                        sources.toString(),
                        "--to",
                        directory.resolve("new").toString(),
                        "--codec",
                        "ZSTD",
                        "--threads",
                        String.valueOf(HOSTILE),
                        "--keep-going"));
        assertTrue(Files.exists(directory.resolve("new/" + HOSTILE + ".parquet")), child::toString);
        assertTrue(!child.errors().contains("memory"), child::toString);
    }

    // Would catch: objects that are created for each structure before their number is known.
    @Test
    void hostileFiles_findsAFooterThatNeedsTooMuchMemory() throws IOException {
        Path hostile = footerOf(footer(1, ROOT, ROOT, 3_000_000, EMPTY_ROW_GROUP));
        List<VerifyResult> results = verify(VerifyOptions.defaults().withMemory(256 << 20), hostile, good());
        assertEquals(1, results.get(0).damages());
        String finding = results.get(0).findings().get(0).message();
        assertTrue(
                finding.matches(
                        "its footer needs 6\\d\\d MiB of memory; the limit is 256 MiB: .*raise the memory limit \\(option memory\\).*"),
                finding);
        assertEquals(List.of(), results.get(1).findings());
    }

    /** The memory for a footer as a multiple of its length, as docs/verify.md states it. */
    private static final int GROWTH = 40;

    private static final int LENGTH = 4 << 20;

    /** The memory of the JVM and the classes, in bytes. */
    private static final int BASE = 24 << 20;

    private static byte[] bytes(int... numbers) {
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            bytes[i] = (byte) numbers[i];
        }
        return bytes;
    }

    /** Returns a list that is about as long as a hostile footer. */
    private static byte[] listOf(int type, byte[] element) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(0xf0 | type);
        varint(out, LENGTH / element.length);
        for (int i = 0; i < LENGTH / element.length; i++) {
            out.writeBytes(element);
        }
        return out.toByteArray();
    }

    private static byte[] text() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        varint(out, LENGTH);
        out.writeBytes(new byte[LENGTH]);
        return out.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            out.writeBytes(part);
        }
        return out.toByteArray();
    }

    /** Returns a footer of one column, without row groups and with one more field. */
    private static byte[] footerWith(byte[] field) {
        byte[] plain = footer(2, GROUP, COLUMN, 0, EMPTY_ROW_GROUP);
        return joined(Arrays.copyOf(plain, plain.length - 1), field, bytes(0));
    }

    /** Returns a footer of one column chunk; the parameters are the header and content of fields of its metadata. */
    private static byte[] footerOfChunk(byte[] encodings, byte[] path, byte[] more) {
        byte[] start = {0x19, 0x1c, 0x26, 8, 0x1c, 0x15, 2, 0x19};
        byte[] middle = {0x15, 0, 0x16, 0, 0x16, 0, 0x16, 0, 0x26, 8};
        byte[] end = {0, 0, 0x16, 0, 0x16, 0, 0};
        return footer(2, GROUP, COLUMN, 1, joined(start, encodings, bytes(0x19), path, middle, more, end));
    }

    // Would catch: objects for one to three bytes of a footer each, as many as fit into it.
    @Test
    void hostileFiles_footerTakesAtMostAMultipleOfItsLength() throws Exception {
        byte[] one = {0x15, 0};
        byte[] name = {0x18, 1, 'a'};
        byte[] none = {};
        List<byte[]> footers = List.of(
                footer(1, ROOT, ROOT, LENGTH / EMPTY_ROW_GROUP.length, EMPTY_ROW_GROUP),
                footer(2, GROUP, COLUMN, LENGTH / SMALLEST_ROW_GROUP.length, SMALLEST_ROW_GROUP),
                footer(LENGTH / GROUP.length, GROUP, COLUMN, 0, EMPTY_ROW_GROUP),
                footerWith(joined(bytes(0x19), listOf(12, bytes(0x18, 0, 0)))), // key-values
                footerWith(joined(bytes(0x19, 0x1c, 0x18), text(), bytes(0))), // a key
                footerWith(joined(bytes(0x28), text())), // created_by
                footerWith(joined(bytes(0x39), listOf(12, bytes(0x1c, 0, 0)))), // column orders
                footerOfChunk(listOf(5, bytes(0)), name, none),
                footerOfChunk(one, listOf(8, bytes(0)), none),
                footerOfChunk(one, name, joined(bytes(0x3c, 0x18), text(), bytes(0))), // statistics
                footerOfChunk(one, name, joined(bytes(0x49), listOf(12, bytes(0x15, 0, 0x15, 0, 0x15, 0, 0)))),
                footerOfChunk(one, name, joined(bytes(0x7c, 0x29), listOf(6, bytes(0x80, 8)), bytes(0))));
        List<String> arguments = new ArrayList<>(
                List.of("-Xmx" + (BASE + GROWTH * (long) LENGTH), "-XX:+UseSerialGC", HostileFileTest.class.getName()));
        for (int i = 0; i < footers.size(); i++) {
            Path file = directory.resolve(i + ".parquet");
            Files.move(footerOf(footers.get(i)), file);
            arguments.add(file.toString());
        }
        requireEnoughMemory(arguments);
    }

    // Would catch: an index for which parquet-java creates objects for more pages than there are.
    @Test
    void hostileFiles_indexTakesAtMostAMultipleOfItsLength() throws Exception {
        ByteBuffer nothing = ByteBuffer.allocate(0);
        int pages = LENGTH / 3;
        Path columnIndex = EditedFile.of(good())
                .columnIndex(
                        1,
                        index -> index.setNull_pages(Collections.nCopies(pages, false))
                                .setMin_values(Collections.nCopies(pages, nothing))
                                .setMax_values(Collections.nCopies(pages, nothing))
                                .unsetNull_counts())
                .write(directory.resolve("columns.parquet"));
        Path offsetIndex = EditedFile.of(good())
                .offsetIndex(
                        1, index -> index.setPage_locations(Collections.nCopies(LENGTH / 7, new PageLocation(0, 0, 0))))
                .write(directory.resolve("offsets.parquet"));
        requireEnoughMemory(List.of(
                "-Xmx" + (BASE + GROWTH * (long) LENGTH),
                "-XX:+UseSerialGC",
                HostileFileTest.class.getName(),
                columnIndex.toString(),
                offsetIndex.toString()));
    }

    private void requireEnoughMemory(List<String> arguments) throws Exception {
        ChildJvm child = ChildJvm.run(directory, "child", 300, List.of(), arguments);
        assertEquals(0, child.exit(), child::toString);
        long files = arguments.stream()
                .filter(argument -> argument.endsWith(".parquet"))
                .count();
        assertEquals(files, child.output().lines().count(), child::toString);
        assertTrue(!child.output().contains("memory"), child::toString);
    }

    /** Verifies files without a limit on memory, and prints the first finding for each. */
    public static void main(String[] files) {
        Verifier verifier = Verifier.of(VerifyOptions.defaults()
                .withThreads(1)
                .withMemory(Long.MAX_VALUE)
                .withValues(true));
        for (String file : files) {
            String findings = verifier.verify(Path.of(file)).findings().stream()
                    .findFirst()
                    .map(finding -> finding.message())
                    .orElse("none");
            System.out.println(findings.substring(0, Math.min(200, findings.length())));
        }
    }
}
