// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hadoop;

import io.github.fastcodec.internal.memory.InitializerMemory;
import io.github.fastcodec.internal.settings.Settings;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.crypto.DecryptionPropertiesFactory;
import org.apache.parquet.crypto.EncryptionPropertiesFactory;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.crypto.ParquetCryptoRuntimeException;
import org.apache.parquet.hadoop.BadConfigurationException;
import org.apache.parquet.hadoop.api.WriteSupport.WriteContext;
import org.jspecify.annotations.Nullable;

/**
 * The class to name in {@code parquet.crypto.factory.class}. For every file, parquet-java loads and calls it before
 * looking for a codec. On each call, the factory has {@link FastCodecInstaller} install the codecs and record the file's
 * settings. It delegates encryption to the class that {@value #DELEGATE} names; if that key is not set, files are
 * plaintext.
 *
 * <p>Stateless and thread-safe.
 */
public final class FastCodecCryptoFactory implements EncryptionPropertiesFactory, DecryptionPropertiesFactory {

    /**
     * The key that names the real crypto factory, a class that would also be valid for
     * {@code parquet.crypto.factory.class}.
     */
    static final String DELEGATE = Settings.CRYPTO_FACTORY_KEY;

    /** The prefix of the configuration keys for parquet-java's encryption. */
    private static final String ENCRYPTION = "parquet.encryption.";

    /**
     * Creates the factory. parquet-java calls this for each file.
     *
     * @throws OutOfMemoryError if this is the first file of the JVM and too little memory is left to load the codecs; the next
     *     file tries again
     */
    public FastCodecCryptoFactory() {
        InitializerMemory.require();
    }

    /**
     * Calls the configured factory, then installs the codecs.
     *
     * @param file the file, which may be null
     * @return the configured factory's result, or null (plaintext) if none is configured
     * @throws BadConfigurationException if the configured class is missing or is not an
     *     {@link EncryptionPropertiesFactory}, or if no class is configured although keys for parquet-java's encryption are
     *     set
     * @throws ParquetCryptoRuntimeException if the configured factory throws it
     */
    @Override
    public @Nullable FileEncryptionProperties getFileEncryptionProperties(
            Configuration configuration, Path file, WriteContext context) {
        EncryptionPropertiesFactory delegate = delegate(configuration, EncryptionPropertiesFactory.class);
        FileEncryptionProperties properties = null;
        if (delegate == null) {
            requireNoEncryption(configuration);
        } else {
            properties = delegate.getFileEncryptionProperties(configuration, file, context);
        }
        FastCodecInstaller.installForFile(configuration, true); // last, so that a failed file leaves no note
        return properties;
    }

    /**
     * Calls the configured factory, then installs the codecs.
     *
     * @param file the file, which may be null
     * @return the configured factory's result, or null (plaintext) if none is configured
     * @throws BadConfigurationException if the configured class is missing or is not a {@link DecryptionPropertiesFactory}
     * @throws ParquetCryptoRuntimeException if the configured factory throws it
     */
    @Override
    public @Nullable FileDecryptionProperties getFileDecryptionProperties(Configuration configuration, Path file) {
        DecryptionPropertiesFactory delegate = delegate(configuration, DecryptionPropertiesFactory.class);
        FileDecryptionProperties properties =
                delegate == null ? null : delegate.getFileDecryptionProperties(configuration, file);
        FastCodecInstaller.installForFile(configuration, false); // last, so that a failed file leaves no note
        return properties;
    }

    /**
     * Rejects a configuration that asks for encryption but does not name a real crypto factory: its file would be
     * plaintext.
     */
    private static void requireNoEncryption(Configuration configuration) {
        if (configuration == null) {
            return;
        }
        Set<String> keys =
                new TreeSet<>(configuration.getPropsWithPrefix(ENCRYPTION).keySet());
        if (!keys.isEmpty()) {
            throw new BadConfigurationException("Encryption is configured (" + ENCRYPTION
                    + keys.stream().limit(3).collect(Collectors.joining(", " + ENCRYPTION))
                    + "), but no crypto factory uses it: parquet.crypto.factory.class is "
                    + FastCodecCryptoFactory.class.getSimpleName() + ", which delegates encryption to the class that "
                    + DELEGATE
                    + " names, and that key is not set. The file was not written. Set " + DELEGATE
                    + " to the real crypto factory, e.g. org.apache.parquet.crypto.keytools.PropertiesDrivenCryptoFactory;"
                    + " to write plaintext, remove the keys that start with " + ENCRYPTION);
        }
    }

    /**
     * Returns the configured crypto factory, or null. A wrong name is an error, because the file would otherwise be
     * plaintext.
     */
    private static <T> @Nullable T delegate(Configuration configuration, Class<T> kind) {
        String name = configuration == null
                ? ""
                : Settings.CRYPTO_FACTORY.find(configuration::get).orElse("");
        if (name.isEmpty() || name.equals(FastCodecCryptoFactory.class.getName())) {
            return null;
        }
        try {
            return configuration
                    .getClassByName(name)
                    .asSubclass(kind)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
            throw new BadConfigurationException(
                    DELEGATE + " is \"" + name + "\", expected a class on the class path that implements "
                            + kind.getName() + " and has a public constructor without arguments",
                    e);
        }
    }
}
