// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.internal.text.PlainText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** Lines that write tables as an advice recommends, for each way to write one. */
final class CopyLines {

    private final CodecLevel file;
    private final List<ColumnAdvice> columns;
    private final List<String> conversion;

    private CopyLines(Advice advice) {
        this.file = advice.fileChoice().codec();
        this.columns =
                advice.columns().stream().filter(ColumnAdvice::hasOwnChoice).collect(Collectors.toList());
        this.conversion = advice.conversion();
    }

    static Map<String, String> of(Advice advice) {
        CopyLines lines = new CopyLines(advice);
        Map<String, String> all = new LinkedHashMap<>();
        if (!advice.isUnchanged()) {
            all.put("recompress", lines.recompress());
        }
        all.put("Spark", lines.spark());
        all.put("Spark SQL, Delta", lines.sparkSql());
        all.put("Iceberg", lines.iceberg());
        all.put("Flink SQL", lines.flink());
        all.put("Hadoop", lines.hadoop());
        all.put("parquet-java 1.18", lines.builder());
        return all;
    }

    static List<String> notes(Advice advice) {
        List<String> notes = new ArrayList<>(advice.conversionNotes());
        if (advice.columns().stream().anyMatch(ColumnAdvice::hasOwnChoice)) {
            notes.add("Only parquet-java 1.18 and recompress give single columns a codec of their own.");
        }
        Stream.of(CompressionCodecName.BROTLI, CompressionCodecName.LZO)
                .filter(codec -> advice.columns().stream()
                        .anyMatch(column -> column.choice().codec().codec() == codec))
                .forEach(codec -> notes.add(codec + " needs parquet-fastcodec wherever parquet-java reads or writes it:"
                        + " parquet-java brings no such codec."));
        return Collections.unmodifiableList(notes);
    }

    /** Returns the command line that converts files, with its arguments. */
    static List<String> commandLine(List<String> paths) {
        List<String> command = new ArrayList<>(List.of(
                "java",
                "-jar",
                "parquet-fastcodec-tools-VERSION-all.jar",
                "recompress",
                "--plan",
                "plan.json",
                "--to",
                "converted"));
        if (paths.stream().anyMatch(path -> path.startsWith("-"))) {
            command.add("--");
        }
        command.addAll(paths);
        return command;
    }

    private String recompress() {
        return conversion.stream().map(PlainText::forShell).collect(Collectors.joining(" "));
    }

    private static String javaString(String text) {
        return "\"" + PlainText.of(text.replace("\\", "\\\\").replace("\"", "\\\"")) + "\"";
    }

    private String spark() {
        String level = level(file, "--conf spark.hadoop.%s=%d");
        return "--conf spark.sql.parquet.compression.codec=" + sparkName() + (level.isEmpty() ? "" : " \\\n" + level);
    }

    private String sparkSql() {
        String level = level(file, "SET %s=%d;");
        return "SET spark.sql.parquet.compression.codec=" + sparkName() + ";" + (level.isEmpty() ? "" : "\n" + level);
    }

    /** Spark 3.5 calls LZ4_RAW lz4raw, and Spark 4 takes both names. */
    private String sparkName() {
        return file.codec() == CompressionCodecName.LZ4_RAW ? "lz4raw" : lower(file.codec());
    }

    private String iceberg() {
        return "ALTER TABLE t SET TBLPROPERTIES ('write.parquet.compression-codec' = '" + lower(file.codec()) + "'"
                + (file.level().isPresent()
                        ? ", 'write.parquet.compression-level' = '"
                                + file.level().getAsInt() + "'"
                        : "")
                + ");";
    }

    private String flink() {
        String level = file.level().isPresent()
                ? ",\n  '" + flinkKey() + "' = '" + file.level().getAsInt() + "'"
                : "";
        return "'format' = 'parquet-fastcodec',\n  'parquet-fastcodec.compression' = '" + file.codec() + "'" + level;
    }

    private String flinkKey() {
        String key = levelKey(file.codec());
        return "parquet-fastcodec." + (key.startsWith("parquet.") ? key.substring("parquet.".length()) : key);
    }

    private String hadoop() {
        return property("parquet.compression", file.codec().name())
                + (file.level().isPresent()
                        ? "\n"
                                + property(
                                        levelKey(file.codec()),
                                        Integer.toString(file.level().getAsInt()))
                        : "");
    }

    private static String property(String name, String value) {
        return "<property><name>" + name + "</name><value>" + value + "</value></property>";
    }

    private String builder() {
        StringBuilder lines = new StringBuilder("builder.withCodecFactory(new FastCodecFactory(FastCodecOptions.from(")
                .append("configuration::get)))\n        .withCompressionCodec(CompressionCodecName.")
                .append(file.codec())
                .append(')');
        String key = level(file, "configuration.set(\"%s\", \"%d\");\n");
        for (ColumnAdvice column : columns) {
            CodecLevel own = column.choice().codec();
            lines.append("\n        .withCompressionCodec(")
                    .append(javaString(column.path()))
                    .append(", CompressionCodecName.")
                    .append(own.codec())
                    .append(')');
            if (own.level().isPresent()) {
                lines.append("\n        .withCompressionLevel(")
                        .append(javaString(column.path()))
                        .append(", ")
                        .append(own.level().getAsInt())
                        .append(')');
            }
        }
        return key + lines + ";";
    }

    private static String level(CodecLevel codec, String format) {
        return codec.level().isPresent()
                ? String.format(
                        Locale.ROOT,
                        format,
                        levelKey(codec.codec()),
                        codec.level().getAsInt())
                : "";
    }

    private static String levelKey(CompressionCodecName codec) {
        return CodecLevels.of(codec).orElseThrow().key();
    }

    private static String lower(CompressionCodecName codec) {
        return codec.name().toLowerCase(Locale.ROOT);
    }
}
