// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.advise.Conversion;
import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterAdvice;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code advise}: measures the user's own pages with every codec, and recommends one. */
@Command(name = "advise")
final class AdviseCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private PathArguments paths;

    @Mixin
    private AdviseArguments arguments;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    AdviseCommand() {}

    @Override
    public Integer call() throws IOException {
        TableProvider application = RootCommand.application(command);
        if (application != null) {
            return arguments.report(measured(application.cluster()), output);
        }
        AdviseOptions options = arguments.options(work, FastCodecOptions.from(System::getProperty));
        try (Interruption interruption = Interruption.watch()) {
            int exitCode;
            try {
                exitCode = arguments.report(measuredHere(options, interruption), output);
            } catch (InterruptedIOException e) {
                return output.fail(Failures.of(e)); // report it here: closing the interruption ends the JVM
            }
            if (interruption.isRequested()) {
                output.printErrors(List.of("Interrupted: the advice is based on partial measurements."));
                return ExitCode.FAILED;
            }
            return exitCode;
        }
    }

    private Advice measuredHere(AdviseOptions options, Interruption interruption) throws IOException {
        paths.storages(); // sets the thread's context class loader, with which the advisor finds the jars
        long[] reported = {0};
        try (Progress progress = output.progress("measuring", Progress.UNKNOWN_FILES, options.sample())) {
            return new TableAdvice(options).of(arguments.conversion(paths.paths()), share -> {
                long now = (long) (share * options.sample());
                progress.bytes(now - reported[0]);
                reported[0] = now;
                interruption.check();
            });
        } catch (CancellationException e) {
            throw new InterruptedIOException("Interrupted before enough was measured for a recommendation");
        } catch (NoSuchFileException e) {
            throw paths.notFound(e);
        }
    }

    private Advice measured(Cluster cluster) throws IOException {
        AdviseOptions options = arguments.options(work, cluster.codecs());
        FileList files = paths.find(cluster);
        return AdviseArguments.measured(
                new ClusterAdvice(files, cluster, options),
                options.sample(),
                arguments.conversionOnSpark(Conversion.TARGET, paths.paths()),
                List.of(),
                output);
    }
}
