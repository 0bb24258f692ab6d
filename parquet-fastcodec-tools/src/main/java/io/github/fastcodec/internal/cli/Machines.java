// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterConversion;
import io.github.fastcodec.internal.cluster.ClusterLister;
import io.github.fastcodec.internal.recompress.FileJob;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Listener;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.storage.Storages;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
        Cluster cluster = application.cluster();
        return new OfApplication(cluster, cluster.storages());
    }

    /** Returns the file systems of the files. */
    Storages storages();

    /**
     * Returns the lister of directories.
     *
     * @param writes whether files are written next to the leftovers of killed processes
     */
    Search.Lister lister(boolean writes);

    /** Returns the options for compressing and decompressing pages. */
    FastCodecOptions codecs();

    /** Returns the plan that the options describe, if these machines' readers can read its codecs. */
    Plan plan(PlanOptions options);

    /** Requires the codecs and levels of a recompression, as far as they are known before a file is opened. */
    void requireCodecs(Recompression recompression);

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
        public Plan plan(PlanOptions options) {
            return options.plan();
        }

        @Override
        public void requireCodecs(Recompression recompression) {
            recompression.requireEngines();
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
    }

    /** The machines of an application. */
    record OfApplication(Cluster cluster, Storages storages) implements Machines {

        @Override
        public Search.Lister lister(boolean writes) {
            return new ClusterLister(cluster, writes);
        }

        @Override
        public FastCodecOptions codecs() {
            return cluster.codecs();
        }

        @Override
        public Plan plan(PlanOptions options) {
            return options.planForSpark();
        }

        @Override
        public void requireCodecs(Recompression recompression) {
            recompression.requireLevels();
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
    }
}
