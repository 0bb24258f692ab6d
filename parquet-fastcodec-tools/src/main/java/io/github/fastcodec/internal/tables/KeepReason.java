// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables;

/** Why a live file of a table stays as it is. */
public enum KeepReason {
    /** Its name says that an earlier run with the same plan has written it. */
    UP_TO_DATE("up to date"),
    /** All of its columns have what the plan asks for. */
    UNCHANGED("unchanged"),
    /** A delete of any kind applies to it: position or equality deletes, or a deletion vector. */
    WITH_DELETES("with deletes"),
    /** The table's log has a key for it. */
    ENCRYPTED("encrypted"),
    /** Its partition is of a column that the table has dropped, so that Iceberg cannot write an entry for a new file. */
    PARTITIONED_BY_DROPPED_COLUMN("partitioned by a dropped column"),
    /** It is of another format. */
    NOT_PARQUET("not Parquet"),
    /** Another commit removed or changed it between the start of the run and ours. */
    CHANGED_MEANWHILE("changed meanwhile");

    private final String label;

    KeepReason(String label) {
        this.label = label;
    }

    /** Returns the name of the row in the report. */
    public String label() {
        return label;
    }
}
