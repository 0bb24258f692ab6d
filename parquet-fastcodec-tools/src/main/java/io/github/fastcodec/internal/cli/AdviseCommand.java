// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.advise.Conversion;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
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

    @Override
    public Integer call() throws IOException {
        TableProvider application = RootCommand.application(command);
        Machines machines = Machines.of(application, paths, work);
        AdviseOptions options = arguments.options(work, machines.codecs());
        FileList files = paths.find(machines.storages(), machines.lister(false), null);
        Conversion conversion = application == null
                ? arguments.conversion(paths.paths())
                : arguments.conversionOnSpark(Conversion.TARGET, paths.paths());
        return arguments.run(machines, files, options, conversion, List.of(), output);
    }
}
