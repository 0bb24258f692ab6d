// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

/**
 * What a job has done, as the command line would print it. Immutable.
 *
 * @param exitCode the exit code of the command: 0 if all was done
 * @param json the document that the command prints with {@code --json}
 * @param messages what the command tells beside its report: which files failed, why, and what to do; empty if nothing failed
 */
public record JobReport(int exitCode, String json, String messages) {}
