// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.advise.AdviseOptions;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.TableContent;
import io.github.fastcodec.internal.tables.TableProvider;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code advise-table}: measures some of a table's live files on a cluster. The advice applies to all live files. */
@Command(name = "advise-table", hidden = true)
final class AdviseTableCommand implements Callable<Integer> {

    /** The names for an empty plan. No file was ever written with an empty plan, so no file counts as done. */
    private static final NewNames NAMES = new NewNames("");

    @Mixin
    private TableOptions table;

    @Mixin
    private AdviseArguments arguments;

    @Mixin
    private WorkOptions work;

    @Mixin
    private OutputOptions output;

    @Override
    public Integer call() throws IOException {
        TableProvider provider = table.provider();
        AdviseOptions options = arguments.options(work, provider.cluster().codecs());
        TableContent content = TableContent.of(table.open(provider, NAMES));
        List<String> notes = TableReportText.leftAlone(content.kept());
        if (content.files().files() == 0) {
            throw new IllegalArgumentException("There is no Parquet file in " + table.name()
                    + (notes.isEmpty() ? "" : ". " + String.join(" ", notes)));
        }
        return arguments.run(
                new Machines.OfApplication(provider.cluster()),
                content.files(),
                options,
                arguments.conversionOnSpark(table.options(), List.of()),
                notes,
                output);
    }
}
