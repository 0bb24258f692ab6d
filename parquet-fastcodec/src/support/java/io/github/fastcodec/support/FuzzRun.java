// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fuzzes each target of a test class for some seconds in a JVM of its own, prints how often it was called, and fails if one found
 * something. Inputs that reach new code are kept from run to run in the output directory.
 */
public final class FuzzRun {

    private static final Pattern RUNS = Pattern.compile("stat::number_of_executed_units:\\s+(\\d+)");

    private FuzzRun() {}

    /** @param args the output directory, the seconds for each target, the class, and the names of targets if not all are meant */
    public static void main(String[] args) throws IOException, InterruptedException, ClassNotFoundException {
        Path output = Files.createDirectories(Path.of(args[0]).toAbsolutePath());
        List<String> asked = Arrays.asList(args).subList(3, args.length);
        List<Method> targets = Arrays.stream(Class.forName(args[2]).getDeclaredMethods())
                .filter(method -> method.isAnnotationPresent(FuzzTest.class))
                .filter(method -> asked.isEmpty() || asked.contains(method.getName()))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
        long total = 0;
        boolean failed = false;
        for (Method method : targets) {
            String target = method.getName();
            ChildJvm fuzzer = ChildJvm.run(
                    output,
                    target,
                    Integer.parseInt(args[1]) + 600, // more than it needs to start and to end
                    List.of(),
                    List.of(
                            "-Xmx1g",
                            "com.code_intelligence.jazzer.Jazzer",
                            "--target_class=" + method.getDeclaringClass().getName(),
                            "--target_method=" + target,
                            "--instrumentation_includes=io.github.fastcodec.**:io.airlift.compress.**:org.brotli.dec.**",
                            "--custom_hook_includes=io.github.fastcodec.**",
                            "-max_total_time=" + args[1],
                            "-max_len=2048",
                            "-timeout=20",
                            "-rss_limit_mb=6000",
                            "-print_final_stats=1"));
            Matcher runs = RUNS.matcher(fuzzer.errors());
            long executions = runs.find() ? Long.parseLong(runs.group(1)) : 0;
            total += executions;
            boolean well = fuzzer.exit() == 0 && executions > 0;
            failed |= !well;
            System.out.printf(
                    "%-14s %,14d executions, %s%n",
                    target, executions, well ? "no finding" : "FAILED, see " + output.resolve(target + ".err"));
        }
        System.out.printf("%-14s %,14d executions in %d targets%n", "all", total, targets.size());
        if (failed) {
            System.exit(1);
        }
    }
}
