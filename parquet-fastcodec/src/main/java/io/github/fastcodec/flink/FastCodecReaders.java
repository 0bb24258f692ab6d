// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.io.IOException;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.src.FileSourceSplit;
import org.apache.flink.connector.file.src.reader.BulkFormat;
import org.apache.flink.connector.file.src.reader.StreamFormat;
import org.apache.flink.core.fs.FSDataInputStream;

/**
 * Wraps formats of {@code FileSource} that read Parquet, so that pages are decompressed with parquet-fastcodec.
 *
 * <p>Flink's formats do not pass a codec factory to parquet-java. So a wrapped format puts the codecs into parquet-java's
 * codec map when it opens a file on a task manager. From then on these codecs serve all code in that JVM that uses the same
 * copy of parquet-java.
 *
 * <p>If this project is in a job's jar and parquet-java is in Flink's lib folder, parquet-java outlives this project's class
 * loader. In that case the map stays unchanged, one warning is logged, and the format reads as if it were not wrapped.
 */
public final class FastCodecReaders {

    private FastCodecReaders() {}

    /** Wraps a format with default settings. */
    public static <T, S extends FileSourceSplit> BulkFormat<T, S> of(BulkFormat<T, S> format) {
        return of(format, Map.of());
    }

    /**
     * Wraps a format, e.g. {@code ParquetColumnarRowInputFormat}.
     *
     * @param settings settings by key, as listed in docs/configuration.md; the map is copied
     * @throws IllegalArgumentException if a setting is out of range; the message names the key, the value and the range
     */
    public static <T, S extends FileSourceSplit> BulkFormat<T, S> of(
            BulkFormat<T, S> format, Map<String, String> settings) {
        return new Bulk<>(format, JobSettings.of(settings));
    }

    /** Wraps a format with default settings. */
    public static <T> StreamFormat<T> of(StreamFormat<T> format) {
        return of(format, Map.of());
    }

    /**
     * Wraps a format, e.g. one of {@code AvroParquetReaders}.
     *
     * @param settings settings by key, as listed in docs/configuration.md; the map is copied
     * @throws IllegalArgumentException if a setting is out of range; the message names the key, the value and the range
     */
    public static <T> StreamFormat<T> of(StreamFormat<T> format, Map<String, String> settings) {
        return new Stream<>(format, JobSettings.of(settings));
    }

    /** Wraps a format with settings from SQL options. */
    static <T, S extends FileSourceSplit> BulkFormat<T, S> of(BulkFormat<T, S> format, JobSettings settings) {
        return new Bulk<>(format, settings);
    }

    private static final class Bulk<T, S extends FileSourceSplit> implements BulkFormat<T, S> {

        private static final long serialVersionUID = 1L;

        private final BulkFormat<T, S> format;
        private final JobSettings settings;

        Bulk(BulkFormat<T, S> format, JobSettings settings) {
            this.format = format;
            this.settings = settings;
        }

        @Override
        public Reader<T> createReader(Configuration config, S split) throws IOException {
            StaticCodecs.installForFile(format.getClass(), settings, false);
            return format.createReader(config, split);
        }

        @Override
        public Reader<T> restoreReader(Configuration config, S split) throws IOException {
            StaticCodecs.installForFile(format.getClass(), settings, false);
            return format.restoreReader(config, split);
        }

        @Override
        public boolean isSplittable() {
            return format.isSplittable();
        }

        @Override
        public TypeInformation<T> getProducedType() {
            return format.getProducedType();
        }
    }

    private static final class Stream<T> implements StreamFormat<T> {

        private static final long serialVersionUID = 1L;

        private final StreamFormat<T> format;
        private final JobSettings settings;

        Stream(StreamFormat<T> format, JobSettings settings) {
            this.format = format;
            this.settings = settings;
        }

        @Override
        public Reader<T> createReader(Configuration config, FSDataInputStream stream, long fileLen, long splitEnd)
                throws IOException {
            StaticCodecs.installForFile(format.getClass(), settings, false);
            return format.createReader(config, stream, fileLen, splitEnd);
        }

        @Override
        public Reader<T> restoreReader(
                Configuration config, FSDataInputStream stream, long restoredOffset, long fileLen, long splitEnd)
                throws IOException {
            StaticCodecs.installForFile(format.getClass(), settings, false);
            return format.restoreReader(config, stream, restoredOffset, fileLen, splitEnd);
        }

        @Override
        public boolean isSplittable() {
            return format.isSplittable();
        }

        @Override
        public TypeInformation<T> getProducedType() {
            return format.getProducedType();
        }
    }
}
