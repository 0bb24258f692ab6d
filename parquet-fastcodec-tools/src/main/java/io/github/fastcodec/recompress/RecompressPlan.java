// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import io.github.fastcodec.internal.recompress.Plan;
import io.github.fastcodec.internal.recompress.PlanJson;
import io.github.fastcodec.internal.recompress.Target;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * What the columns of files are to be compressed with. Immutable and safe for use by many threads.
 *
 * <p>A column chunk that has the codec already is left as it is, unless the plan asks for a level: a file does not tell the
 * level of its pages.
 */
public final class RecompressPlan {

    private final Plan plan;

    private RecompressPlan(Plan plan) {
        this.plan = plan;
    }

    /** Returns a plan that compresses each column with a codec, at its configured level. */
    public static RecompressPlan to(CompressionCodecName codec) {
        return new RecompressPlan(Plan.to(new Target(codec)));
    }

    /**
     * Returns a plan that compresses each column with a codec at a level.
     *
     * @param level the codec's own level; its range is checked when a file is recompressed
     * @throws IllegalArgumentException if the codec has no levels
     */
    public static RecompressPlan to(CompressionCodecName codec, int level) {
        return new RecompressPlan(Plan.to(new Target(codec, level)));
    }

    /** Returns a plan that leaves all columns as they are, for {@link #withColumn} to name those that change. */
    public static RecompressPlan ofColumns() {
        return new RecompressPlan(Plan.ofColumns());
    }

    /**
     * Returns the plan that a JSON text describes, such as
     * {@code {"version": 1, "codec": "ZSTD", "level": 9, "keepSmaller": true, "columns": {"id": {"codec": "SNAPPY"}}}}. All but
     * the version may be missing: without a codec, columns that are not named stay as they are. Needs Jackson on the class
     * path.
     *
     * @throws IllegalArgumentException if the text is no such plan; names the key, what was expected, and what was found
     */
    public static RecompressPlan fromJson(String json) {
        return new RecompressPlan(PlanJson.read(json));
    }

    /** Returns the plan as a JSON text that {@link #fromJson} reads. Needs Jackson on the class path. */
    public String toJson() {
        return PlanJson.write(plan);
    }

    /**
     * Returns a copy of this plan that compresses one column with a codec, at its configured level.
     *
     * @param path the column's path in the schema, with dots, as {@code a.list.element}; a file without it is refused
     */
    public RecompressPlan withColumn(String path, CompressionCodecName codec) {
        return new RecompressPlan(plan.withColumn(path, new Target(codec)));
    }

    /**
     * Returns a copy of this plan that compresses one column with a codec at a level.
     *
     * @param path the column's path in the schema, with dots, as {@code a.list.element}; a file without it is refused
     * @param level the codec's own level; its range is checked when a file is recompressed
     * @throws IllegalArgumentException if the codec has no levels
     */
    public RecompressPlan withColumn(String path, CompressionCodecName codec, int level) {
        return new RecompressPlan(plan.withColumn(path, new Target(codec, level)));
    }

    /** Returns a copy of this plan by which a column chunk that would become larger keeps its codec and its bytes. */
    public RecompressPlan keepSmaller() {
        return new RecompressPlan(plan.keepingSmaller(true));
    }

    Plan plan() {
        return plan;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecompressPlan recompressPlan && plan.equals(recompressPlan.plan);
    }

    @Override
    public int hashCode() {
        return plan.hashCode();
    }
}
