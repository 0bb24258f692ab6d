// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterVerification;
import io.github.fastcodec.internal.cluster.ClusterVerification.ClusterFile;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.verify.Verifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
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
    private VerifyArguments arguments;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    VerifyCommand() {}

    @Override
    public Integer call() throws IOException {
        TableProvider application = RootCommand.application(command);
        return application == null ? verifyHere() : verifyOn(application.cluster());
    }

    private int verifyOn(Cluster cluster) throws IOException {
        FileList files = paths.find(cluster);
        try (Interruption interruption = Interruption.watch();
                VerifyReport report = new VerifyReport(arguments, output, cluster.storages(), interruption)) {
            Iterator<ClusterFile> all = files.largestFirst()
                    .map(file -> new ClusterFile(file.source(), file.length(), null))
                    .iterator();
            report.add(
                    new ClusterVerification(cluster, arguments.options(work, cluster.codecs())),
                    all,
                    arguments.isSample() ? Progress.UNKNOWN_BYTES : files.bytes());
            return report.end(List.of());
        }
    }

    private int verifyHere() throws IOException {
        List<ListedFile> files = new ArrayList<>();
        FileList found = paths.find(paths.storages(), Search.onThisThread(paths.storages()), null);
        arguments.selected(found.inOrder().iterator(), ListedFile::length).forEachRemaining(files::add);
        long bytes = files.stream().mapToLong(ListedFile::length).sum();
        try (Interruption interruption = Interruption.watch();
                VerifyReport report = new VerifyReport(arguments, output, paths.storages(), interruption)) {
            try (Progress progress =
                    output.json() ? Progress.silent() : output.progress("verify", files.size(), bytes)) {
                Verifier.of(arguments.options(work, FastCodecOptions.from(System::getProperty)))
                        .withProgress(count -> {
                            progress.bytes(count);
                            interruption.check();
                        })
                        .verify(files.stream().map(ListedFile::source).toList(), result -> {
                            progress.file();
                            report.add(result);
                        });
            } catch (CancellationException e) {
                // the report shows that the run was interrupted
            }
            return report.end(List.of());
        }
    }
}
