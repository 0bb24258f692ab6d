// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import org.apache.flink.formats.parquet.ParquetBuilder;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.OutputFile;

/**
 * Bulk writers for {@code FileSink} over any builder of Parquet writers, compressing with parquet-fastcodec.
 *
 * <p>What travels to the task managers are the settings; the codec factory is made there, for each file. The parquet-java
 * before 1.14 has no place for a factory in its builder: there the codecs are put into its codec map, as for
 * {@link FastCodecReaders}.
 */
public final class FastCodecWriters {

    private FastCodecWriters() {}

    /**
     * Makes the builder of one file's writer.
     *
     * @param <T> what is written
     */
    @FunctionalInterface
    public interface BuilderFactory<T> extends Serializable {

        /**
         * Returns a new builder, complete but for its codec factory and not built yet.
         *
         * @throws IOException if there can be none
         */
        ParquetWriter.Builder<T, ?> create(OutputFile file) throws IOException;
    }

    /** Returns bulk writers with default settings. */
    public static <T> ParquetWriterFactory<T> of(BuilderFactory<T> builders) {
        return of(builders, Map.of());
    }

    /**
     * Returns bulk writers that compress with the given settings. Creating a file fails with an
     * {@link IllegalArgumentException} if {@code parquet.crypto.factory.class} is set in the builder's configuration and
     * this parquet-java cannot write to Flink's files then; it names the key and what to do.
     *
     * @param settings keys of docs/configuration.md and their values, copied; the builder's own configuration is not read
     * @throws IllegalArgumentException if a setting is not in its range; names key, value and range
     */
    public static <T> ParquetWriterFactory<T> of(BuilderFactory<T> builders, Map<String, String> settings) {
        return of(builders, CodecSettings.of(settings));
    }

    static <T> ParquetWriterFactory<T> of(BuilderFactory<T> builders, CodecSettings settings) {
        return new ParquetWriterFactory<>(new Writers<>(builders, settings));
    }

    private static final class Writers<T> implements ParquetBuilder<T> {

        private static final long serialVersionUID = 1L;

        private final BuilderFactory<T> builders;
        private final CodecSettings settings;

        Writers(BuilderFactory<T> builders, CodecSettings settings) {
            this.builders = builders;
            this.settings = settings;
        }

        @Override
        public ParquetWriter<T> createWriter(OutputFile file) throws IOException {
            return WriterCodecs.build(builders.create(file), settings);
        }
    }
}
