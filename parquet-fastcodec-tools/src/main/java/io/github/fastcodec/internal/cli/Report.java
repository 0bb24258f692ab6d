// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import java.util.List;
import java.util.Map;

/** The outcome of a command, which {@link OutputOptions#print} prints. */
interface Report {

    /** Returns the report for people. */
    String text();

    /** Returns the report for machines: maps, collections, strings and numbers. */
    Map<String, Object> document();

    /**
     * Returns sentences that describe the failures and the next steps.
     *
     * @param verbose whether stack traces follow the sentences
     */
    List<String> failures(boolean verbose);

    int exitCode();
}
