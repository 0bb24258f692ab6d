// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

/**
 * What the compression of a table is to be good for. Each goal has one measure, the cost, and a recommendation is what has the
 * least. Times are those of one core; what storage takes is the size divided by {@linkplain AdviseOptions#storageSpeed its speed}.
 */
public enum Goal {

    /** The fewest bytes. No column chunk becomes larger. */
    SMALLEST,

    /** The least time to write the table once and to read it ten times. No column chunk becomes larger. */
    BALANCED,

    /** The least time to read the table, from storage and by decompressing it. */
    SCAN,

    /** The least time to write the table, by compressing it and to storage. */
    WRITE
}
