// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.cluster.Cluster;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Opens tables in the running application. What serves one format of tables is loaded when it is asked for.
 */
public interface TableProvider {

    /** Returns the cluster that recompresses files, which the application ends. */
    Cluster cluster();

    /**
     * Opens an Iceberg table.
     *
     * @param name with the catalog
     * @param where which files are asked for, or null for all
     * @throws IOException if there is no such table, or nothing here serves its format; says what to add
     * @throws IllegalArgumentException if the condition makes no sense
     */
    TableLog iceberg(String name, @Nullable String where, NewNames names) throws IOException;

    /**
     * Opens a Delta table.
     *
     * @param where which files are asked for, or null for all
     * @throws IOException if there is no such table, or nothing here serves its format; says what to add
     * @throws IllegalArgumentException if the condition makes no sense
     */
    TableLog delta(String path, @Nullable String where, NewNames names) throws IOException;
}
