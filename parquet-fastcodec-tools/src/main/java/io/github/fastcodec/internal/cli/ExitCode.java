// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

/** The exit codes of the command line, as documented in docs/command-line.md. */
final class ExitCode {

    /** Everything was done, and nothing was found. */
    static final int DONE = 0;

    /** Damage was found, or the command failed. */
    static final int FAILED = 1;

    /** The arguments or settings are invalid. Nothing was done. */
    static final int USAGE = 2;

    /** Some files failed, and all others are done. */
    static final int PARTLY = 2;

    private ExitCode() {}
}
