// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options of all commands that work on a table: the table, and a condition for its files. */
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

    /** The table. Exactly one of {@code iceberg} and {@code delta} is set. */
    static final class Source {

        @Option(names = TABLE, paramLabel = "NAME", required = true)
        private @Nullable String iceberg;

        @Option(names = DELTA, paramLabel = "PATH", required = true)
        private @Nullable String delta;
    }

    /** Returns the name of an Iceberg table, including its catalog, or the path of a Delta table. */
    String name() {
        return source.iceberg != null ? source.iceberg : Objects.requireNonNull(source.delta, "neither table nor path");
    }

    boolean isIceberg() {
        return source.iceberg != null;
    }

    /**
     * Returns the provider that opens the table.
     *
     * @throws IllegalArgumentException if the command does not run in an application
     */
    TableProvider provider() {
        TableProvider application = RootCommand.application(command);
        if (application == null) {
            throw new IllegalArgumentException(
                    "Tables need Spark: run RecompressJob, AdviseJob or VerifyJob by spark-submit, with --table or"
                            + " --delta");
        }
        return application;
    }

    /**
     * @throws IOException if the table does not exist, or the library of its format is missing; the message names what to add
     * @throws IllegalArgumentException if the condition is invalid
     */
    TableLog open(TableProvider provider, NewNames names) throws IOException {
        return isIceberg() ? provider.iceberg(name(), where, names) : provider.delta(name(), where, names);
    }

    /** Returns the values of the options that select the same files, keyed by their names without dashes. */
    Map<String, String> options() {
        Map<String, String> options = new LinkedHashMap<>();
        options.put((isIceberg() ? TABLE : DELTA).substring(2), name());
        if (where != null) {
            options.put(WHERE.substring(2), where);
        }
        return options;
    }
}
