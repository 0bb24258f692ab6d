// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.cli;

import io.github.fastcodec.internal.file.KeyValues;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Entries that the key-value metadata of new files gets, as they are said on the command line. */
final class KeyValueOptions {

    /** What Java makes of bytes of an argument that are no characters of the locale. */
    private static final char UNREADABLE = '\ufffd';

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--key-value", paramLabel = "KEY=VALUE")
    private List<String> entries = new ArrayList<>();

    KeyValueOptions() {}

    /**
     * Returns the entries.
     *
     * @throws ParameterException if one makes no sense
     */
    KeyValues keyValues() {
        KeyValues keyValues = KeyValues.NONE;
        for (String entry : entries) {
            int equals = entry.indexOf('='); // the first one: a value may have others
            if (equals < 1) {
                throw new ParameterException(
                        command.commandLine(),
                        "--key-value is \"" + entry + "\", expected a key, = and a value, such as team=payments");
            }
            if (entry.indexOf(UNREADABLE) >= 0) {
                throw new ParameterException(
                        command.commandLine(),
                        "--key-value " + entry
                                + ": some of its characters are not those of the locale: set LC_ALL=C.UTF-8,"
                                + " by which Java reads them");
            }
            try {
                keyValues = keyValues.with(entry.substring(0, equals), entry.substring(equals + 1));
            } catch (IllegalArgumentException e) {
                throw new ParameterException(command.commandLine(), "--key-value " + entry + ": " + e.getMessage(), e);
            }
        }
        return keyValues;
    }
}
