// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.tables.delta;

/** A file as the log had it when it was listed, and the path of the new one. Immutable. */
final class DeltaEntry {

    private final String path;
    private final String target;
    private final String state;

    DeltaEntry(String path, String target, String state) {
        this.path = path;
        this.target = target;
        this.state = state;
    }

    /** Returns the path as the log has it. */
    String path() {
        return path;
    }

    /** Returns the path of the new file as the log is to have it. */
    String target() {
        return target;
    }

    /** Returns a digest of the entry. */
    String state() {
        return state;
    }
}
