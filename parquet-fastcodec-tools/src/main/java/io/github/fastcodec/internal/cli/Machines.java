// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.advise.TableAdvice;
import io.github.fastcodec.internal.advise.TableSample;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterAdvice;
import io.github.fastcodec.internal.cluster.ClusterConversion;
import io.github.fastcodec.internal.cluster.ClusterLister;
import io.github.fastcodec.internal.cluster.ClusterVerification;
import io.github.fastcodec.internal.cluster.ClusterVerification.ClusterFile;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.recompress.RecompressOptions;
import io.github.fastcodec.verify.Verifier;
import io.github.fastcodec.verify.VerifyOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** The machines that do the work of a command: this one, or those of an application. */
interface Machines {

    /**
     * Returns the machines of an application; without one, this machine.
     *
     * @throws IllegalArgumentException if jars are given, and an application has jars of its own
     */
    static Machines of(@Nullable TableProvider application, PathArguments paths, WorkOptions work) {
        if (application == null) {
            return new ThisMachine(paths.storages(), work);
        }
        paths.requireNoJars();
        return new OfApplication(application.cluster());
    }

    /** Returns the file systems of the files. */
    Storages storages();

    /**
     * Returns the lister of directories.
     *
     * @param writes whether files are written next to the leftovers of killed processes
     */
    Search.Lister lister(boolean writes);

    /**
     * Returns the options for compressing and decompressing pages, with the settings of these machines.
     *
     * @throws IllegalArgumentException if a setting is out of range; the message names it
     */
    FastCodecOptions codecs();

    /**
     * Returns the options for a plan, with the settings of these machines.
     *
     * @throws IllegalArgumentException if a configured level is out of range, or readers do not know a codec of the plan
     * @throws UnsupportedOperationException if this machine does the work, and an engine is missing
     */
    RecompressOptions options(PlanOptions plan);

    /** Returns the number of threads that work at the same time. */
    int threads();

    /** Recompresses files, shows the progress, and adds the outcomes to a report. */
    void convert(
            FileList files,
            RecompressOptions options,
            ConversionReport report,
            Progress progress,
            Interruption interruption)
            throws IOException;

    /** Verifies files, or a sample of them, and adds the results to a report. */
    void verify(FileList files, VerifyOptions options, VerifyReport report) throws IOException;

    /**
     * Measures files, or a sample of them, and shows the progress. Ends early if the command is interrupted.
     *
     * @throws CancellationException if the command was interrupted before a column was measured
     * @throws IOException if the cluster fails
     */
    List<TableSample> measure(FileList files, AdviseOptions options, OutputOptions output, Interruption interruption)
            throws IOException;

    /** The machine of the command line. */
    record ThisMachine(Storages storages, WorkOptions work) implements Machines {

        @Override
        public Search.Lister lister(boolean writes) {
            return Search.onThisThread(storages);
        }

        @Override
        public FastCodecOptions codecs() {
            return FastCodecOptions.from(System::getProperty);
        }

        @Override
        public RecompressOptions options(PlanOptions plan) {
            RecompressOptions options = RecompressOptions.of(plan.plan()).withCodecs(codecs());
            new Recompression(options).requireEngines();
            return options;
        }

        @Override
        public int threads() {
            return work.threads();
        }

        @Override
        public void convert(
                FileList files,
                RecompressOptions options,
                ConversionReport report,
                Progress progress,
                Interruption interruption)
                throws IOException {
            List<FileJob> jobs = new ArrayList<>();
            for (ListedFile file : files.inOrder()) {
                jobs.add(FileJob.of(file, storages, true));
            }
            Listener listener = new Listener() {
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
            new Recompression(options).run(jobs, listener).forEach(report::add);
        }

        @Override
        public void verify(FileList files, VerifyOptions options, VerifyReport report) {
            report.add(Verifier.of(options), files.inOrder());
        }

        @Override
        public List<TableSample> measure(
                FileList files, AdviseOptions options, OutputOptions output, Interruption interruption)
                throws IOException {
            long[] reported = {0};
            try (Progress progress = output.progress("measuring", Progress.UNKNOWN_FILES, options.sample())) {
                return List.of(new TableAdvice(options).measure(files.inOrder(), storages, share -> {
                    long now = (long) (share * options.sample());
                    progress.bytes(now - reported[0]);
                    reported[0] = now;
                    interruption.check();
                }));
            }
        }
    }

    /** The machines of an application. */
    record OfApplication(Cluster cluster, Storages storages) implements Machines {

        OfApplication(Cluster cluster) {
            this(cluster, cluster.storages());
        }

        @Override
        public Search.Lister lister(boolean writes) {
            return new ClusterLister(cluster, writes);
        }

        @Override
        public FastCodecOptions codecs() {
            return cluster.codecs();
        }

        @Override
        public RecompressOptions options(PlanOptions plan) {
            RecompressOptions options =
                    RecompressOptions.of(plan.planForSpark()).withCodecs(codecs());
            new Recompression(options).requireLevels();
            return options;
        }

        @Override
        public int threads() {
            return cluster.threads();
        }

        @Override
        public void convert(
                FileList files,
                RecompressOptions options,
                ConversionReport report,
                Progress progress,
                Interruption interruption) {
            long[] done = new long[2];
            try {
                new ClusterConversion(cluster)
                        .convert(
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
        }

        @Override
        public void verify(FileList files, VerifyOptions options, VerifyReport report) throws IOException {
            report.add(
                    new ClusterVerification(cluster, options),
                    files.largestFirst()
                            .map(file -> new ClusterFile(file.source(), file.length(), null))
                            .iterator(),
                    files.bytes());
        }

        @Override
        public List<TableSample> measure(
                FileList files, AdviseOptions options, OutputOptions output, Interruption interruption)
                throws IOException {
            ClusterAdvice advice = new ClusterAdvice(files, cluster, options);
            try (Progress progress = output.progress("measuring", advice.files(), options.sample())) {
                return advice.measure(progress::file, interruption::isRequested);
            }
        }
    }
}
