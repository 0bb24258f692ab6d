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
 * The actions of a session that has this project in its own class loader, below parquet-java's. Made for
 * {@link EndingLoaderTest}, which communicates with it in strings.
 */
public final class Session implements UnaryOperator<String> {

    /** For the loader. */
    public Session() {}

    /**
     * Understands {@code install} and {@code remove} (for the process), {@code hook} (the first step of a file that another class
     * then writes or reads), each with keys and values as {@code KEY=VALUE}; {@code written CODEC} and {@code read CODEC} (the
     * number of pages that went through this copy).
     */
    @Override
    public String apply(String command) {
        String[] words = command.split(" ");
        switch (words[0]) {
            case "install":
                return Boolean.toString(FastCodecInstaller.install(configuration(words)));
            case "remove":
                Configuration off = configuration(words);
                off.set("parquet.fastcodec.enabled", "false");
                return Boolean.toString(FastCodecInstaller.install(off));
            case "hook":
                new FastCodecCryptoFactory().getFileEncryptionProperties(configuration(words), null, null);
                new FastCodecCryptoFactory().getFileDecryptionProperties(configuration(words), null);
                return "ok";
            case "written":
                return pages(words[1], Direction.COMPRESS);
            case "read":
                return pages(words[1], Direction.DECOMPRESS);
            default:
                throw new IllegalArgumentException(command);
        }
    }

    private static Configuration configuration(String[] words) {
        Configuration configuration = new Configuration(false);
        configuration.set("parquet.fastcodec.pool.idle.seconds", "1");
        for (int i = 1; i < words.length; i++) {
            String[] setting = words[i].split("=");
            configuration.set(setting[0], setting[1]);
        }
        return configuration;
    }

    private static String pages(String codec, Direction direction) {
        return Long.toString(FastCodecStats.of(CompressionCodecName.valueOf(codec), direction)
                .getPages());
    }
}
