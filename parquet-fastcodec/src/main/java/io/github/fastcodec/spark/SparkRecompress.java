// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.internal.file.Reason;
import io.github.fastcodec.internal.lake.Conversion;
import io.github.fastcodec.internal.lake.DirectoryConversion;
import io.github.fastcodec.internal.lake.FileList;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Plan;
import io.github.fastcodec.internal.recompress.PlanJson;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.recompress.RecompressPlan;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.SparkContext;

/**
 * Writes the Parquet files of a directory again with another codec or level, on the executors of a Spark application, and
 * changes nothing else. A second run goes on with what is missing. Files that belong to a table of Delta Lake, Iceberg, Hudi or
 * Paimon are refused. Files beside them, such as {@code _SUCCESS}, are not copied. Immutable and safe for use by many threads.
 *
 * <pre>{@code
 * RecompressSummary summary = SparkRecompress.on(spark.sparkContext())
 *         .withPlan(RecompressPlan.to(CompressionCodecName.ZSTD, 9))
 *         .convert("s3a://bucket/events", "s3a://bucket/events-zstd");
 * }</pre>
 */
public final class SparkRecompress {

    private static final int FAILURES = 1_000;

    private final SparkContext context;
    private final Plan plan;
    private final boolean verifies;
    private final boolean keepsGoing;

    private SparkRecompress(SparkContext context, Plan plan, boolean verifies, boolean keepsGoing) {
        this.context = context;
        this.plan = plan;
        this.verifies = verifies;
        this.keepsGoing = keepsGoing;
    }

    /** Returns one that leaves all columns as they are, verifies what it writes, and ends with the first file that fails. */
    public static SparkRecompress on(SparkContext context) {
        return new SparkRecompress(context, Plan.ofColumns(), true, false);
    }

    /** Returns a copy with a plan. */
    public SparkRecompress withPlan(RecompressPlan newPlan) {
        return withPlan(newPlan.toJson());
    }

    /**
     * Returns a copy with a plan as {@link RecompressPlan#fromJson} describes it, such as
     * {@code {"version": 1, "codec": "ZSTD", "level": 9}}.
     *
     * @throws IllegalArgumentException if the text is no such plan; names the key, what was expected, and what was found
     */
    public SparkRecompress withPlan(String json) {
        return new SparkRecompress(context, PlanJson.read(json), verifies, keepsGoing);
    }

    /** Returns a copy that does not read back what it has written. */
    public SparkRecompress withoutVerification() {
        return new SparkRecompress(context, plan, false, keepsGoing);
    }

    /** Returns a copy that goes on with other files where one has failed. */
    public SparkRecompress keepingGoing() {
        return new SparkRecompress(context, plan, verifies, true);
    }

    /**
     * Converts what is at a path.
     *
     * @param from a file, a directory, or a glob
     * @param to the directory of the new files, in which the tree below {@code from} is kept
     * @throws java.nio.file.NoSuchFileException if there is nothing at {@code from}
     * @throws IOException if a directory cannot be listed, or Spark fails; a file that fails is in the summary instead
     * @throws IllegalArgumentException if a level of the plan is out of range, or {@code to} is a file or lies in {@code from};
     *     nothing was written then
     */
    public RecompressSummary convert(String from, String to) throws IOException {
        SparkCluster cluster = new SparkCluster(context);
        Map<String, String> settings = cluster.settings();
        DirectoryConversion conversion =
                new DirectoryConversion(cluster, new Storages(Storages.applicationLoader(), settings));
        TreeMap<String, String> ours = new TreeMap<>(settings);
        ours.keySet().removeIf(key -> !key.startsWith("parquet."));
        Conversion how = Conversion.of(plan).withSettings(ours);
        FileList files = conversion.list(List.of(from), to);
        Sums sums = new Sums();
        conversion.convert(files, verifies ? how : how.withoutVerification(), keepsGoing, sums);
        return sums.summary(files.files());
    }

    private static final class Sums implements DirectoryConversion.Results {

        private final Map<FileOutcome.Kind, Long> files = new EnumMap<>(FileOutcome.Kind.class);
        private final Map<String, String> failures = new LinkedHashMap<>();
        private long before;
        private long after;

        @Override
        public void ended(String source, String target, FileOutcome outcome) {
            files.merge(outcome.kind(), 1L, Long::sum);
            if (outcome.kind() == FileOutcome.Kind.WRITTEN) {
                before += outcome.sourceBytes();
                after += outcome.targetBytes();
            }
            if (failures.size() < FAILURES) {
                outcome.failure().ifPresent(failure -> failures.put(source, Reason.of(failure)));
            }
        }

        @Override
        public boolean isCancelled() {
            return false;
        }

        private long count(FileOutcome.Kind kind) {
            return files.getOrDefault(kind, 0L);
        }

        private RecompressSummary summary(long all) {
            long ended = files.values().stream().mapToLong(count -> count).sum();
            return new RecompressSummary(
                    count(FileOutcome.Kind.WRITTEN),
                    count(FileOutcome.Kind.THERE_ALREADY),
                    count(FileOutcome.Kind.FAILED),
                    all - ended,
                    before,
                    after,
                    failures);
        }
    }
}
