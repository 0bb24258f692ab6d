// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.recompress.Recompression;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableContent;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.tables.TableRecompression;
import io.github.fastcodec.internal.tables.TableReport;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code recompress-table}: rewrites the files of a table on a cluster, and replaces them through the table's log. */
@Command(name = "recompress-table", hidden = true)
final class RecompressTableCommand implements Callable<Integer> {

    @Mixin
    private TableOptions table;

    @Mixin
    private PlanOptions plan;

    @Option(names = "--batch", paramLabel = "FILES", defaultValue = "2000")
    private int batch;

    @Option(names = "--set-codec")
    private boolean setCodec;

    @Option(names = "--dry-run")
    private boolean dryRun;

    @Option(names = "--no-verify")
    private boolean noVerify;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        try (Interruption interruption = Interruption.watch()) {
            long start = System.nanoTime();
            Plan columns = plan.planForSpark();
            CodecLevel target = setCodec && !dryRun ? codec(columns) : null;
            TableProvider provider = table.provider();
            Cluster cluster = provider.cluster();
            TableLog log = table.open(provider, new NewNames(columns.toJson()));
            if (dryRun) {
                return dryRun(log, options(log.inFiles(columns), cluster), cluster, interruption);
            }
            log.requireSafeCommits();
            RecompressOptions options = options(log.inFiles(columns), cluster);
            new Recompression(options).requireLevels();
            TableRecompression run = new TableRecompression(log, cluster, options, batch);
            output.beginChanges();
            if (target != null) {
                log.setCodec(target);
            }
            TableReport report = run.run(interruption::isRequested);
            double seconds = (System.nanoTime() - start) / 1e9;
            return output.print(new TableReportText(table.name(), report, seconds, !noVerify));
        }
    }

    private int dryRun(TableLog log, RecompressOptions options, Cluster cluster, Interruption interruption)
            throws IOException {
        TableContent content = TableContent.of(log);
        return DryRun.print(
                options.withGuardTables(false).withKeepGoing(true),
                DryRun.jobs(content.files(), cluster.storages()),
                cluster.threads(),
                TableReportText.leftAlone(content.kept()),
                List.of(),
                output,
                interruption);
    }

    private CodecLevel codec(Plan columns) {
        if (!table.isIceberg()) {
            throw new IllegalArgumentException(
                    "--set-codec cannot be used with --delta: Delta Lake has no table property for the codec. Set"
                            + " spark.sql.parquet.compression.codec for its writers");
        }
        if (columns.others() == null) {
            throw new IllegalArgumentException("--set-codec needs --codec, the codec of all columns");
        }
        CodecLevel codec = columns.others();
        if (codec.level() != null && codec.codec() != CompressionCodecName.ZSTD) {
            throw new IllegalArgumentException("--set-codec cannot be used with a level of " + codec.codec()
                    + ", because Iceberg's writers fail with, or ignore, levels other than those of ZSTD. Give --codec without a"
                    + " level, or leave out --set-codec");
        }
        return codec;
    }

    private RecompressOptions options(Plan columns, Cluster cluster) {
        return RecompressOptions.of(columns)
                .withCodecs(cluster.codecs())
                .withThreads(work.requestedThreads())
                .withMemory(work.requestedMemory())
                .withVerify(!noVerify);
    }
}
