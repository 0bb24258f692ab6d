// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.work.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that limit the threads and the memory of a command. */
final class WorkOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** The number of threads; 0 if none is given. */
    private int threads;

    @Option(names = "--memory", paramLabel = "SIZE", converter = ByteSize.class)
    private @Nullable Long memory;

    @Option(names = "--threads", paramLabel = "N")
    @SuppressWarnings("unused") // picocli calls it
    private void setThreads(int number) {
        if (number < 1) {
            throw new ParameterException(command.commandLine(), "--threads is " + number + ", expected at least 1");
        }
        threads = number;
    }

    /** Returns the number of threads, by default the number of processors. */
    int threads() {
        return Workers.count(threads);
    }

    /** Returns the number of threads given on the command line, or 0. */
    int requestedThreads() {
        return threads;
    }

    /** Returns the memory for pages, in bytes, as given on the command line, or 0. */
    long requestedMemory() {
        return memory == null ? 0 : memory;
    }
}
