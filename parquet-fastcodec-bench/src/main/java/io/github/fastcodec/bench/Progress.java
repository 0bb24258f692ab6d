// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * JMH's output without a line for each sample of each round: what runs now, and what JMH says besides, a failure above all. With
 * JMH's option {@code -v} it is JMH's own.
 */
final class Progress implements InvocationHandler {

    private static final Set<String> LEFT_OUT =
            Set.of("iteration", "iterationResult", "startBenchmark", "endBenchmark", "startRun", "endRun");

    private final OutputFormat all = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.NORMAL);

    private Progress() {}

    /** Returns the output of a run with those options. */
    static OutputFormat of(Options options) {
        return options.verbosity().hasValue()
                ? OutputFormatFactory.createFormatInstance(
                        System.out, options.verbosity().get())
                : (OutputFormat) Proxy.newProxyInstance(
                        Progress.class.getClassLoader(), new Class<?>[] {OutputFormat.class}, new Progress());
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("startBenchmark")) {
            BenchmarkParams params = (BenchmarkParams) arguments[0];
            StringBuilder line = new StringBuilder(params.getBenchmark().replaceAll(".*\\.(\\w+)\\.round", "$1"));
            params.getParamsKeys()
                    .forEach(name -> line.append(' ').append(name).append('=').append(params.getParam(name)));
            System.out.println(line);
            return null;
        }
        boolean ofProgress = method.getName().equals("println") && isOfProgress((String) arguments[0]);
        if (ofProgress || LEFT_OUT.contains(method.getName())) {
            return null;
        }
        try {
            return method.invoke(all, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** JMH cannot know how long single shots take. */
    private static boolean isOfProgress(String line) {
        return line.startsWith("# Run progress") || line.startsWith("# Fork:") || line.isEmpty();
    }
}
