// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.io.IOException;
import java.io.Serializable;
import java.util.Map;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.io.OutputFile;

/**
 * Bulk writers for {@code FileSink} that wrap any builder of Parquet writers and compress with parquet-fastcodec.
 *
 * <p>The settings are sent to the task managers, which create a codec factory for each file. Before version 1.14,
 * parquet-java's builders do not accept a factory. In that case, the codecs are put into parquet-java's codec map, as for
 * {@link FastCodecReaders}.
 */
public final class FastCodecWriters {

    private FastCodecWriters() {}

    /**
     * Creates the builder of one file's writer.
     *
     * @param <T> the type of the records
     */
    @FunctionalInterface
    public interface BuilderFactory<T> extends Serializable {

        /**
         * Returns a new builder that is complete except for its codec factory. Its {@code build} has not been called.
         *
         * @throws IOException if the builder cannot be created
         */
        ParquetWriter.Builder<T, ?> create(OutputFile file) throws IOException;
    }

    /** Returns bulk writers with default settings. */
    public static <T> ParquetWriterFactory<T> of(BuilderFactory<T> builders) {
        return of(builders, Map.of());
    }

    /**
     * Returns bulk writers that compress with the given settings. Since 1.14.4 parquet-java cannot write Flink's files if
     * {@code parquet.crypto.factory.class} is set in the builder's configuration. In that case, creating a file fails with
     * an {@link IllegalArgumentException} that names the key and the remedy.
     *
     * @param settings settings by key, as listed in docs/configuration.md; the map is copied, and the builder's own
     *     configuration is not read
     * @throws IllegalArgumentException if a setting is out of range; the message names the key, the value and the range
     */
    public static <T> ParquetWriterFactory<T> of(BuilderFactory<T> builders, Map<String, String> settings) {
        return of(builders, JobSettings.of(settings));
    }

    static <T> ParquetWriterFactory<T> of(BuilderFactory<T> builders, JobSettings settings) {
        return new ParquetWriterFactory<>(file -> WriterCodecs.build(builders.create(file), settings));
    }
}
