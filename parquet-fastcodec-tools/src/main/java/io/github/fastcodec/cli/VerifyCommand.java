// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.verify.Verifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verify}: checks files, and prints a line for each finding. */
@Command(name = "verify")
final class VerifyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private PathArguments paths;

    @Mixin
    private VerifyOptions options;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    VerifyCommand() {}

    @Override
    public Integer call() throws IOException {
        TableProvider application = FastCodec.application(command);
        return application == null
                ? verifyHere()
                : new ClusterVerification(application.cluster(), options, work, output).run(paths);
    }

    private int verifyHere() throws IOException {
        List<InputFile> files = new ArrayList<>();
        options.asked(paths.find().files().iterator(), InputFile::length).forEachRemaining(files::add);
        long bytes = files.stream().mapToLong(InputFile::length).sum();
        try (Interruption interruption = Interruption.watch();
                VerifyReport report = new VerifyReport(options, output, paths.storages(), interruption)) {
            try (Progress progress =
                    output.json() ? Progress.silent() : Progress.start("verify", files.size(), bytes)) {
                Verifier verifier = Verifier.defaults()
                        .withOptions(FastCodecOptions.from(System::getProperty))
                        .withThreads(work.threads())
                        .withMemory(work.memory())
                        .withProgress(count -> {
                            progress.bytes(count);
                            interruption.check();
                        });
                (options.values() ? verifier.withValues() : verifier)
                        .verify(files.stream().map(InputFile::path).toList(), result -> {
                            progress.file();
                            report.add(result);
                        });
            } catch (CancellationException e) {
                // the report says so
            }
            return report.end(List.of());
        }
    }
}
