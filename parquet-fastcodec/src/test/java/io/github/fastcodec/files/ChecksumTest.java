// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Pairing;
import io.github.fastcodec.support.Side;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.page.DataPage;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.ParquetDecodingException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Page checksums cover the compressed bytes. A compressor fails here if its result can be read only once, or changes between the
 * checksum and the write.
 */
class ChecksumTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource(Pairing.WITH_KINDS_OF_PAGES)
    void pageChecksumsAgreeWithThePagesOfEveryWriter(Pairing pairing, FileShape shape) throws IOException {
        Path file = directory.resolve("file.parquet");
        write(file, shape, pairing.codec(), pairing.writer());
        assertEveryPageHasAChecksum(file, pairing);
        shape.rows()
                .assertEqualTo(GroupFiles.read(
                        file,
                        reader -> reader.usePageChecksumVerification()
                                .withCodecFactory(pairing.reader().newFactory())));
    }

    /** Shows that checksums are verified at all when our factory decompresses. */
    @ParameterizedTest
    @EnumSource
    void changedPageFailsItsChecksum(CompressionCodecName codec) throws IOException {
        Path file = directory.resolve("file.parquet");
        write(file, FileShape.NESTED_V1, codec, Side.FAST_CODEC);
        ColumnChunkMetaData chunk =
                GroupFiles.footer(file).getBlocks().get(0).getColumns().get(0);
        changeByte(file, chunk.getStartingPos() + chunk.getTotalSize() - 1);
        ParquetDecodingException e = assertThrows(
                ParquetDecodingException.class,
                () -> GroupFiles.read(
                        file, reader -> reader.usePageChecksumVerification().withCodecFactory(new FastCodecFactory())));
        assertTrue(
                Stream.iterate((Throwable) e, cause -> cause != null, Throwable::getCause)
                        .anyMatch(cause -> cause.getMessage().contains("CRC checksum verification failed")),
                () -> e + ", cause " + e.getCause());
    }

    private static void write(Path file, FileShape shape, CompressionCodecName codec, Side writer) throws IOException {
        GroupFiles.write(file, shape.rows(), builder -> {
            shape.configure(builder);
            builder.withCompressionCodec(codec)
                    .withCodecFactory(writer.newFactory())
                    .withPageWriteChecksumEnabled(true);
        });
    }

    private static void assertEveryPageHasAChecksum(Path file, Pairing pairing) throws IOException {
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(pairing.reader().newFactory())
                .build();
        try (ParquetFileReader reader = GroupFiles.open(file, options);
                PageReadStore rowGroup = reader.readNextRowGroup()) {
            for (ColumnDescriptor column : reader.getFileMetaData().getSchema().getColumns()) {
                DataPage page = rowGroup.getPageReader(column).readPage();
                assertNotNull(page, column::toString);
                assertTrue(page.getCrc().isPresent(), column::toString);
            }
        }
    }

    private static void changeByte(Path file, long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            one.put(0, (byte) ~one.get(0));
            one.flip();
            channel.write(one, at);
        }
    }
}
