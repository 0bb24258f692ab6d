// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.flink;

import java.io.Serializable;
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
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Bulk writers for {@code FileSink} that compress Avro records with parquet-fastcodec. Flink's {@code AvroParquetWriters}
 * do not accept a codec factory. To set other properties of the file (sizes of pages and row groups, dictionaries), pass
 * an {@link AvroParquetWriter} builder to {@link FastCodecWriters#of}.
 *
 * <p>The {@code settings} of each method map keys to values, as listed in docs/configuration.md; the map is copied. A
 * value that is out of range causes an {@link IllegalArgumentException} that names the key, the value and the range.
 */
public final class FastCodecAvroWriters {

    private FastCodecAvroWriters() {}

    /** Returns bulk writers for generic records. */
    public static ParquetWriterFactory<GenericRecord> forGenericRecord(
            Schema schema, CompressionCodecName codec, Map<String, String> settings) {
        return writers(schema, GenericData::get, codec, settings);
    }

    /** Returns bulk writers for records of a class that Avro generated. */
    public static <T extends SpecificRecord> ParquetWriterFactory<T> forSpecificRecord(
            Class<T> type, CompressionCodecName codec, Map<String, String> settings) {
        return writers(SpecificData.get().getSchema(type), SpecificData::get, codec, settings);
    }

    /** Returns bulk writers for objects whose schema Avro derives by reflection. */
    public static <T> ParquetWriterFactory<T> forReflectRecord(
            Class<T> type, CompressionCodecName codec, Map<String, String> settings) {
        return writers(ReflectData.get().getSchema(type), ReflectData::get, codec, settings);
    }

    private static <T> ParquetWriterFactory<T> writers(
            Schema schema, Model model, CompressionCodecName codec, Map<String, String> settings) {
        JobSettings jobSettings = JobSettings.of(settings).writing(codec);
        String schemaText = schema.toString();
        return FastCodecWriters.of(
                file -> AvroParquetWriter.<T>builder(file)
                        .withSchema(new Schema.Parser().parse(schemaText))
                        .withDataModel(model.get())
                        .withCompressionCodec(codec)
                        .withConf(jobSettings.addTo(new Configuration())),
                jobSettings);
    }

    /** Supplies one of Avro's data models, which are not serializable themselves. */
    private interface Model extends Serializable {
        GenericData get();
    }
}
