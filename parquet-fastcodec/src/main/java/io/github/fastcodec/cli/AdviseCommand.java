// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.advise.CodecLevel;
import io.github.fastcodec.advise.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code advise}: measures the user's own pages with every codec, and recommends. */
@Command(name = "advise")
final class AdviseCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Mixin
    private PathArguments paths;

    @Option(names = "--goal", paramLabel = "GOAL", defaultValue = "balanced")
    private Goal goal;

    @Option(names = "--columns", paramLabel = "COLUMN", split = ",")
    private List<String> columns = new ArrayList<>();

    @Option(names = "--sample", paramLabel = "SIZE", converter = ByteSize.class, defaultValue = "64MB")
    private long sample;

    @Option(names = "--seed", paramLabel = "N")
    private Long seed;

    @Option(names = "--levels", paramLabel = "LIST")
    private String levels;

    @Option(names = "--storage", paramLabel = "SIZE", converter = ByteSize.class)
    private Long storage;

    @Option(names = "--all")
    private boolean all;

    @Option(names = "--html", paramLabel = "FILE")
    private Path html;

    @Option(names = "--plan", paramLabel = "FILE")
    private Path plan;

    /** The class that opens the cluster of which this is the driver; a job sets it, and nobody types it. */
    @Option(names = "--cluster", hidden = true)
    private String cluster;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    AdviseCommand() {}

    @Override
    public Integer call() throws IOException {
        requireEnding("--html", html, ".html");
        requireEnding("--plan", plan, ".json");
        Advisor advisor = advisor();
        Advice advice = cluster == null ? measured(advisor, paths.find().files().size()) : measuredByCluster(advisor);
        if (html != null) {
            Files.writeString(html, advice.toHtml());
        }
        if (plan != null) {
            Files.writeString(plan, advice.plan().toJson() + System.lineSeparator());
        }
        if (output.json()) {
            output.out().println(advice.toJson());
        } else {
            output.out().print(new AdviceText(advice, all, plan).text());
            output.out().flush();
        }
        return advice.basis().leftOutFiles().isEmpty() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private Advisor advisor() {
        Advisor advisor = Advisor.of(goal)
                .withOptions(FastCodecOptions.from(System::getProperty))
                .withColumns(columns)
                .withSample(sample)
                .withThreads(work.threads())
                .withMemory(work.memory());
        if (seed != null) {
            advisor = advisor.withSeed(seed);
        }
        if (storage != null) {
            advisor = advisor.withStorageSpeed(storage);
        }
        return levels == null ? advisor : advisor.withCandidates(candidates());
    }

    private List<CodecLevel> candidates() {
        try {
            return CodecLevel.parse(levels);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), "--levels: " + e.getMessage(), e);
        }
    }

    private Advice measured(Advisor advisor, int files) throws IOException {
        long[] told = {0};
        try (Progress progress = Progress.start("measuring", files, sample)) {
            return advisor.withProgress(share -> {
                        long now = (long) (share * sample);
                        progress.bytes(now - told[0]);
                        told[0] = now;
                    })
                    .advise(paths.paths());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    private Advice measuredByCluster(Advisor advisor) throws IOException {
        paths.requireNoJars("give them to spark-submit, before the jar of this command");
        try {
            return new ClusterAdvice(
                            ClusterRun.cluster(cluster),
                            goal,
                            columns,
                            levels == null ? List.of() : candidates(),
                            sample,
                            advisor.seed())
                    .advise(advisor, paths);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        } catch (NoSuchFileException e) {
            throw paths.leadsNowhere(e);
        }
    }

    /** An option that lacks its value takes the next argument, which may be a file that must not be written over. */
    private void requireEnding(String option, Path file, String ending) {
        if (file != null && !file.toString().endsWith(ending)) {
            throw new ParameterException(
                    spec.commandLine(), option + " is " + file + ", expected a name that ends in " + ending);
        }
    }
}
