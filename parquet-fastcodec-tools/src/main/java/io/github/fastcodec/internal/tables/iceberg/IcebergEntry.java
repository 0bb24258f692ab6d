// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.iceberg;

import org.apache.iceberg.DataFile;
import org.apache.iceberg.Snapshot;

/**
 * A live file without deletes, with the snapshot that lists it. Immutable.
 *
 * @param listed the snapshot, which has cached its manifests
 */
record IcebergEntry(DataFile file, Snapshot listed) {}
