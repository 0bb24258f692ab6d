// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code verify-table}: a cluster checks the files that a table's log knows, and what the log says of them. */
@Command(name = "verify-table", hidden = true)
final class VerifyTableCommand implements Callable<Integer> {

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
        TableProvider provider = table.provider();
        return new ClusterVerification(provider.cluster(), options, work, output)
                .run(table.open(provider, new NewNames("")), table.isWhole());
    }
}
