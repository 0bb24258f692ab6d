// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.lake.Cluster;
import io.github.fastcodec.internal.lake.Conversion;
import io.github.fastcodec.internal.lake.TaskRun;
import io.github.fastcodec.internal.recompress.Plan;
import io.github.fastcodec.internal.recompress.PlanJson;
import io.github.fastcodec.internal.recompress.Target;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.tables.TableRecompression;
import io.github.fastcodec.internal.tables.TableReport;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code recompress-table}: the files of a table are written again on a cluster, and replaced through the table's log. */
@Command(name = RecompressTableCommand.NAME, hidden = true)
final class RecompressTableCommand implements Callable<Integer> {

    static final String NAME = "recompress-table";

    @Spec
    private CommandSpec command;

    @ArgGroup(multiplicity = "1")
    private Source source;

    @Option(names = "--where", paramLabel = "CONDITION")
    private String where;

    @Mixin
    private PlanOptions plan;

    @Option(names = "--batch", paramLabel = "FILES", defaultValue = "2000")
    private int batch;

    @Option(names = "--set-codec")
    private boolean setCodec;

    @Option(names = "--no-verify")
    private boolean noVerify;

    /** The class that opens tables; a job sets it, and nobody types it. */
    @Option(names = "--tables", hidden = true, required = true)
    private String tables;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    RecompressTableCommand() {}

    /** Which table: one of both. */
    static final class Source {

        @Option(names = "--table", paramLabel = "NAME", required = true)
        private String iceberg;

        @Option(names = "--delta", paramLabel = "PATH", required = true)
        private String delta;

        Source() {}

        String name() {
            return iceberg != null ? iceberg : delta;
        }
    }

    @Override
    public Integer call() throws IOException {
        try (Interruption interruption = Interruption.watch()) {
            long start = System.nanoTime();
            TableReport report = open().run(interruption::isRequested);
            double seconds = (System.nanoTime() - start) / 1e9;
            TableReportText text = new TableReportText(source.name(), report, seconds, !noVerify);
            if (output.json()) {
                output.printJson(text.document());
            } else {
                output.out().print(text.text());
                output.out().flush();
            }
            text.failures().forEach(output.err()::println);
            return text.exitCode();
        }
    }

    private TableRecompression open() throws IOException {
        Plan columns = plan.plan();
        Target target = setCodec ? codec(columns) : null;
        try {
            TableProvider provider = provider();
            Cluster cluster = provider.cluster();
            Conversion conversion = conversion(columns, cluster);
            TaskRun.require(conversion);
            NewNames names = new NewNames(PlanJson.write(columns));
            TableLog log = source.iceberg != null
                    ? provider.iceberg(source.iceberg, where, names)
                    : provider.delta(source.delta, where, names);
            TableRecompression recompression = new TableRecompression(log, cluster, conversion, batch);
            if (target != null) {
                provider.setIcebergCodec(source.iceberg, target);
            }
            return recompression;
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e); // a level, a setting, a condition
        }
    }

    private Target codec(Plan columns) {
        if (source.iceberg == null) {
            throw new ParameterException(
                    command.commandLine(),
                    "--set-codec cannot be used with --delta: Delta Lake has no property for it, its writers have"
                            + " spark.sql.parquet.compression.codec");
        }
        return columns.fallback()
                .orElseThrow(() -> new ParameterException(
                        command.commandLine(), "--set-codec needs --codec, the codec of all columns"));
    }

    private Conversion conversion(Plan columns, Cluster cluster) {
        Conversion conversion = Conversion.of(columns)
                .withSettings(ClusterRun.settings(cluster))
                .withThreads(work.askedThreads())
                .withMemory(work.askedMemory());
        return noVerify ? conversion.withoutVerification() : conversion;
    }

    private TableProvider provider() {
        try {
            Constructor<? extends TableProvider> constructor =
                    Class.forName(tables).asSubclass(TableProvider.class).getDeclaredConstructor();
            constructor.setAccessible(true); // nobody else needs the class
            return constructor.newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(tables, e);
        }
    }
}
