// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.DirectoryConversion;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.recompress.TargetDirectory;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code recompress}: files are written again with other codecs. */
@Command(name = "recompress")
final class RecompressCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private PathArguments paths;

    @ArgGroup(multiplicity = "1")
    private Destination destination;

    @Mixin
    private PlanOptions plan;

    @Option(names = "--dry-run")
    private boolean dryRun;

    @Option(names = "--keep-going")
    private boolean keepGoing;

    @Option(names = "--no-verify")
    private boolean noVerify;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    RecompressCommand() {}

    /** Where the new files go: one of both. */
    static final class Destination {

        @Option(names = "--to", paramLabel = "DIR", required = true)
        private @Nullable String directory;

        @Option(names = "--in-place", required = true)
        private boolean inPlace;

        Destination() {}
    }

    @Override
    public Integer call() throws IOException {
        try (Interruption interruption = Interruption.watch()) {
            TableProvider application = FastCodec.application(command);
            if (application != null) {
                return onCluster(application.cluster(), interruption);
            }
            Recompression recompression = recompression(FastCodecOptions.from(System::getProperty));
            InputFiles found = paths.find();
            TargetDirectory directory = directory(found);
            List<FileJob> jobs =
                    directory == null ? Targets.inPlace(found.files()) : Targets.in(directory, found.files());
            return dryRun
                    ? DryRun.print(recompression, jobs, work.threads(), List.of(), output, interruption)
                    : run(recompression, jobs, directory, found, interruption);
        }
    }

    private int onCluster(Cluster cluster, Interruption interruption) throws IOException {
        String directory = destination.directory;
        if (directory == null) {
            throw new IllegalArgumentException(
                    "--in-place cannot be used on a cluster, whose tasks may run twice. Use --to");
        }
        ClusterRecompression run = new ClusterRecompression(paths, cluster);
        FileList files = run.find(directory);
        Recompression recompression = recompression(ClusterRecompression.options(cluster));
        if (dryRun) {
            return DryRun.print(
                    recompression.withoutTableGuard(),
                    new DirectoryConversion(cluster).jobs(files),
                    cluster.threads(),
                    List.of(),
                    output,
                    interruption);
        }
        recompression.requireLevels();
        output.changesBegin();
        return output.print(run.convert(files, recompression, output.json(), interruption));
    }

    private Recompression recompression(FastCodecOptions options) {
        Recompression recompression = work.of(Recompression.of(plan.plan()).withOptions(options));
        recompression = noVerify ? recompression.withoutVerification() : recompression;
        return keepGoing ? recompression.keepingGoing() : recompression;
    }

    /** Returns the directory of the new files, or null if they take the place of their sources. */
    private @Nullable TargetDirectory directory(InputFiles found) throws IOException {
        if (destination.directory == null) {
            return null;
        }
        try {
            Storage storage = paths.storages().of(destination.directory);
            TargetDirectory directory = TargetDirectory.at(
                    destination.directory,
                    storage,
                    storage.normalize(paths.storages().path(destination.directory)));
            for (InputFile source : found.directories()) {
                directory.requireOutside(source);
            }
            return directory;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--to: " + e.getMessage(), e);
        }
    }

    private int run(
            Recompression recompression,
            List<FileJob> jobs,
            @Nullable TargetDirectory directory,
            InputFiles found,
            Interruption interruption)
            throws IOException {
        ConversionReport report =
                new ConversionReport(output.json(), destination.inPlace, recompression, interruption::isRequested);
        recompression.requireLevels();
        output.changesBegin();
        try (Progress progress = progress(jobs)) {
            recompression.run(jobs, listener(progress, interruption)).forEach(report::add);
        }
        found.hidden().forEach(report::leftOut);
        if (directory == null) {
            found.others().stream()
                    .filter(other -> other.entry().kind() == Entry.Kind.LINK_TO_NOTHING)
                    .forEach(other -> report.leftOut(other.path()));
        } else {
            List<InputFile> others = new ArrayList<>(found.others());
            others.sort(Comparator.comparing(
                    other -> FileCopies.comesLast(other.entry().name())));
            for (InputFile other : others) {
                FileCopies.copy(other, directory.storage(), directory.below(other.relative()), report);
            }
        }
        report.end(work.threads());
        return output.print(report);
    }

    private static Progress progress(List<FileJob> jobs) {
        return Progress.start(
                "recompress",
                jobs.size(),
                jobs.stream().mapToLong(FileJob::length).sum());
    }

    private static Listener listener(Progress progress, Interruption interruption) {
        return new Listener() {
            @Override
            public void advanced(long sourceBytes) {
                progress.bytes(sourceBytes);
            }

            @Override
            public void ended(FileOutcome outcome) {
                progress.file();
            }

            @Override
            public boolean isCancelled() {
                return interruption.isRequested();
            }
        };
    }
}
