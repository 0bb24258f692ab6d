// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.Serializable;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** What the columns of files are to be compressed with. Immutable and safe for use by many threads; it travels between JVMs. */
public final class Plan implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Target fallback;

    @SuppressWarnings("serial") // the JDK's own maps
    private final Map<String, Target> columns;

    private final boolean keepsSmaller;

    private Plan(Target fallback, Map<String, Target> columns, boolean keepsSmaller) {
        this.fallback = fallback;
        this.columns = columns;
        this.keepsSmaller = keepsSmaller;
    }

    /** Returns a plan that leaves all columns as they are. */
    public static Plan ofColumns() {
        return new Plan(null, Collections.emptyMap(), false);
    }

    /** Returns a plan for all columns. */
    public static Plan to(Target target) {
        return ofColumns().withFallback(target);
    }

    /** Returns a copy with a target for all columns that it does not name. */
    public Plan withFallback(Target target) {
        return new Plan(Objects.requireNonNull(target, "target"), columns, keepsSmaller);
    }

    /** Returns a copy with a target for a column, whose path in the schema has dots. */
    public Plan withColumn(String path, Target target) {
        Map<String, Target> more = new LinkedHashMap<>(columns);
        more.put(Objects.requireNonNull(path, "path"), Objects.requireNonNull(target, "target"));
        return new Plan(fallback, Collections.unmodifiableMap(more), keepsSmaller);
    }

    /** Returns a copy by which a column chunk that would become larger keeps its codec and its bytes, or not. */
    public Plan keepingSmaller(boolean keeps) {
        return new Plan(fallback, columns, keeps);
    }

    /** Returns whether a column chunk that would become larger keeps its codec and its bytes. */
    public boolean keepsSmaller() {
        return keepsSmaller;
    }

    /** Returns the target of the columns that the plan does not name, if there is one. */
    public Optional<Target> fallback() {
        return Optional.ofNullable(fallback);
    }

    /** Returns the targets of the columns that the plan names; immutable. */
    public Map<String, Target> columns() {
        return columns;
    }

    /** Returns what a column of a codec is to be compressed with anew, or null if it stays as it is. */
    Target target(String column, CompressionCodecName codec) {
        Target target = columns.getOrDefault(column, fallback);
        return target != null && target.changes(codec) ? target : null;
    }

    /** Returns whether a column may have a codec once the plan is carried out. */
    boolean allows(String column, CompressionCodecName before, CompressionCodecName after) {
        Target target = target(column, before);
        return target == null || keepsSmaller && after == before || after == target.codec();
    }

    /** Returns all targets. */
    Set<Target> targets() {
        Set<Target> targets = new LinkedHashSet<>(columns.values());
        fallback().ifPresent(targets::add);
        return targets;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Plan plan
                && Objects.equals(fallback, plan.fallback)
                && columns.equals(plan.columns)
                && keepsSmaller == plan.keepsSmaller;
    }

    @Override
    public int hashCode() {
        return Objects.hash(fallback, columns, keepsSmaller);
    }
}
