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
import io.github.fastcodec.internal.recompress.Targets;
import io.github.fastcodec.internal.storage.InputFile;
import io.github.fastcodec.internal.storage.InputFiles;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
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

    RecompressCommand() {}

    @Override
    public Integer call() throws IOException {
        TableProvider application = FastCodec.application(command);
        if (application != null) {
            return onCluster(application.cluster());
        }
        RecompressOptions options = options(plan.plan(), FastCodecOptions.from(System::getProperty));
        new Recompression(options).requireEngines();
        InputFiles found = paths.find();
        TargetDirectory directory = directory(found);
        List<FileJob> jobs = jobs(found, directory);
        List<String> withoutSource = directory.withoutSource(found);
        // The watch starts after the search, so Ctrl-C ends the search at once, even if a store does not
        // answer.
        try (Interruption interruption = Interruption.watch()) {
            return dryRun
                    ? DryRun.print(options, jobs, work.threads(), List.of(), withoutSource, output, interruption)
                    : run(options, jobs, directory, found, withoutSource, interruption);
        }
    }

    private int onCluster(Cluster cluster) throws IOException {
        paths.requireNoJars();
        DirectoryConversion directories = new DirectoryConversion(cluster);
        FileList files = find(directories);
        RecompressOptions options = options(plan.planForSpark(), cluster.codecs());
        try (Interruption interruption = Interruption.watch()) {
            if (dryRun) {
                return DryRun.print(
                        options,
                        directories.jobs(files),
                        cluster.threads(),
                        List.of(),
                        files.withoutSource(),
                        output,
                        interruption);
            }
            new Recompression(options).requireLevels();
            output.beginChanges();
            ConversionReport report = convert(files, directories, options, interruption);
            FileCopies.copy(files, cluster.storages(), report);
            report.end(cluster.threads());
            return output.print(report);
        }
    }

    private FileList find(DirectoryConversion directories) throws IOException {
        FileList files;
        try {
            files = directories.list(paths.paths(), to);
        } catch (NoSuchFileException e) {
            throw paths.notFound(e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--to: " + e.getMessage(), e);
        }
        paths.requireFiles(files.files());
        return files;
    }

    private ConversionReport convert(
            FileList files, DirectoryConversion directories, RecompressOptions options, Interruption interruption) {
        ConversionReport report =
                new ConversionReport(output.json(), options, files.withoutSource(), interruption::isRequested);
        long[] done = new long[2];
        try (Progress progress = output.progress("recompress", Math.toIntExact(files.files()), files.bytes())) {
            directories.convert(
                    files,
                    options,
                    result -> {
                        FileOutcome outcome = result.outcome();
                        report.add(outcome);
                        done[0]++;
                        done[1] += outcome.bytesBefore();
                        progress.bytes(outcome.bytesBefore());
                        progress.file();
                    },
                    interruption::isRequested);
        } catch (IOException e) {
            report.aborted(e); // the report still shows the files that are done
        }
        report.addNotDone(files.files() - done[0], Math.max(0, files.bytes() - done[1]));
        files.hidden().forEach(report::leftOut);
        return report;
    }

    private RecompressOptions options(Plan columns, FastCodecOptions codecs) {
        return RecompressOptions.of(columns)
                .withCodecs(codecs)
                .withThreads(work.requestedThreads())
                .withMemory(work.requestedMemory())
                .withVerify(!noVerify)
                .withKeepGoing(keepGoing)
                .withDropUnnamedBytes(dropUnnamedBytes);
    }

    private TargetDirectory directory(InputFiles found) throws IOException {
        try {
            Storage storage = paths.storages().of(to);
            TargetDirectory directory = TargetDirectory.at(
                    to, storage, storage.normalize(paths.storages().path(to)));
            Set<String> directories = new LinkedHashSet<>();
            found.directories().forEach(source -> directories.add(source.relative()));
            found.files().forEach(file -> directories.add(file.relativeDirectory()));
            found.others().forEach(file -> directories.add(file.relativeDirectory()));
            directory.requireOutside(found.directories(), found.directoryKeys(), directories);
            return directory;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--to: " + e.getMessage(), e);
        }
    }

    private static List<FileJob> jobs(InputFiles found, TargetDirectory directory) {
        List<FileJob> jobs = new ArrayList<>();
        Targets targets = new Targets();
        for (InputFile file : found.files()) {
            String target = directory.below(file.relative());
            // Names that are not valid in the encoding may look the same. Such files fail when they are opened.
            targets.add(file.path(), target);
            jobs.add(new FileJob(
                    file.storage(), file.path(), directory.storage(), target, file.length(), FileJob.Policy.RESUME));
        }
        return jobs;
    }

    private int run(
            RecompressOptions options,
            List<FileJob> jobs,
            TargetDirectory directory,
            InputFiles found,
            List<String> withoutSource,
            Interruption interruption)
            throws IOException {
        ConversionReport report =
                new ConversionReport(output.json(), options, withoutSource, interruption::isRequested);
        output.beginChanges();
        try (Progress progress = progress(jobs)) {
            new Recompression(options)
                    .run(jobs, listener(progress, interruption))
                    .forEach(report::add);
        }
        found.hidden().forEach(report::leftOut);
        List<InputFile> others = new ArrayList<>(found.others());
        others.sort(
                Comparator.comparing(other -> FileCopies.comesLast(other.entry().name())));
        for (InputFile other : others) {
            FileCopies.copy(other, directory.storage(), directory.below(other.relative()), report);
        }
        report.end(work.threads());
        return output.print(report);
    }

    private Progress progress(List<FileJob> jobs) {
        return output.progress(
                "recompress",
                jobs.size(),
                jobs.stream().mapToLong(FileJob::length).sum());
    }

    private static Listener listener(Progress progress, Interruption interruption) {
        return new Listener() {
            @Override
            public void advanced(long bytes) {
                progress.bytes(bytes);
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
