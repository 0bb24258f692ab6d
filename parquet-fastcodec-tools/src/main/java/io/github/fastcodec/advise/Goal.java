// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.advise;

/**
 * The goal of a recommendation. Each goal defines a cost, and the cheapest option is recommended. Times are those of one core;
 * the time for storage is the size divided by {@linkplain AdviseOptions#storageSpeed the speed of storage}.
 */
public enum Goal {

    /** The fewest bytes. No column chunk grows. */
    SMALLEST,

    /** The least time to write the table once and to read it ten times. No column chunk grows. */
    BALANCED,

    /** The least time to read the table: storage and decompression. */
    SCAN,

    /** The least time to write the table: compression and storage. */
    WRITE
}
