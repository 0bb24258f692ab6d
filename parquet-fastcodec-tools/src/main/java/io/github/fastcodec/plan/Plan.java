// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.plan;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The codec that each column of a file gets. Immutable and serializable.
 *
 * <p>A column chunk that already has the planned codec does not change unless the plan gives a level: the current level is
 * unknown, because a file does not record the level of its pages.
 *
 * @param others the codec of all columns that {@code columns} does not name, or null if they do not change
 * @param columns the codecs of individual columns, keyed by dotted path in the schema, such as {@code a.list.element}; immutable.
 *     A file that lacks one of these columns is refused
 * @param keepsSmaller whether a column chunk that would grow keeps its codec and its bytes
 * @param addsChecksums whether each page without Parquet's CRC-32 gets one
 */
public record Plan(
        @Nullable CodecLevel others,
        @SuppressWarnings("serial") Map<String, CodecLevel> columns,
        boolean keepsSmaller,
        boolean addsChecksums)
        implements Serializable {

    public Plan {
        columns.forEach((path, codec) -> Objects.requireNonNull(codec, path));
        columns = Collections.unmodifiableMap(new LinkedHashMap<>(columns));
    }

    /** Returns a plan that compresses each column with the given codec. */
    public static Plan to(CodecLevel codec) {
        return new Plan(codec, Map.of(), false, false);
    }

    /** Returns a plan that compresses each column with the given codec, at its configured level. */
    public static Plan to(CompressionCodecName codec) {
        return to(new CodecLevel(codec));
    }

    /**
     * Returns a plan that compresses each column with the given codec at the given level.
     *
     * @throws IllegalArgumentException if the codec does not have this level, or has no levels
     */
    public static Plan to(CompressionCodecName codec, int level) {
        return to(new CodecLevel(codec, level));
    }

    /** Returns a plan that leaves all columns as they are. {@link #withColumn} adds the columns that change. */
    public static Plan ofColumns() {
        return new Plan(null, Map.of(), false, false);
    }

    /**
     * Parses a plan from JSON such as
     * {@code {"version": 1, "codec": "ZSTD", "level": 9, "keepSmaller": true, "checksums": true, "columns": {"id": {"codec": "SNAPPY"}}}}.
     * Only the version is required. If there is no codec, columns that the plan does not name do not change. Needs Jackson on
     * the class path.
     *
     * @throws IllegalArgumentException if the JSON is not a valid plan; the message names the key, the expected value and the
     *     actual value
     */
    public static Plan fromJson(String json) {
        return PlanJson.read(json);
    }

    /** Returns the plan as JSON that {@link #fromJson} reads. Needs Jackson on the class path. */
    public String toJson() {
        return PlanJson.write(this);
    }

    /** Returns a copy with the given codec for all columns that the plan does not name. */
    public Plan withOthers(CodecLevel codec) {
        return new Plan(codec, columns, keepsSmaller, addsChecksums);
    }

    /**
     * Returns a copy with a codec for one column.
     *
     * @param path the column's dotted path in the schema, such as {@code a.list.element}; a file without this column is refused
     */
    public Plan withColumn(String path, CodecLevel codec) {
        Map<String, CodecLevel> more = new LinkedHashMap<>(columns);
        more.put(path, codec);
        return new Plan(others, more, keepsSmaller, addsChecksums);
    }

    /** Returns a copy that keeps the codec and the bytes of column chunks that would grow. */
    public Plan keepSmaller() {
        return new Plan(others, columns, true, addsChecksums);
    }

    /** Returns a copy that adds a checksum to each page without one, even in column chunks that keep their codec. */
    public Plan addChecksums() {
        return new Plan(others, columns, keepsSmaller, true);
    }

    /**
     * Returns the codec with which a column chunk is recompressed; empty if the chunk stays as it is.
     *
     * @param path the column's dotted path in the schema
     * @param codec the chunk's current codec
     */
    public Optional<CodecLevel> target(String path, CompressionCodecName codec) {
        return Optional.ofNullable(columns.getOrDefault(path, others))
                .filter(target -> target.codec() != codec || target.level() != null);
    }
}
