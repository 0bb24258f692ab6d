// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.spark;

import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/** One application, started as bin/spark-submit starts it: Spark's jars on the class path, everything else by its options. */
final class Submission {

    private static final Path SPARK_HOME = Path.of(System.getProperty("spark.home"));
    private static final long TIMEOUT_MINUTES = 8;

    /** Spark starts no JVM without this module, and uses it in MLlib if it has classes. Not every runtime has the module. */
    private static final String VECTORS = "jdk.incubator.vector";

    private final Path root;
    private final String name;
    private final List<String> jvmOptions;
    private final List<String> options = new ArrayList<>();
    private Process process;

    /**
     * @param root an existing folder that all applications share; its log goes there too
     * @param jvmOptions the driver's
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

    /** Returns a new folder for some applications to share. */
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

    /** Starts a class of another jar than that of the applications here. */
    Submission startJar(Path jar, String mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptions().split(" ")));
        command.addAll(List.of("-cp", SPARK_HOME.resolve("jars") + "/*", "org.apache.spark.deploy.SparkSubmit"));
        command.addAll(options);
        command.addAll(List.of("--class", mainClass, jar.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(log().toFile()).redirectOutput(out().toFile());
        // as bin/load-spark-env.sh has it; the worker of local-cluster starts the executors by these
        builder.environment().put("SPARK_HOME", SPARK_HOME.toString());
        builder.environment().put("SPARK_SCALA_VERSION", System.getProperty("scala.line"));
        builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        if (ModuleFinder.ofSystem().find(VECTORS).isEmpty()) {
            // for the JVMs of the executors too
            builder.environment().put("JDK_JAVA_OPTIONS", "--module-path=" + emptyModule());
        }
        process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return this;
    }

    /** Returns a jar that is a module with nothing in it. */
    private Path emptyModule() throws IOException {
        Path jar = root.resolve(VECTORS + ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().putValue("Manifest-Version", "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", VECTORS);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    /** Waits until a file is there, which the application makes. */
    void await(Path file) throws InterruptedException, IOException {
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(TIMEOUT_MINUTES);
        while (!Files.exists(file)) {
            if (!process.isAlive() || System.nanoTime() > end) {
                throw new AssertionError(name + " did not write " + file + "; see " + log());
            }
            Thread.sleep(100);
        }
    }

    /** Ends the application's standard input and waits for it. */
    void finish() throws InterruptedException, IOException {
        process.getOutputStream().close();
        if (!process.waitFor(TIMEOUT_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError(name + " took more than " + TIMEOUT_MINUTES + " minutes; see " + log());
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

    /** Kills executors of {@code local-cluster} as {@code kill -9} does, and returns when they are gone. */
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

    /** Kills the driver as {@code kill -9} does. Its executors notice that, and end. */
    void kill() {
        kill(process.toHandle());
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Returns what the application has printed. */
    Path out() {
        return root.resolve(name + ".out");
    }

    Path log() {
        return root.resolve(name + ".log");
    }

    /** Returns what each executor of an application has logged. */
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
