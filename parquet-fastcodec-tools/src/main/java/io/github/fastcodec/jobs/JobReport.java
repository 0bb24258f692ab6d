// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

/** What a job has done, as the command line would print it. Immutable. */
public final class JobReport {

    private final int exitCode;
    private final String json;
    private final String messages;

    JobReport(int exitCode, String json, String messages) {
        this.exitCode = exitCode;
        this.json = json;
        this.messages = messages;
    }

    /** Returns the exit code of the command: 0 if all was done. */
    public int exitCode() {
        return exitCode;
    }

    /** Returns the document that the command prints with {@code --json}. */
    public String json() {
        return json;
    }

    /** Returns what the command tells beside its report: which files failed, why, and what to do; empty if nothing failed. */
    public String messages() {
        return messages;
    }
}
