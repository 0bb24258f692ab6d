// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.cli.RootCommand;
import java.io.PrintStream;

/** The command line: {@code java -jar parquet-fastcodec-tools-VERSION-all.jar COMMAND}. */
public final class FastCodec {

    private FastCodec() {}

    /** Runs a command and exits with its code. */
    public static void main(String[] args) {
        RootCommand.main(args);
    }

    /**
     * Runs a command. Does not exit the JVM.
     *
     * @return the exit code of the command line: 0 if everything was done
     */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        return RootCommand.run(args, out, err, null, null);
    }
}
