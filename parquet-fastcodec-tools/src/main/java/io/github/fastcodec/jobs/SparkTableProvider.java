// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.tables.delta.DeltaTableLog;
import io.github.fastcodec.internal.tables.iceberg.IcebergTables;
import java.io.IOException;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;

/** Opens tables in the Spark application that the command line runs in. */
final class SparkTableProvider implements TableProvider {

    private final SparkSession spark;

    SparkTableProvider(SparkSession spark) {
        this.spark = spark;
    }

    @Override
    public Cluster cluster() {
        return new SparkCluster(spark.sparkContext());
    }

    @Override
    public TableLog iceberg(String name, @Nullable String where, NewNames names) throws IOException {
        try {
            return IcebergTables.open(spark, name, where, names);
        } catch (NoClassDefFoundError e) {
            throw missing("Iceberg", "iceberg-spark-runtime", e);
        }
    }

    @Override
    public TableLog delta(String path, @Nullable String where, NewNames names) throws IOException {
        try {
            return DeltaTableLog.open(spark, path, where, names);
        } catch (NoClassDefFoundError e) {
            throw missing("Delta Lake", "delta-spark", e);
        }
    }

    private static IOException missing(String format, String artifact, NoClassDefFoundError cause) {
        return new IOException(
                format + " is not on the class path (" + cause.getMessage() + " is missing): add " + artifact
                        + " for this version of Spark, with --packages or --jars",
                cause);
    }
}
