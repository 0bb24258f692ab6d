// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import java.io.IOException;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.DeltaLog;
import org.apache.spark.sql.delta.Snapshot;
import org.jspecify.annotations.Nullable;

/** Finds Delta Lake's tables by their path. */
public final class DeltaTables {

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
}
