// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.advise.ColumnAdvice;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The lines that a user copies to apply a recommendation, for each way to write a table.
 *
 * @param file the codec for all columns of a file; null if the file keeps its codec, or if the recommended codec in all columns
 *     would make the file larger, which only the plan prevents
 * @param withoutDictionary the columns for which no dictionary pays
 */
record CopyLines(@Nullable CodecLevel file, Plan plan, List<ColumnAdvice> columns, List<String> withoutDictionary) {

    /** A name that no writer, file format or shell takes for anything else. A dot may separate the names of nested columns. */
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}\\p{N}_-]+");

    private static final String PROPERTY = "<property><name>%s</name><value>%s</value></property>";

    /** Returns the lines, keyed by their purpose; empty if nothing changes and every dictionary pays. */
    Map<String, String> all(Conversion conversion) {
        Map<String, String> all = new LinkedHashMap<>();
        if (!columns.stream().allMatch(ColumnAdvice::isUnchanged)) {
            addCodecs(conversion, all);
        }
        List<String> plain = withoutDictionary.stream()
                .filter(name -> PLAIN_NAME.matcher(name).matches())
                .toList();
        if (!plain.isEmpty()) {
            addDictionaries(plain, all);
        }
        return all;
    }

    private void addCodecs(Conversion conversion, Map<String, String> all) {
        all.put("recompress", conversion.line(plan));
        if (file != null) {
            addSettings(file, all);
        }
        if (file != null || columns.stream().anyMatch(ColumnAdvice::hasOwnChoice)) {
            all.put("parquet-java 1.18", builder());
        }
        String own = columns.stream()
                .filter(ColumnAdvice::hasOwnChoice)
                .filter(column ->
                        PLAIN_NAME.matcher(column.path().replace(".", "")).matches())
                .map(CopyLines::ownProperties)
                .collect(Collectors.joining("\n"));
        if (!own.isEmpty()) {
            all.put("Hadoop with parquet-java 1.18, for single columns", own);
        }
    }

    private static String ownProperties(ColumnAdvice column) {
        CodecLevel own = column.choice().codec();
        String codec = String.format(PROPERTY, "parquet.compression#" + column.path(), own.codec());
        return own.level() == null
                ? codec
                : codec + "\n" + String.format(PROPERTY, "parquet.compression.level#" + column.path(), own.level());
    }

    /** Adds the settings that turn off the dictionaries of columns. */
    private static void addDictionaries(List<String> names, Map<String, String> all) {
        String key = "parquet.enable.dictionary#%s";
        all.put("Dictionaries, spark-defaults.conf", each(names, "\n", "spark.hadoop." + key + " false"));
        all.put("Dictionaries, Spark SQL, Delta", each(names, "\n", "SET `" + key + "`=false;"));
        all.put("Dictionaries, Spark, df.write of Parquet", each(names, "\n", ".option(\"" + key + "\", \"false\")"));
        all.put(
                "Dictionaries, Iceberg 1.12",
                "ALTER TABLE t SET TBLPROPERTIES ("
                        + each(names, ", ", "'write.parquet.dict-encoding-enabled.column.%s' = 'false'") + ");");
        all.put("Dictionaries, Hadoop, Hive", each(names, "\n", String.format(PROPERTY, key, false)));
        all.put(
                "Dictionaries, Java, Flink's ParquetBuilder",
                "builder" + each(names, "\n        ", ".withDictionaryEncoding(\"%s\", false)") + ";");
    }

    private static String each(List<String> names, String separator, String format) {
        return names.stream().map(name -> String.format(format, name)).collect(Collectors.joining(separator));
    }

    /** Adds the settings of writers that use one codec for all columns of a file. */
    private static void addSettings(CodecLevel file, Map<String, String> all) {
        String codec = file.codec().name();
        String lower = codec.toLowerCase(Locale.ROOT);
        all.put(
                "spark-defaults.conf",
                "spark.sql.parquet.compression.codec " + lower + level(file, "\nspark.hadoop.%s %s"));
        all.put(
                "Spark SQL, Delta",
                "SET spark.sql.parquet.compression.codec=" + lower + ";" + level(file, "\nSET %s=%s;"));
        all.put(
                "Iceberg",
                "ALTER TABLE t SET TBLPROPERTIES ('write.parquet.compression-codec' = '" + lower + "'"
                        // Iceberg's own writers fail if GZIP is given a level, and ignore that of LZ4_RAW
                        + (file.codec() == CompressionCodecName.GZIP || isLz4(file)
                                ? ""
                                : level(file, ", 'write.parquet.compression-level' = '%2$s'"))
                        + ");");
        all.put(
                "Flink SQL",
                "ALTER TABLE t SET ('format' = 'parquet-fastcodec', 'parquet-fastcodec.compression' = '" + codec + "'"
                        + level(file, ", 'parquet-fastcodec.%3$s' = '%2$s'") + ");");
        all.put("Hadoop", String.format(PROPERTY, "parquet.compression", codec) + level(file, "\n" + PROPERTY));
    }

    private String builder() {
        StringBuilder calls = new StringBuilder("builder.withCodecFactory(new FastCodecFactory(");
        calls.append(file == null ? "" : level(file, "FastCodecOptions.from(Map.of(\"%s\", \"%s\")::get)"))
                .append("))");
        if (file != null) {
            calls.append("\n        .withCompressionCodec(CompressionCodecName.")
                    .append(file.codec())
                    .append(')');
        }
        columns.stream().filter(ColumnAdvice::hasOwnChoice).forEach(column -> {
            CodecLevel own = column.choice().codec();
            String path =
                    "\"" + PlainText.of(column.path().replace("\\", "\\\\").replace("\"", "\\\"")) + "\"";
            calls.append("\n        .withCompressionCodec(" + path + ", CompressionCodecName." + own.codec() + ")");
            if (own.level() != null) {
                calls.append("\n        .withCompressionLevel(" + path + ", " + own.level() + ")");
            }
        });
        return calls.append(';').toString();
    }

    /** Formats the level's key, the level, and the key without "parquet.". Returns "" for a codec without a level. */
    private static String level(CodecLevel file, String format) {
        if (file.level() == null) {
            return "";
        }
        String key = CodecLevels.of(file.codec()).orElseThrow().key();
        return String.format(Locale.ROOT, format, key, file.level(), key.replaceFirst("^parquet\\.", ""));
    }

    /**
     * Returns notes to read before using the lines, as sentences.
     *
     * @param before notes that come first
     */
    List<String> notes(List<String> before) {
        List<String> notes = new ArrayList<>(before);
        if (!withoutDictionary.isEmpty()) {
            notes.add(
                    "Dictionaries: the lines hold while the data, their order and the size of the files stay as they are. The same"
                            + " line with true takes one back. A column whose name has a dot or another mark has no line. Delta Lake"
                            + " drops the options of a write, and Flink's SQL formats read no setting of a single column.");
        }
        if (file != null && file.codec() == CompressionCodecName.LZ4_RAW) {
            notes.add("Spark 3.5 calls the codec lz4raw.");
        }
        if (columns.stream().anyMatch(ColumnAdvice::hasOwnChoice)) {
            notes.add("Only parquet-java 1.18 and recompress can give a single column its own codec.");
        }
        TableAdvice.NOT_IN_PARQUET_JAVA.stream()
                .filter(codec -> columns.stream()
                        .anyMatch(column -> column.choice().codec().codec() == codec))
                .forEach(codec -> notes.add(codec + " needs parquet-fastcodec wherever parquet-java reads or writes it:"
                        + " parquet-java alone does not have this codec."));
        columns.stream()
                .map(column -> column.choice().codec())
                .filter(CopyLines::hasLevelOfOurs)
                .distinct()
                .forEach(codec ->
                        notes.add(codec + " needs parquet-fastcodec where files are written: parquet-java alone does"
                                + " not have this level. Any reader of " + codec.codec() + " reads the files."));
        return notes;
    }

    private static boolean isLz4(CodecLevel codec) {
        return codec.codec() == CompressionCodecName.LZ4_RAW || codec.codec() == CompressionCodecName.LZ4;
    }

    /** Returns whether parquet-java has the codec, but not the level. */
    private static boolean hasLevelOfOurs(CodecLevel codec) {
        int highest = codec.codec() == CompressionCodecName.GZIP ? 9 : isLz4(codec) ? 1 : Integer.MAX_VALUE;
        return codec.level() != null && codec.level() > highest;
    }
}
