// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import java.util.Map;

/**
 * The part of a benchmark that each contender has a copy of, in a class loader of its own. A subject has a public constructor
 * without arguments. Between it and the ruler go types of the JDK and of this package only.
 */
public interface Subject {

    /**
     * Returns the operations to be timed, by cell; every contender has the same cells. A cell is an operation and what else
     * tells it from others, as {@code compress/shape=PLAIN_TEXT&size=8192}. JMH rewrites commas, semicolons and brackets in names.
     *
     * @param contender whose operations, without {@link Contender#AGAIN} and {@link Contender#BEFORE}
     * @param params the benchmark's parameters, by name
     * @param shared what the benchmark made for all contenders
     */
    Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) throws Exception;
}
