// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

/** How the command line ends; docs/command-line.md tells users. */
final class ExitCode {

    /** All was done, and nothing found. */
    static final int DONE = 0;

    /** Damage was found, or the command failed. */
    static final int FAILED = 1;

    /** The arguments make no sense. Nothing was done. */
    static final int USAGE = 2;

    /** A command that was to go on after failures has done the rest. */
    static final int PARTLY = 2;

    private ExitCode() {}
}
