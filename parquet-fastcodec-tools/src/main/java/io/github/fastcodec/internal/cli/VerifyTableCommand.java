// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterVerification;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.tables.TableVerification;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code verify-table}: checks a table's live files on a cluster, and compares them with the table's log. */
@Command(name = "verify-table", hidden = true)
final class VerifyTableCommand implements Callable<Integer> {

    @Mixin
    private TableOptions table;

    @Mixin
    private VerifyArguments arguments;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        TableProvider provider = table.provider();
        Cluster cluster = provider.cluster();
        TableLog log = table.open(provider, new NewNames(""));
        TableVerification live = new TableVerification();
        try (Interruption interruption = Interruption.watch();
                VerifyReport report = new VerifyReport(arguments, output, cluster.storages(), interruption);
                Stream<LoggedFile> files = log.loggedFiles()) {
            report.add(
                    new ClusterVerification(cluster, arguments.options(work, cluster.codecs())),
                    live.files(files),
                    Progress.UNKNOWN_BYTES);
            List<String> notes = new ArrayList<>();
            live.unreadable()
                    .forEach((reason, totals) ->
                            notes.add("Not checked: " + TableReportText.files(reason, totals) + "."));
            return report.end(notes);
        }
    }
}
