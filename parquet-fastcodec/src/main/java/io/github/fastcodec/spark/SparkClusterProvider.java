// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import io.github.fastcodec.internal.lake.Cluster;
import io.github.fastcodec.internal.lake.ClusterProvider;
import org.apache.spark.SparkContext;

/** Gives the command line the Spark application that it runs in. */
final class SparkClusterProvider implements ClusterProvider {

    SparkClusterProvider() {}

    @Override
    public Cluster open() {
        return new SparkCluster(SparkContext.getOrCreate());
    }
}
