// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What the columns of files are to be compressed with. Immutable and safe for use by many threads.
 *
 * <p>A column chunk that has the codec already is left as it is, unless the plan asks for a level: a file does not tell the
 * level of its pages.
 */
public final class RecompressPlan {

    private final Target fallback;
    private final Map<String, Target> columns;
    private final boolean keepsSmaller;

    private RecompressPlan(Target fallback, Map<String, Target> columns, boolean keepsSmaller) {
        this.fallback = fallback;
        this.columns = columns;
        this.keepsSmaller = keepsSmaller;
    }

    /** Returns a plan that compresses each column with a codec, at its configured level. */
    public static RecompressPlan to(CompressionCodecName codec) {
        return new RecompressPlan(new Target(codec), Collections.emptyMap(), false);
    }

    /**
     * Returns a plan that compresses each column with a codec at a level.
     *
     * @param level the codec's own level; its range is checked when a file is recompressed
     * @throws IllegalArgumentException if the codec has no levels
     */
    public static RecompressPlan to(CompressionCodecName codec, int level) {
        return new RecompressPlan(new Target(codec, level), Collections.emptyMap(), false);
    }

    /** Returns a plan that leaves all columns as they are, for {@link #withColumn} to name those that change. */
    public static RecompressPlan ofColumns() {
        return new RecompressPlan(null, Collections.emptyMap(), false);
    }

    /**
     * Returns a copy of this plan that compresses one column with a codec, at its configured level.
     *
     * @param path the column's path in the schema, with dots, as {@code a.list.element}; a file without it is refused
     */
    public RecompressPlan withColumn(String path, CompressionCodecName codec) {
        return withColumn(path, new Target(codec));
    }

    /**
     * Returns a copy of this plan that compresses one column with a codec at a level.
     *
     * @param path the column's path in the schema, with dots, as {@code a.list.element}; a file without it is refused
     * @param level the codec's own level; its range is checked when a file is recompressed
     * @throws IllegalArgumentException if the codec has no levels
     */
    public RecompressPlan withColumn(String path, CompressionCodecName codec, int level) {
        return withColumn(path, new Target(codec, level));
    }

    private RecompressPlan withColumn(String path, Target target) {
        Map<String, Target> more = new LinkedHashMap<>(columns);
        more.put(Objects.requireNonNull(path, "path"), target);
        return new RecompressPlan(fallback, Collections.unmodifiableMap(more), keepsSmaller);
    }

    /** Returns a copy of this plan by which a column chunk that would become larger keeps its codec and its bytes. */
    public RecompressPlan keepSmaller() {
        return new RecompressPlan(fallback, columns, true);
    }

    boolean keepsSmaller() {
        return keepsSmaller;
    }

    /** Returns the columns that the plan names. */
    Set<String> columns() {
        return columns.keySet();
    }

    /** Returns what a column of a codec is to be compressed with anew, or null if it stays as it is. */
    Target target(String column, CompressionCodecName codec) {
        Target target = columns.getOrDefault(column, fallback);
        return target != null && target.changes(codec) ? target : null;
    }
}
