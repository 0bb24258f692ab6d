// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.support.FileShape;
import io.github.fastcodec.support.GroupFiles;
import io.github.fastcodec.support.InMemoryKms;
import io.github.fastcodec.support.Pairing;
import io.github.fastcodec.support.Rows;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.crypto.ColumnDecryptionProperties;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.EncryptionPropertiesFactory;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.crypto.keytools.KeyToolkit;
import org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Encryption wraps the compressor's output, and decryption passes its own arrays to the decompressor. */
@Tag("slow")
class EncryptedFileTest {

    private static final String NAME = "name";
    private static final String NUMBER = "address.street.number.value";

    private static final byte[] FOOTER_KEY = key("footer key 16 by");
    private static final byte[] NAME_KEY = key("name key 16 byte");
    private static final byte[] NUMBER_KEY = key("number 24 bytes long key");

    @TempDir
    Path directory;

    enum Encryption {
        UNIFORM_GCM(ParquetCipher.AES_GCM_V1, false, FileShape.NESTED_V1),
        UNIFORM_GCM_CTR(ParquetCipher.AES_GCM_CTR_V1, false, FileShape.NESTED_V2),
        COLUMNS_GCM(ParquetCipher.AES_GCM_V1, true, FileShape.NESTED_V2),
        COLUMNS_GCM_CTR(ParquetCipher.AES_GCM_CTR_V1, true, FileShape.NESTED_V1);

        private final ParquetCipher cipher;
        private final boolean columns;
        private final FileShape shape;

        Encryption(ParquetCipher cipher, boolean columns, FileShape shape) {
            this.cipher = cipher;
            this.columns = columns;
            this.shape = shape;
        }

        private FileEncryptionProperties writing() {
            FileEncryptionProperties.Builder builder =
                    FileEncryptionProperties.builder(FOOTER_KEY).withAlgorithm(cipher);
            if (columns) {
                builder.withEncryptedColumns(forEachColumn((path, key) ->
                        ColumnEncryptionProperties.builder(path).withKey(key).build()));
            }
            return builder.build();
        }

        private FileDecryptionProperties reading() {
            FileDecryptionProperties.Builder builder =
                    FileDecryptionProperties.builder().withFooterKey(FOOTER_KEY);
            if (columns) {
                builder.withColumnKeys(forEachColumn((path, key) ->
                        ColumnDecryptionProperties.builder(path).withKey(key).build()));
            }
            return builder.build();
        }

        /** Configures parquet-java's own key management for the same kind of encryption. */
        private Configuration configuration() {
            Configuration configuration = new Configuration();
            configuration.set(
                    EncryptionPropertiesFactory.CRYPTO_FACTORY_CLASS_PROPERTY_NAME,
                    PropertiesDrivenCryptoFactory.class.getName());
            configuration.set(KeyToolkit.KMS_CLIENT_CLASS_PROPERTY_NAME, InMemoryKms.class.getName());
            configuration.set(PropertiesDrivenCryptoFactory.ENCRYPTION_ALGORITHM_PROPERTY_NAME, cipher.name());
            if (columns) {
                configuration.set(PropertiesDrivenCryptoFactory.FOOTER_KEY_PROPERTY_NAME, InMemoryKms.FOOTER_KEY_ID);
                configuration.set(
                        PropertiesDrivenCryptoFactory.COLUMN_KEYS_PROPERTY_NAME,
                        InMemoryKms.COLUMN_KEY_ID + ":" + NAME + "," + NUMBER);
            } else {
                configuration.set(PropertiesDrivenCryptoFactory.UNIFORM_KEY_PROPERTY_NAME, InMemoryKms.FOOTER_KEY_ID);
            }
            return configuration;
        }
    }

    static Stream<Arguments> pairingsAndEncryptions() {
        return Pairing.with((Object[]) Encryption.values());
    }

    @ParameterizedTest
    @MethodSource("pairingsAndEncryptions")
    void readsAFileEncryptedWithGivenKeys(Pairing pairing, Encryption encryption) throws IOException {
        Path file = directory.resolve("file.parquet");
        GroupFiles.write(file, encryption.shape.rows(), builder -> {
            encryption.shape.configure(builder);
            builder.withCompressionCodec(pairing.codec())
                    .withCodecFactory(pairing.writer().newFactory())
                    .withEncryption(encryption.writing());
        });
        assertEncrypted(file);
        assertThrows(
                ParquetCryptoRuntimeException.class,
                () -> GroupFiles.read(
                        file, reader -> reader.withCodecFactory(pairing.reader().newFactory())),
                "without keys");
        encryption
                .shape
                .rows()
                .assertEqualTo(GroupFiles.read(
                        file,
                        reader -> reader.withCodecFactory(pairing.reader().newFactory())
                                .withDecryption(encryption.reading())));
    }

    /** The configuration names the keys and a key management system wraps them, as in Spark. */
    @ParameterizedTest
    @MethodSource("pairingsAndEncryptions")
    void readsAFileEncryptedByThePropertiesDrivenFactory(Pairing pairing, Encryption encryption) throws IOException {
        Rows rows = encryption.shape.rows();
        Configuration configuration = encryption.configuration();
        org.apache.hadoop.fs.Path path =
                new org.apache.hadoop.fs.Path(directory.resolve("file.parquet").toUri());
        ExampleParquetWriter.Builder builder = ExampleParquetWriter.builder(path)
                .withType(rows.schema())
                .withConf(configuration)
                .withCompressionCodec(pairing.codec())
                .withCodecFactory(pairing.writer().newFactory());
        encryption.shape.configure(builder);
        try (ParquetWriter<Group> writer = builder.build()) {
            rows.writeTo(writer);
        }
        assertEncrypted(directory.resolve("file.parquet"));
        try (ParquetReader<Group> reader = ParquetReader.builder(new GroupReadSupport(), path)
                .withConf(configuration)
                .withCodecFactory(pairing.reader().newFactory())
                .build()) {
            rows.assertEqualTo(Rows.rest(reader));
        }
    }

    /** A file with an encrypted footer has its own magic number, so the test cannot run in plaintext by mistake. */
    private static void assertEncrypted(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        assertEquals(
                "PARE",
                new String(Arrays.copyOfRange(bytes, bytes.length - 4, bytes.length), StandardCharsets.US_ASCII));
    }

    private static <T> Map<ColumnPath, T> forEachColumn(BiFunction<ColumnPath, byte[], T> properties) {
        return Stream.of(Map.entry(NAME, NAME_KEY), Map.entry(NUMBER, NUMBER_KEY))
                .collect(Collectors.toMap(
                        column -> ColumnPath.fromDotString(column.getKey()),
                        column -> properties.apply(ColumnPath.fromDotString(column.getKey()), column.getValue())));
    }

    private static byte[] key(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
