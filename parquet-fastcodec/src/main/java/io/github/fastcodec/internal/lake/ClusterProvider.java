// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

/** Opens the cluster of the running application; it has a constructor without arguments. */
public interface ClusterProvider {

    /** Returns the cluster, which the application ends. */
    Cluster open();
}
