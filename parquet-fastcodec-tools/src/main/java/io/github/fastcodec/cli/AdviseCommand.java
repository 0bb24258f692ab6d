// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.Advisor;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.FileList;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code advise}: measures the user's own pages with every codec, and recommends. */
@Command(name = "advise")
final class AdviseCommand implements Callable<Integer> {

    @Spec
    private CommandSpec command;

    @Mixin
    private PathArguments paths;

    @Mixin
    private AdviceOptions options;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    AdviseCommand() {}

    @Override
    public Integer call() throws IOException {
        Advisor advisor = options.advisor(work);
        TableProvider application = FastCodec.application(command);
        Advice advice = application == null ? measuredHere(advisor) : measured(advisor, application.cluster());
        return options.report(advice, output);
    }

    private Advice measuredHere(Advisor advisor) throws IOException {
        paths.storages(); // the advisor finds the jars by the class loader of this thread
        long[] told = {0};
        try (Progress progress = Progress.start("measuring", Progress.UNKNOWN_FILES, advisor.sample())) {
            return advisor.withProgress(share -> {
                        long now = (long) (share * advisor.sample());
                        progress.bytes(now - told[0]);
                        told[0] = now;
                    })
                    .advise(paths.paths());
        } catch (NoSuchFileException e) {
            throw paths.leadsNowhere(e);
        }
    }

    private Advice measured(Advisor advisor, Cluster cluster) throws IOException {
        FileList files = paths.find(cluster);
        List<String> arguments = new ArrayList<>(List.of("--to", "converted"));
        arguments.addAll(paths.paths());
        return ClusterAdvice.of(files, cluster, advisor, arguments, List.of());
    }
}
