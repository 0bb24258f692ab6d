// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.jobs;

/**
 * The result of a job, as the command line would print it. Immutable.
 *
 * @param exitCode the exit code of the command: 0 if everything was done
 * @param json the document that the command prints with {@code --json}
 * @param text the report that the command prints without {@code --json}
 * @param messages the messages that the command prints besides its report: which files failed, why, and what to do; empty if
 *     nothing failed
 */
public record JobReport(int exitCode, String json, String text, String messages) {}
