// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Pairing;
import io.github.fastcodec.support.Rows;
import io.github.fastcodec.support.Side;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("slow")
class WholeFileTest {

    @TempDir
    Path directory;

    static Stream<Arguments> pairingsAndShapes() {
        return Pairing.with((Object[]) FileShape.values());
    }

    @ParameterizedTest
    @MethodSource("pairingsAndShapes")
    void readerReturnsTheWritersRows(Pairing pairing, FileShape shape) throws IOException {
        Path file = write(pairing, shape);
        assertCodecInFooter(pairing, file);
        shape.rows()
                .assertEqualTo(GroupFiles.read(
                        file, reader -> reader.withCodecFactory(pairing.reader().newFactory())));
    }

    /**
     * parquet-java reads a column chunk that is larger than this limit, 8 MiB by default, into several buffers, and passes a page
     * that spans two buffers as several slices.
     */
    @ParameterizedTest
    @MethodSource(Pairing.WITH_KINDS_OF_PAGES)
    void readsAPageThatSpansSeveralReadBuffers(Pairing pairing, FileShape shape) throws IOException {
        Path file = write(pairing, shape);
        PlainParquetConfiguration configuration = new PlainParquetConfiguration();
        configuration.setInt("parquet.read.allocation.size", 1_000);
        try (ParquetReader<Group> reader = new GroupFiles.Reader(file, configuration)
                .withCodecFactory(pairing.reader().newFactory())
                .build()) {
            shape.rows().assertEqualTo(Rows.rest(reader));
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "UNCOMPRESSED")
    void rejectsAPageAboveTheLimitAndNamesTheKey(CompressionCodecName codec) throws IOException {
        Path file = write(new Pairing(codec, Side.FAST_CODEC, Side.FAST_CODEC), FileShape.LARGE_PAGES_V1);
        Map<String, String> limit = Map.of("parquet.fastcodec.max.page.bytes", "100000");
        FastCodecFactory limited = new FastCodecFactory(FastCodecOptions.from(limit::get));
        ParquetDecodingException e = assertThrows(
                ParquetDecodingException.class,
                () -> GroupFiles.read(file, reader -> reader.withCodecFactory(limited)));
        CorruptPageException cause = assertInstanceOf(CorruptPageException.class, rootCause(e));
        assertTrue(cause.getMessage().contains("parquet.fastcodec.max.page.bytes"), cause::getMessage);
    }

    private static Throwable rootCause(Throwable e) {
        return e.getCause() == null ? e : rootCause(e.getCause());
    }

    private Path write(Pairing pairing, FileShape shape) throws IOException {
        Path file = directory.resolve("file.parquet");
        GroupFiles.write(file, shape.rows(), builder -> {
            shape.configure(builder);
            builder.withCompressionCodec(pairing.codec())
                    .withCodecFactory(pairing.writer().newFactory());
        });
        return file;
    }

    /** A factory that returns the name of another codec makes unreadable files. */
    private static void assertCodecInFooter(Pairing pairing, Path file) throws IOException {
        for (ColumnChunkMetaData chunk : chunks(GroupFiles.footer(file))) {
            assertEquals(
                    pairing.codec(), chunk.getCodec(), () -> chunk.getPath().toString());
        }
    }

    /** Without this, all shapes could become the same file without a failure of the tests above. */
    @ParameterizedTest
    @EnumSource
    void eachShapeMatchesItsName(FileShape shape) throws IOException {
        Path file = directory.resolve("shape.parquet");
        GroupFiles.write(file, shape.rows(), shape::configure);
        ParquetMetadata footer = GroupFiles.footer(file);
        List<ColumnChunkMetaData> chunks = chunks(footer);
        assertEquals(shape.rowGroups(), footer.getBlocks().size(), "row groups");
        for (ColumnChunkMetaData chunk : chunks) {
            assertEquals(shape.hasV2Pages(), chunk.getEncodingStats().usesV2Pages(), () -> chunk + " has V2 pages");
        }
        assertEquals(
                shape.hasDictionaries() && !chunks.isEmpty(),
                chunks.stream().anyMatch(ColumnChunkMetaData::hasDictionaryPage),
                "dictionaries");
        assertEquals(
                shape.name().startsWith("LARGE_PAGES"),
                chunks.stream().anyMatch(chunk -> averagePageBytes(chunk) > 2 * 256 * 1024),
                "pages of several Hadoop blocks");
    }

    private static long averagePageBytes(ColumnChunkMetaData chunk) {
        int pages = chunk.getEncodingStats().getDataEncodings().stream()
                .mapToInt(encoding -> chunk.getEncodingStats().getNumDataPagesEncodedAs(encoding))
                .sum();
        return chunk.getTotalUncompressedSize() / pages;
    }

    private static List<ColumnChunkMetaData> chunks(ParquetMetadata footer) {
        return footer.getBlocks().stream()
                .flatMap(block -> block.getColumns().stream())
                .collect(Collectors.toList());
    }
}
