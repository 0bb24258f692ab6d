// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.reflect.ReflectData;
import org.apache.avro.specific.SpecificData;
import org.apache.avro.specific.SpecificRecord;
import org.apache.flink.formats.parquet.ParquetWriterFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.avro.AvroParquetWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.OutputFile;

/**
 * Bulk writers of Avro records for {@code FileSink}, compressing with parquet-fastcodec. Flink's {@code AvroParquetWriters}
 * take no codec. To set other properties of the file (sizes of pages and row groups, dictionaries), pass an
 * {@link AvroParquetWriter} builder to {@link FastCodecWriters#of}.
 *
 * <p>The {@code settings} of each method are keys of docs/configuration.md and their values; they are copied. A value out of
 * its range is an {@link IllegalArgumentException} that names key, value and range.
 */
public final class FastCodecAvroWriters {

    private FastCodecAvroWriters() {}

    /** Returns bulk writers of generic records. */
    public static ParquetWriterFactory<GenericRecord> forGenericRecord(
            Schema schema, CompressionCodecName codec, Map<String, String> settings) {
        return writers(schema, Model.GENERIC, codec, settings);
    }

    /** Returns bulk writers of records of a class that Avro generated. */
    public static <T extends SpecificRecord> ParquetWriterFactory<T> forSpecificRecord(
            Class<T> type, CompressionCodecName codec, Map<String, String> settings) {
        return writers(SpecificData.get().getSchema(type), Model.SPECIFIC, codec, settings);
    }

    /** Returns bulk writers of objects whose schema Avro finds by reflection. */
    public static <T> ParquetWriterFactory<T> forReflectRecord(
            Class<T> type, CompressionCodecName codec, Map<String, String> settings) {
        return writers(ReflectData.get().getSchema(type), Model.REFLECT, codec, settings);
    }

    private static <T> ParquetWriterFactory<T> writers(
            Schema schema, Model model, CompressionCodecName codec, Map<String, String> settings) {
        JobSettings jobSettings = JobSettings.of(settings);
        return FastCodecWriters.of(new Builders<>(schema.toString(), model, codec, jobSettings), jobSettings);
    }

    /** The models of Avro, which are not serializable themselves. */
    private enum Model {
        GENERIC,
        SPECIFIC,
        REFLECT;

        GenericData get() {
            switch (this) {
                case GENERIC:
                    return GenericData.get();
                case SPECIFIC:
                    return SpecificData.get();
                default:
                    return ReflectData.get();
            }
        }
    }

    private static final class Builders<T> implements FastCodecWriters.BuilderFactory<T> {

        private static final long serialVersionUID = 1L;

        private final String schema;
        private final Model model;
        private final CompressionCodecName codec;
        private final JobSettings settings;

        Builders(String schema, Model model, CompressionCodecName codec, JobSettings settings) {
            this.schema = schema;
            this.model = model;
            this.codec = codec;
            this.settings = settings;
        }

        @Override
        public ParquetWriter.Builder<T, ?> create(OutputFile file) {
            return AvroParquetWriter.<T>builder(file)
                    .withSchema(new Schema.Parser().parse(schema))
                    .withDataModel(model.get())
                    .withCompressionCodec(codec)
                    .withConf(settings.addTo(new Configuration()));
        }
    }
}
