// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

import io.github.fastcodec.CodecLevels;
import io.github.fastcodec.internal.text.PlainText;
import io.github.fastcodec.plan.CodecLevel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Lines that write tables as recommended, for each way to write one.
 *
 * @param file what the file gets
 */
record CopyLines(CodecLevel file, List<ColumnAdvice> columns) {

    /** Returns the command line that converts files, as its words. */
    static List<String> recompress(Collection<String> paths) {
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

    /**
     * Returns the lines by the name of what they are for.
     *
     * @param conversion the words of the command line that converts the files; empty if they are to stay
     */
    Map<String, String> all(List<String> conversion) {
        String codec = file.codec().name();
        String lower = codec.toLowerCase(Locale.ROOT);
        String spark =
                file.codec() == CompressionCodecName.LZ4_RAW ? "lz4raw" : lower; // Spark 4 takes both names, 3.5 this
        Map<String, String> all = new LinkedHashMap<>();
        if (!conversion.isEmpty()) {
            all.put("recompress", conversion.stream().map(PlainText::forShell).collect(Collectors.joining(" ")));
        }
        all.put(
                "Spark",
                "--conf spark.sql.parquet.compression.codec=" + spark + level(" \\\n--conf spark.hadoop.%s=%s"));
        all.put("Spark SQL, Delta", "SET spark.sql.parquet.compression.codec=" + spark + ";" + level("\nSET %s=%s;"));
        all.put(
                "Iceberg",
                "ALTER TABLE t SET TBLPROPERTIES ('write.parquet.compression-codec' = '" + lower + "'"
                        + level(", 'write.parquet.compression-level' = '%2$s'") + ");");
        all.put(
                "Flink SQL",
                "'format' = 'parquet-fastcodec',\n  'parquet-fastcodec.compression' = '" + codec + "'"
                        + level(",\n  'parquet-fastcodec.%3$s' = '%2$s'"));
        String property = "<property><name>%s</name><value>%s</value></property>";
        all.put("Hadoop", String.format(property, "parquet.compression", codec) + level("\n" + property));
        all.put("parquet-java 1.18", level("configuration.set(\"%s\", \"%s\");\n") + builder() + ";");
        return all;
    }

    private String builder() {
        StringBuilder calls = new StringBuilder(
                "builder.withCodecFactory(new FastCodecFactory(FastCodecOptions.from(configuration::get)))");
        calls.append("\n        .withCompressionCodec(CompressionCodecName.")
                .append(file.codec())
                .append(')');
        columns.stream().filter(ColumnAdvice::hasOwnChoice).forEach(column -> {
            CodecLevel own = column.choice().codec();
            String path =
                    "\"" + PlainText.of(column.path().replace("\\", "\\\\").replace("\"", "\\\"")) + "\"";
            calls.append("\n        .withCompressionCodec(" + path + ", CompressionCodecName." + own.codec() + ")");
            if (own.level() != null) {
                calls.append("\n        .withCompressionLevel(" + path + ", " + own.level() + ")");
            }
        });
        return calls.toString();
    }

    /** Formats the key of the level, the level, and the key without "parquet."; returns nothing if there is no level. */
    private String level(String format) {
        if (file.level() == null) {
            return "";
        }
        String key = CodecLevels.of(file.codec()).orElseThrow().key();
        return String.format(Locale.ROOT, format, key, file.level(), key.replaceFirst("^parquet\\.", ""));
    }

    /**
     * Returns what to know before the lines are used, in sentences.
     *
     * @param before more of it, which comes first
     */
    List<String> notes(List<String> before) {
        List<String> notes = new ArrayList<>(before);
        if (columns.stream().anyMatch(ColumnAdvice::hasOwnChoice)) {
            notes.add("Only parquet-java 1.18 and recompress give single columns a codec of their own.");
        }
        Stream.of(CompressionCodecName.BROTLI, CompressionCodecName.LZO)
                .filter(codec -> columns.stream()
                        .anyMatch(column -> column.choice().codec().codec() == codec))
                .forEach(codec -> notes.add(codec + " needs parquet-fastcodec wherever parquet-java reads or writes it:"
                        + " parquet-java brings no such codec."));
        return notes;
    }
}
