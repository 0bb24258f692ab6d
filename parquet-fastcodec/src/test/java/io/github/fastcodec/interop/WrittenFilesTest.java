// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.Dataset;
import io.github.fastcodec.support.FileTraits;
import io.github.fastcodec.support.FileTraits.Trait;
import io.github.fastcodec.support.FramedPage;
import io.github.fastcodec.support.PageCodec;
import io.github.fastcodec.support.ReferenceCodecs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Writes files with every codec to target/interop, where parquet-fastcodec-tools/src/test/interop/check.py has other
 * implementations read them.
 */
class WrittenFilesTest {

    private static final Set<CompressionCodecName> STORED =
            EnumSet.of(CompressionCodecName.GZIP, CompressionCodecName.BROTLI);

    private static final Path TARGET = Path.of(System.getProperty("interop.parent", "target"), "interop");

    /** One file to write. */
    record Variant(CompressionCodecName codec, WriterVersion version, boolean dictionary) {

        private Path path(String dataset) {
            return TARGET.resolve(String.join(
                            "-",
                            codec.name().toLowerCase(Locale.ROOT),
                            version == WriterVersion.PARQUET_1_0 ? "v1" : "v2",
                            dictionary ? "dict" : "plain",
                            dataset)
                    + ".parquet");
        }
    }

    static Stream<Variant> variants() {
        return Stream.of(CompressionCodecName.values())
                .flatMap(codec -> Stream.of(WriterVersion.values())
                        .flatMap(version ->
                                Stream.of(true, false).map(dictionary -> new Variant(codec, version, dictionary))));
    }

    static Stream<Variant> variantsWithoutDictionary() {
        return variants().filter(variant -> !variant.dictionary);
    }

    /** Otherwise files of an earlier run would be checked as if this one had written them. */
    @BeforeAll
    static void emptyTarget() throws IOException {
        Files.createDirectories(TARGET);
        try (Stream<Path> old = Files.list(TARGET)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
    }

    /** Small pages and row groups: the remains of one page in a context or an output array would show in the next. */
    @ParameterizedTest
    @MethodSource("variants")
    void readsBackFilesOfManySmallPages(Variant variant) throws IOException {
        Path file = writeAndReadBack(variant, "mixed", 40, 120);
        Set<Trait> expected = EnumSet.of(Trait.NO_DICTIONARY, Trait.SEVERAL_PAGES_IN_A_CHUNK, Trait.SEVERAL_ROW_GROUPS);
        if (variant.dictionary) {
            expected.add(Trait.DICTIONARY);
        }
        expected.add(variant.version == WriterVersion.PARQUET_1_0 ? Trait.V1_PAGES : Trait.V2_PAGES);
        Set<Trait> found = FileTraits.of(file);
        // whether a small page shrinks depends on the codec
        found.remove(Trait.V2_PAGES_NOT_COMPRESSED);
        assertEquals(expected, found);
    }

    /** Pages larger than Hadoop's buffers of 256 KiB: several frames for LZ4 and LZO, several windows for the others. */
    @ParameterizedTest
    @MethodSource("variantsWithoutDictionary")
    void readsBackFilesOfLargePages(Variant variant) throws IOException {
        Path file = writeAndReadBack(variant, "large", Integer.MAX_VALUE, Integer.MAX_VALUE);
        assertTrue(FileTraits.of(file).contains(Trait.PAGE_OVER_600_KIB));
    }

    /** Pages that hardly shrink. With GZIP and BROTLI we store them. */
    @ParameterizedTest
    @EnumSource
    void readsBackFilesOfNoise(CompressionCodecName codec) throws IOException {
        // a page of version 2 that does not shrink is not compressed at all
        Variant variant = new Variant(codec, WriterVersion.PARQUET_1_0, false);
        Path file = writeAndReadBack(variant, "noise", Integer.MAX_VALUE, Integer.MAX_VALUE);
        try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
            for (ColumnChunkMetaData column :
                    reader.getFooter().getBlocks().get(0).getColumns()) {
                assertTrue(
                        !STORED.contains(codec) || column.getTotalSize() >= column.getTotalUncompressedSize(),
                        column::toString);
            }
        }
    }

    /** No tool reads LZO, and not all read the legacy LZ4, so check.py passes such pages to the codecs' own libraries. */
    @Test
    void readsBackPagesInHadoopFraming() throws IOException {
        List<FramedPage> pages = new ArrayList<>();
        for (CompressionCodecName codec : List.of(CompressionCodecName.LZ4, CompressionCodecName.LZO)) {
            for (int times : new int[] {0, 1, 90, 40_000}) {
                FramedPage page =
                        new FramedPage(codec + " times " + times, codec, "words, words; ", times, new byte[0]);
                BytesInput compressed =
                        new FastCodecFactory().getCompressor(codec).compress(BytesInput.from(page.content()));
                pages.add(new FramedPage(page.name(), codec, page.unit(), times, FramedPage.bytes(compressed)));
            }
        }
        Path written = TARGET.resolve("pages.json");
        FramedPage.save(pages, written);
        List<FramedPage> readBack = FramedPage.load(written);
        assertEquals(pages.size(), readBack.size());
        for (FramedPage page : readBack) {
            PageCodec reference = ReferenceCodecs.of(page.codec()).stream()
                    .filter(codec -> codec.name().startsWith("aircompressor"))
                    .findFirst()
                    .orElseThrow();
            byte[] content = page.content();
            assertArrayEquals(content, reference.decompress(page.compressed(), content.length), page::name);
        }
    }

    private static Path writeAndReadBack(Variant variant, String name, int pageRows, int rowGroupRows)
            throws IOException {
        Dataset dataset = Dataset.load(name);
        Path file = variant.path(name);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(file))
                .withConf(new PlainParquetConfiguration())
                .withType(dataset.schema())
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .withCodecFactory(new FastCodecFactory())
                .withCompressionCodec(variant.codec)
                .withWriterVersion(variant.version)
                .withDictionaryEncoding(variant.dictionary)
                .withPageRowCountLimit(pageRows)
                .withRowGroupRowCountLimit(rowGroupRows)
                .build()) {
            dataset.write(writer);
        }
        assertEquals(EnumSet.of(variant.codec), FileTraits.codecs(file));
        dataset.assertHeldBy(file);
        return file;
    }
}
