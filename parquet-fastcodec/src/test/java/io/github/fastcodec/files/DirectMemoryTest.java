// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.Pairing;
import io.github.fastcodec.support.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.bytes.TrackingByteBufferAllocator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetInputFormat;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pages in direct buffers, which have no array. The allocator fails the test if any of its buffers is not released. */
@Tag("slow")
class DirectMemoryTest {

    private static final byte[] KEY = "sixteen byte key".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path directory;

    @ParameterizedTest
    @MethodSource(Pairing.WITH_KINDS_OF_PAGES)
    void writerAndReaderUseDirectBuffers(Pairing pairing, FileShape shape) throws IOException {
        Path file = directory.resolve("file.parquet");
        try (TrackingByteBufferAllocator allocator =
                TrackingByteBufferAllocator.wrap(new DirectByteBufferAllocator())) {
            write(file, pairing, shape, builder -> builder.withAllocator(allocator));
            CallCounter calls = new CallCounter(pairing.reader().newFactory());
            shape.rows()
                    .assertEqualTo(GroupFiles.read(
                            file, reader -> reader.withAllocator(allocator).withCodecFactory(calls)));
            assertTrue(calls.toArrays() > 0);
            assertEquals(0, calls.toBuffers());
        }
    }

    /** parquet-java calls the decompressor's second method only for such reads. A position that is not moved fails here. */
    @ParameterizedTest
    @MethodSource(Pairing.WITH_KINDS_OF_PAGES)
    void decompressesDataPagesFromBufferToBuffer(Pairing pairing, FileShape shape) throws IOException {
        Path file = directory.resolve("file.parquet");
        write(file, pairing, shape, builder -> {});
        assertReadFromBufferToBuffer(file, pairing, shape, reader -> {});
    }

    @ParameterizedTest
    @MethodSource(Pairing.WITH_KINDS_OF_PAGES)
    void decompressesEncryptedPagesFromBufferToBuffer(Pairing pairing, FileShape shape) throws IOException {
        Path file = directory.resolve("file.parquet");
        write(
                file,
                pairing,
                shape,
                builder -> builder.withEncryption(
                        FileEncryptionProperties.builder(KEY).build()));
        assertReadFromBufferToBuffer(
                file,
                pairing,
                shape,
                reader -> reader.withDecryption(
                        FileDecryptionProperties.builder().withFooterKey(KEY).build()));
    }

    private static void write(
            Path file, Pairing pairing, FileShape shape, Consumer<ExampleParquetWriter.Builder> settings)
            throws IOException {
        GroupFiles.write(file, shape.rows(), builder -> {
            shape.configure(builder);
            builder.withCompressionCodec(pairing.codec())
                    .withCodecFactory(pairing.writer().newFactory());
            settings.accept(builder);
        });
    }

    private static void assertReadFromBufferToBuffer(
            Path file, Pairing pairing, FileShape shape, Consumer<GroupFiles.Reader> settings) throws IOException {
        PlainParquetConfiguration configuration = new PlainParquetConfiguration();
        configuration.setBoolean(ParquetInputFormat.OFF_HEAP_DECRYPT_BUFFER_ENABLED, true);
        CallCounter calls = new CallCounter(pairing.reader().newFactory());
        GroupFiles.Reader builder = new GroupFiles.Reader(file, configuration);
        settings.accept(builder);
        try (TrackingByteBufferAllocator allocator = TrackingByteBufferAllocator.wrap(new DirectByteBufferAllocator());
                ParquetReader<Group> reader =
                        builder.withAllocator(allocator).withCodecFactory(calls).build()) {
            shape.rows().assertEqualTo(Rows.rest(reader));
        }
        assertTrue(calls.toBuffers() > 0, "no page went from buffer to buffer");
    }
}
