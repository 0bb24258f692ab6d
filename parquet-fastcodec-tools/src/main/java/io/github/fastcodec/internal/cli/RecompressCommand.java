// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.TargetDirectory;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code recompress}: rewrites files with other codecs. */
@Command(name = "recompress")
final class RecompressCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private PathArguments paths;

    @Option(names = "--to", paramLabel = "DIR", required = true)
    private String to;

    @Mixin
    private PlanOptions plan;

    @Option(names = "--dry-run")
    private boolean dryRun;

    @Option(names = "--keep-going")
    private boolean keepGoing;

    @Option(names = "--drop-unnamed-bytes")
    private boolean dropUnnamedBytes;

    @Option(names = "--no-verify")
    private boolean noVerify;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        Machines machines = Machines.of(RootCommand.application(command), paths, work);
        RecompressOptions options = machines.options(plan)
                .withThreads(work.requestedThreads())
                .withMemory(work.requestedMemory())
                .withVerify(!noVerify)
                .withKeepGoing(keepGoing)
                .withDropUnnamedBytes(dropUnnamedBytes);
        FileList files = find(machines);
        // In more files, the run finds a wrong name at the first of them.
        if (!options.plan().columns().isEmpty() && files.files() <= Recompression.MOST_FOOTERS) {
            new Recompression(options).requireColumns(DryRun.jobs(files, machines.storages()));
        }
        // The watch starts after the search, so Ctrl-C ends the search at once, even if a store does not
        // answer.
        try (Interruption interruption = Interruption.watch()) {
            return dryRun
                    ? DryRun.print(
                            options,
                            DryRun.jobs(files, machines.storages()),
                            machines.threads(),
                            List.of(),
                            files.withoutSource(),
                            output,
                            interruption)
                    : run(options, files, machines, interruption);
        }
    }

    private FileList find(Machines machines) throws IOException {
        Storages storages = machines.storages();
        TargetDirectory target;
        try {
            target = TargetDirectory.at(to, storages);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--to: " + e.getMessage(), e);
        }
        FileList files = paths.find(storages, machines.lister(!dryRun), target);
        try {
            target.requireOutside(files, storages);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--to: " + e.getMessage(), e);
        }
        return files;
    }

    private int run(RecompressOptions options, FileList files, Machines machines, Interruption interruption)
            throws IOException {
        ConversionReport report =
                new ConversionReport(output.json(), options, files.withoutSource(), interruption::isRequested);
        output.beginChanges();
        try (Progress progress = output.progress("recompress", Math.toIntExact(files.files()), files.bytes())) {
            machines.convert(files, options, report, progress, interruption);
        }
        files.hidden().forEach(report::leftOut);
        FileCopies.copy(files, machines.storages(), report);
        report.end(machines.threads());
        return output.print(report);
    }
}
