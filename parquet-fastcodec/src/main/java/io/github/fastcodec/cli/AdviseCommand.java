// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.advise.Advice;
import io.github.fastcodec.advise.Advisor;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code advise}: measures the user's own pages with every codec, and recommends. */
@Command(name = "advise")
final class AdviseCommand implements Callable<Integer> {

    @Mixin
    private PathArguments paths;

    @Mixin
    private AdviceOptions options;

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
        return options.advise(cluster == null ? this::measured : this::measuredByCluster, work, output);
    }

    private Advice measured(Advisor advisor) throws IOException {
        int files = paths.find().files().size();
        long[] told = {0};
        try (Progress progress = Progress.start("measuring", files, options.sample())) {
            return advisor.withProgress(share -> {
                        long now = (long) (share * options.sample());
                        progress.bytes(now - told[0]);
                        told[0] = now;
                    })
                    .advise(paths.paths());
        }
    }

    private Advice measuredByCluster(Advisor advisor) throws IOException {
        paths.requireNoJars("give them to spark-submit, before the jar of this command");
        try {
            return options.onCluster(ClusterRun.cluster(cluster), advisor).advise(paths);
        } catch (NoSuchFileException e) {
            throw paths.leadsNowhere(e);
        }
    }
}
