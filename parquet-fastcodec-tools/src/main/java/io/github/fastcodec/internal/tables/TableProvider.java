// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

import io.github.fastcodec.internal.cluster.Cluster;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Opens tables in the running application. The classes for a table format are loaded only when a table of that format is opened.
 */
public interface TableProvider {

    /** Returns the cluster that processes the files of tables; the application shuts it down. */
    Cluster cluster();

    /**
     * Opens an Iceberg table.
     *
     * @param name the name, including the catalog
     * @param where a condition that selects files, or null for all
     * @throws IOException if there is no such table, or the table is not supported; the message says why
     * @throws IllegalArgumentException if the condition is invalid
     */
    TableLog iceberg(String name, @Nullable String where, NewNames names) throws IOException;

    /**
     * Opens a Delta table.
     *
     * @param where a condition that selects files, or null for all
     * @throws IOException if there is no such table, or the table is not supported; the message says why
     * @throws IllegalArgumentException if the condition is invalid
     */
    TableLog delta(String path, @Nullable String where, NewNames names) throws IOException;
}
