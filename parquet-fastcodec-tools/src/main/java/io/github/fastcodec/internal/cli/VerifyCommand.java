// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.search.FileList;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
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
    private VerifyArguments arguments;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        Machines machines = Machines.of(RootCommand.application(command), paths, work);
        FileList files = paths.find(machines.storages(), machines.lister(false), null);
        try (Interruption interruption = Interruption.watch();
                VerifyReport report = new VerifyReport(arguments, output, machines.storages(), interruption)) {
            machines.verify(files, arguments.options(work, machines.codecs()), report);
            return report.end(List.of());
        }
    }
}
