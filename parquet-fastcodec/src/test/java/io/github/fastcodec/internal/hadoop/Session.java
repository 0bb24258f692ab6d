// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.Direction;
import io.github.fastcodec.FastCodecStats;
import io.github.fastcodec.hadoop.FastCodecCryptoFactory;
import io.github.fastcodec.hadoop.FastCodecInstaller;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What a session does that brought this project in a class loader of its own, below parquet-java's. Made for {@link
 * EndingLoaderTest}, which talks to it in strings.
 */
public final class Session implements UnaryOperator<String> {

    private final Tenant tenant = new Tenant();

    /** Loads the classes that count pages, so that their counts can be read when the loader is closed. */
    public Session() {
        pages(CompressionCodecName.SNAPPY.name(), Direction.COMPRESS);
    }

    /**
     * Understands {@code write CODEC} and {@code read CODEC} (a file with our key, by parquet-java's own factory), {@code hook}
     * (the first step of a file that somebody else goes on to write), {@code install} and {@code remove} (for the process),
     * {@code written CODEC} and {@code read-pages CODEC} (pages that went through us).
     */
    @Override
    public String apply(String command) {
        String[] words = command.split(" ");
        Configuration configuration = new Configuration(false);
        configuration.set("parquet.fastcodec.pool.idle.seconds", "1");
        switch (words[0]) {
            case "write":
                new FastCodecCryptoFactory().getFileEncryptionProperties(configuration, null, null);
                return tenant.apply("compress " + words[1]);
            case "read":
                new FastCodecCryptoFactory().getFileDecryptionProperties(configuration, null);
                return tenant.apply("round " + words[1]);
            case "hook":
                new FastCodecCryptoFactory().getFileEncryptionProperties(configuration, null, null);
                new FastCodecCryptoFactory().getFileDecryptionProperties(configuration, null);
                return "ok";
            case "install":
                return Boolean.toString(FastCodecInstaller.install(configuration));
            case "remove":
                configuration.set("parquet.fastcodec.enabled", "false");
                return Boolean.toString(FastCodecInstaller.install(configuration));
            case "written":
                return pages(words[1], Direction.COMPRESS);
            case "read-pages":
                return pages(words[1], Direction.DECOMPRESS);
            default:
                throw new IllegalArgumentException(command);
        }
    }

    private static String pages(String codec, Direction direction) {
        return Long.toString(FastCodecStats.of(CompressionCodecName.valueOf(codec), direction)
                .getPages());
    }
}
