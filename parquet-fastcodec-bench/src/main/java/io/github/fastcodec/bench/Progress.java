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
 * JMH's output without a line for each sample of each round. It contains the name of the running benchmark, and JMH's other
 * messages such as failures. With JMH's option {@code -v} the output is JMH's own.
 */
final class Progress implements InvocationHandler {

    private static final Set<String> SUPPRESSED =
            Set.of("iteration", "iterationResult", "startBenchmark", "endBenchmark", "startRun", "endRun");

    private final OutputFormat all = OutputFormatFactory.createFormatInstance(System.out, VerboseMode.NORMAL);

    private Progress() {}

    /** Returns the output for a run with these options. */
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
        boolean isProgress = method.getName().equals("println") && isProgressLine((String) arguments[0]);
        if (isProgress || SUPPRESSED.contains(method.getName())) {
            return null;
        }
        try {
            return method.invoke(all, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /**
     * Returns whether a line is one of JMH's progress lines or a blank line between them. The estimates in progress lines are
     * wrong for single shots.
     */
    private static boolean isProgressLine(String line) {
        return line.startsWith("# Run progress") || line.startsWith("# Fork:") || line.isEmpty();
    }
}
