// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Unmatched;

/** A command that runs JMH. All arguments that the command does not know are JMH's, untouched and in their order. */
public abstract class JmhTool extends Tool {

    @Unmatched
    private List<String> jmhArguments = new ArrayList<>();

    /** Returns JMH's arguments as they were given. */
    public final List<String> jmhArguments() {
        return jmhArguments;
    }

    /**
     * Returns what they mean to JMH.
     *
     * @throws ParameterException if JMH knows no such option, or not such a value of it
     */
    protected final CommandLineOptions jmhOptions() {
        try {
            return new CommandLineOptions(jmhArguments.toArray(new String[0]));
        } catch (CommandLineOptionException e) {
            throw refused("JMH, which gets what this command does not know, refuses it: " + e.getMessage());
        }
    }
}
