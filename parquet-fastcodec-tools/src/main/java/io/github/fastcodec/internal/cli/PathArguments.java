// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.search.TargetDirectory;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The arguments of all commands that work on files: the paths, and the jars of their file systems. */
final class PathArguments {

    /** The environment variable that names the directory of Hadoop's configuration files; Hadoop's own commands use it too. */
    private static final String CONFIGURATION = "HADOOP_CONF_DIR";

    @Parameters(paramLabel = "PATH", arity = "1..*", descriptionKey = "paths")
    private List<String> paths = new ArrayList<>();

    @Option(names = "--jars", paramLabel = "JAR", split = ",")
    private List<Path> jars = new ArrayList<>();

    private @Nullable Storages storages;

    /** Returns the paths as typed by the user. */
    List<String> paths() {
        return paths;
    }

    /**
     * Returns the file systems, including those in the given jars. Every call returns the same object. Sets the context class
     * loader of the calling thread.
     */
    Storages storages() {
        if (storages == null) {
            ClassLoader loader = loader();
            // inherited by the threads that libraries start
            Thread.currentThread().setContextClassLoader(loader);
            storages = new Storages(loader);
        }
        return storages;
    }

    /**
     * Requires that no jars are given. Used by commands in an application, which has jars of its own.
     *
     * @throws IllegalArgumentException if jars are given
     */
    void requireNoJars() {
        if (!jars.isEmpty()) {
            throw new IllegalArgumentException(
                    "--jars cannot be used here: give it to spark-submit, before the jar of this command");
        }
    }

    private ClassLoader loader() {
        List<URL> urls = new ArrayList<>();
        for (Path jar : jars) {
            if (!Files.exists(jar)) {
                throw new IllegalArgumentException("--jars: " + jar + " does not exist");
            }
            urls.add(url(jar));
        }
        String configuration = System.getenv(CONFIGURATION);
        if (configuration != null && !configuration.isEmpty()) {
            urls.add(url(Path.of(configuration)));
        }
        ClassLoader ours = RootCommand.class.getClassLoader();
        return urls.isEmpty() ? ours : new URLClassLoader(urls.toArray(new URL[0]), ours);
    }

    private static URL url(Path path) {
        try {
            return path.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(path.toString(), e);
        }
    }

    /**
     * Finds the files of these paths.
     *
     * @param target the directory for copies of the files; null if they are only read
     * @throws IllegalArgumentException if a path does not exist, the paths contain no Parquet file, or two files would have the same
     *     target
     * @throws IOException if a directory cannot be read, or a file system cannot be reached
     */
    FileList find(Storages of, Search.Lister lister, @Nullable TargetDirectory target) throws IOException {
        FileList found;
        try {
            found = Search.find(paths, of, lister, target);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(Failures.of(e), e);
        }
        if (found.files() == 0) {
            throw new IllegalArgumentException("There is no Parquet file in " + String.join(", ", paths));
        }
        return found;
    }
}
