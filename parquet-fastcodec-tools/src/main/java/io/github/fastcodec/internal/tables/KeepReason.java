// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

/** The reason why a live file of a table stays as it is. */
public enum KeepReason {
    /** The file's name shows that an earlier run with the same plan wrote the file. */
    UP_TO_DATE("up to date"),
    /** All of the file's columns already match the plan. */
    UNCHANGED("unchanged"),
    /** A delete of any kind applies to the file: position or equality deletes, or a deletion vector. */
    WITH_DELETES("with deletes"),
    /** The file is encrypted: the table's log contains key metadata for it. */
    ENCRYPTED("encrypted"),
    /** The file is partitioned by a column that the table has dropped, so Iceberg cannot write an entry for a new file. */
    PARTITIONED_BY_DROPPED_COLUMN("partitioned by a dropped column"),
    /** The file's format is not Parquet. */
    NOT_PARQUET("not Parquet"),
    /** Another commit removed or changed the file between the start of the run and our own commit. */
    CHANGED_MEANWHILE("changed by another commit");

    private final String label;

    KeepReason(String label) {
        this.label = label;
    }

    public String label() {
        return label;
    }
}
