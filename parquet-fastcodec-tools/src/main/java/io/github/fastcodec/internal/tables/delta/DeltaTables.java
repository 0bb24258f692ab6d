// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import java.io.IOException;
import java.util.Set;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.jspecify.annotations.Nullable;

/** Finds Delta Lake's tables by their path. */
public final class DeltaTables {

    private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");

    private DeltaTables() {}

    /**
     * Opens a table.
     *
     * @param where which files are asked for, a condition of Spark's SQL on partition columns; null for all
     * @throws IOException if there is no table, or a catalog commits for it
     */
    public static TableLog open(SparkSession spark, String path, @Nullable String where, NewNames names)
            throws IOException {
        DeltaLog log = DeltaLog.forTable(spark, path);
        requireOneWriter(spark, log.dataPath().toUri().getScheme(), path);
        Snapshot snapshot = DeltaTableLog.begin(log).snapshot();
        if (snapshot.version() < 0) {
            throw new IOException(path + " is no Delta table: it has no _delta_log with a version");
        }
        String protocol = snapshot.protocol().json();
        if (protocol.contains("catalogManaged") || protocol.contains("catalogOwned")) {
            throw new IOException(
                    path + " is a Delta table whose commits a catalog makes, and this command commits by path:"
                            + " rewrite it through its catalog, with REORG TABLE or OPTIMIZE");
        }
        return new DeltaTableLog(log, where, names);
    }

    /**
     * Requires of a table on S3 that somebody has chosen how versions are written. Delta Lake's default there serves one driver: two
     * may write the same version, and the later one takes the place of the other.
     */
    private static void requireOneWriter(SparkSession spark, @Nullable String scheme, String path) {
        if (scheme == null || !S3.contains(scheme)) {
            return;
        }
        String key = "spark.delta.logStore." + scheme + ".impl";
        boolean isChosen = spark.conf().getOption(key).isDefined()
                || spark.conf().getOption("spark.delta.logStore.class").isDefined();
        if (!isChosen) {
            throw new IllegalArgumentException(
                    path + " is on S3, where Delta Lake by default lets one driver alone write to a"
                            + " table, and this job is a driver of its own: set " + key
                            + "=io.delta.storage.S3DynamoDBLogStore here and in all other writers; or, if nobody else writes to the table"
                            + " while this runs, " + key + "=io.delta.storage.S3SingleDriverLogStore");
        }
    }
}
