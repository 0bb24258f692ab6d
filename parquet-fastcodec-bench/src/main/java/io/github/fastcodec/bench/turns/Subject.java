// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.util.Map;

/**
 * The part of a benchmark of which each contender loads its own copy. A subject has a public constructor without arguments. It
 * exchanges only types of the JDK and of this package with {@link Turns}.
 */
public interface Subject {

    /**
     * Returns the operations to time, keyed by the name of their cell. Every contender has the same cells. The name of a cell
     * is an operation followed by parameters, such as {@code compress/shape=PLAIN_TEXT&size=8192}. It must not contain
     * commas, semicolons or brackets, because JMH replaces them.
     *
     * @param contender the contender's name, without {@link Contender#AGAIN} and {@link Contender#BEFORE}
     * @param params the benchmark's parameters, keyed by name
     * @param shared the data that the benchmark created for all contenders
     */
    Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) throws Exception;
}
