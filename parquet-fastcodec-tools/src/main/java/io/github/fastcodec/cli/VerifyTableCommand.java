// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code verify-table}: a cluster checks the files that a table's log knows, and what the log says of them. */
@Command(name = "verify-table", hidden = true)
final class VerifyTableCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private TableOptions table;

    @Mixin
    private VerifyOptions options;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    VerifyTableCommand() {}

    @Override
    public Integer call() throws IOException {
        try {
            TableProvider provider = table.provider();
            return new ClusterVerification(provider.cluster(), options, work, output)
                    .run(table.open(provider, new NewNames("")), table.isWhole());
        } catch (UncheckedIOException e) {
            throw e.getCause(); // the log cannot be read, or the report not be written
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e); // a setting, a condition
        }
    }
}
