// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What every command that works on a table takes: which table, and which of its files. */
final class TableOptions {

    private static final String TABLE = "--table";
    private static final String DELTA = "--delta";
    private static final String WHERE = "--where";

    @ArgGroup(multiplicity = "1")
    private Source source;

    @Option(names = WHERE, paramLabel = "CONDITION")
    private @Nullable String where;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    TableOptions() {}

    /** Which table: one of both. */
    static final class Source {

        @Option(names = TABLE, paramLabel = "NAME", required = true)
        private @Nullable String iceberg;

        @Option(names = DELTA, paramLabel = "PATH", required = true)
        private @Nullable String delta;

        Source() {}
    }

    /** Returns the table's name with its catalog, or its path. */
    String name() {
        return source.iceberg != null ? source.iceberg : Objects.requireNonNull(source.delta, "one of both");
    }

    /** Returns whether all files of the table are asked for. */
    boolean isWhole() {
        return where == null;
    }

    boolean isIceberg() {
        return source.iceberg != null;
    }

    /**
     * Returns what opens the table.
     *
     * @throws IllegalArgumentException if the command runs by itself
     */
    TableProvider provider() {
        TableProvider application = FastCodec.application(command);
        if (application == null) {
            throw new IllegalArgumentException(
                    "A table needs Spark: give --table or --delta to RecompressJob, AdviseJob or VerifyJob, by spark-submit");
        }
        return application;
    }

    /**
     * Opens the table.
     *
     * @throws IOException if there is none, or nothing here serves its format; says what to add
     * @throws IllegalArgumentException if the condition makes no sense
     */
    TableLog open(TableProvider provider, NewNames names) throws IOException {
        return isIceberg() ? provider.iceberg(name(), where, names) : provider.delta(name(), where, names);
    }

    /** Returns the options that lead to the same files again. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of(isIceberg() ? TABLE : DELTA, name()));
        if (where != null) {
            arguments.addAll(List.of(WHERE, where));
        }
        return arguments;
    }
}
