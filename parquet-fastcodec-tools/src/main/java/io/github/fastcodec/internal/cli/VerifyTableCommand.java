// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterLister;
import io.github.fastcodec.internal.cluster.ClusterVerification;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.tables.TableVerification;
import io.github.fastcodec.internal.text.Reason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
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
        TableVerification live = new TableVerification(log);
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
            if (table.isWhole() && !arguments.isSample() && !interruption.isRequested()) {
                others(cluster, log.directory(), live.inside() - report.missingFiles())
                        .ifPresent(notes::add);
            }
            return report.end(notes);
        }
    }

    /** Returns a sentence on the files in a table's directory that are not live; empty if there are none. */
    private static Optional<String> others(Cluster cluster, String directory, long live) {
        FileList listed;
        try {
            listed = Search.find(List.of(directory), cluster.storages(), new ClusterLister(cluster, false), null);
        } catch (IOException | RuntimeException e) {
            // not a failure, because the live files have been verified
            return Optional.of(directory + " cannot be listed: " + Reason.of(e));
        }
        long others = listed.files() - live;
        return others <= 0
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "Not part of this version: %,d of the %,d Parquet files in %s. They belong to older versions,"
                                + " or are delete files or leftovers.",
                        others,
                        listed.files(),
                        directory));
    }
}
