// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import org.apache.parquet.column.ColumnDescriptor;

/** What the schema says of a column, and the footer of one of its chunks. */
record ColumnFacts(ColumnDescriptor column, ChunkStatistics statistics) {}
