// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.work.Workers;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What every command that works on many pages takes: how much of the machine it may use. */
final class WorkOptions {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    /** 0 unless asked for. */
    private int threads;

    @Option(names = "--memory", paramLabel = "SIZE", converter = ByteSize.class)
    private @Nullable Long memory;

    WorkOptions() {}

    @Option(names = "--threads", paramLabel = "N")
    @SuppressWarnings("unused") // picocli calls it
    private void setThreads(int number) {
        if (number < 1) {
            throw new ParameterException(command.commandLine(), "--threads is " + number + ", expected at least 1");
        }
        threads = number;
    }

    /** Returns the number of threads, all processors unless asked otherwise. */
    int threads() {
        return Workers.count(threads);
    }

    /** Returns the number of threads that was asked for, or 0. */
    int askedThreads() {
        return threads;
    }

    /** Returns the bytes of pages that were asked for, or 0. */
    long askedMemory() {
        return memory == null ? 0 : memory;
    }
}
