// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import io.github.fastcodec.FastCodecOptions;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.zlib.ZlibCompressor.CompressionLevel;
import org.apache.hadoop.util.ReflectionUtils;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** Creates parquet-java's codecs, for files whose settings switch this project off. */
final class ParquetJavaCodec {

    private ParquetJavaCodec() {}

    /**
     * Creates the codec that parquet-java's factory would create for a file with these settings.
     *
     * @param level the level in the map's key, or null if the key has none
     * @param className the name of parquet-java's class
     * @param loader the class loader of the copy of parquet-java that uses the codec
     * @throws UnsupportedOperationException if parquet-java has no class for this codec
     */
    static CompressionCodec create(
            CompressionCodecName codec,
            @Nullable String level,
            Map<String, String> settings,
            String className,
            ClassLoader loader) {
        Configuration configuration = new Configuration(false);
        configuration.setClassLoader(loader);
        settings.forEach(configuration::set);
        String levelKey = FastCodecOptions.levelKey(codec);
        if (levelKey != null) {
            String ownLevel = level == null ? settings.get(levelKey) : level;
            if (ownLevel != null) {
                configuration.set(levelKey, codec == CompressionCodecName.GZIP ? gzipLevel(ownLevel) : ownLevel);
            }
        }
        return (CompressionCodec) ReflectionUtils.newInstance(load(codec, className, loader), configuration);
    }

    private static Class<?> load(CompressionCodecName codec, String className, ClassLoader loader) {
        try {
            return Class.forName(className, true, loader);
        } catch (ClassNotFoundException notInParquetJava) {
            try {
                return Class.forName(className, true, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException e) {
                throw new UnsupportedOperationException(
                        "Class " + className + " was not found: parquet-java does not include a codec for " + codec
                                + ", and parquet-fastcodec is switched off for this file. Set "
                                + "parquet.fastcodec.enabled=true, or use another codec",
                        e);
            }
        }
    }

    /**
     * Converts the number of a level to its name. parquet-java's GZIP codec accepts only names, but the keys of
     * parquet-java's codec map may contain numbers.
     */
    private static String gzipLevel(String level) {
        try {
            int number = Integer.parseInt(level.trim());
            if (number == -1) {
                return CompressionLevel.DEFAULT_COMPRESSION.name();
            }
            return number < 0 || number > 9 ? level : CompressionLevel.values()[number].name();
        } catch (NumberFormatException e) {
            return level;
        }
    }
}
