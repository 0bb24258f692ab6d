// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.recompress.Estimate;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import java.io.InterruptedIOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** {@code --dry-run}: an estimate of what a command would do, which is printed. For one thread. */
final class DryRun {

    /** Pages whose estimate is good to a few percent, as a rule, and takes seconds. */
    private static final int SAMPLES = 400;

    /** Fixed, so that the same command says the same size. */
    private static final long SEED = 1;

    private final CommandSpec command;
    private final OutputOptions output;
    private final Interruption interruption;
    private final boolean keepGoing;

    DryRun(CommandSpec command, OutputOptions output, Interruption interruption, boolean keepGoing) {
        this.command = command;
        this.output = output;
        this.interruption = interruption;
        this.keepGoing = keepGoing;
    }

    /**
     * Estimates, prints, and returns the exit code.
     *
     * @param threads how many threads a run would have
     * @param notes sentences about files that a run would leave alone
     */
    int run(Recompression recompression, List<? extends FileJob> jobs, int threads, List<String> notes) {
        Estimate estimate;
        try {
            estimate = recompression.estimate(jobs, SAMPLES, SEED, new Listener() {
                @Override
                public boolean isCancelled() {
                    return interruption.isRequested();
                }
            });
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e); // a level or a setting
        } catch (InterruptedIOException e) {
            return output.fail(Failures.of(e)); // here, while the end of the JVM waits for this command
        }
        EstimateReport report = new EstimateReport(estimate, threads, notes);
        if (output.json()) {
            output.printJson(report.document(keepGoing));
        } else {
            output.out().print(report.text());
            output.out().flush();
        }
        report.failures().forEach(output.err()::println);
        return report.exitCode(keepGoing);
    }
}
