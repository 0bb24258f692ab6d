// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WholeFileTest {

    @TempDir
    Path directory;

    static Stream<Arguments> pairingsAndShapes() {
        return Pairing.with((Object[]) FileShape.values());
    }

    @ParameterizedTest
    @MethodSource("pairingsAndShapes")
    void theReaderGetsTheWritersRows(Pairing pairing, FileShape shape) throws IOException {
        Path file = directory.resolve("file.parquet");
        GroupFiles.write(file, shape.rows(), builder -> {
            shape.configure(builder);
            builder.withCompressionCodec(pairing.codec())
                    .withCodecFactory(pairing.writer().newFactory());
        });
        assertCodecInFooter(pairing, file);
        shape.rows()
                .assertEqualTo(GroupFiles.read(
                        file, reader -> reader.withCodecFactory(pairing.reader().newFactory())));
    }

    /** A factory that names another codec than it was asked for makes files that nobody can read. */
    private static void assertCodecInFooter(Pairing pairing, Path file) throws IOException {
        for (ColumnChunkMetaData chunk : chunks(GroupFiles.footer(file))) {
            assertEquals(
                    pairing.codec(), chunk.getCodec(), () -> chunk.getPath().toString());
        }
    }

    /** Without this the shapes could all become the same file, and nothing above would notice. */
    @ParameterizedTest
    @EnumSource
    void aShapeIsWhatItsNameSays(FileShape shape) throws IOException {
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
