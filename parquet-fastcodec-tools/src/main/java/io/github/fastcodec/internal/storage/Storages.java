// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Finds the storage of a path. Thread-safe. */
public class Storages {

    /** Matches a path with a scheme. A scheme has at least two letters, because a single letter is a Windows drive. */
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

    /** Matches the URI of a local file, which may name no host other than {@code localhost}. */
    private static final Pattern LOCAL =
            Pattern.compile("file:(?://(?:localhost)?(?=/)|(?!//))(/.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Loaded by name, so that local paths do not load Hadoop. */
    private static final String HADOOP = "io.github.fastcodec.internal.storage.hadoop.HadoopStorageProvider";

    private static final String S3 = "io.github.fastcodec.internal.storage.s3.S3StorageProvider";

    private final LocalStorage local = new LocalStorage(FileSystems.getDefault());
    private final ClassLoader loader;
    private final @Nullable Map<String, String> settings;

    /** The root of paths without a scheme; null if they are local. */
    private final @Nullable String defaultRoot;

    private final Map<String, Storage> remote = new HashMap<>();

    /** @param loader loads the classes and configuration files of file systems */
    public Storages(ClassLoader loader) {
        this.loader = loader;
        this.settings = null;
        this.defaultRoot = null;
    }

    /**
     * Creates an instance for a JVM in a cluster, where paths without a scheme belong to the default file system.
     *
     * @param loader loads the classes of file systems
     * @param settings Hadoop's configuration
     */
    public Storages(ClassLoader loader, Map<String, String> settings) {
        this.loader = loader;
        this.settings = Map.copyOf(settings);
        String root = settings.getOrDefault("fs.defaultFS", "file:///");
        this.defaultRoot = root.startsWith("file:") ? null : root.endsWith("/") ? root : root + "/";
    }

    /**
     * Returns the loader of the application's jars, file systems included: the thread's context loader, or else that of this
     * class.
     */
    public static ClassLoader applicationLoader() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        return context == null ? Storages.class.getClassLoader() : context;
    }

    /** Returns whether a path begins with a scheme, such as {@code s3://} or {@code file:/}. */
    public static boolean hasScheme(String path) {
        return SCHEME.matcher(path).matches();
    }

    /**
     * Returns the storage of a path. A path with the scheme {@code file} is local. A path without a scheme is local too, except
     * in a cluster, where it belongs to the default file system.
     *
     * @throws IOException if no file system serves the scheme, the file system cannot be reached, or the path names another
     *     machine; the message names missing libraries
     */
    public Storage of(String path) throws IOException {
        if (!isRemote(path)) {
            requireThisMachine(path);
            return local;
        }
        URI uri = uri(SCHEME.matcher(path).matches() || defaultRoot == null ? path : defaultRoot);
        boolean isS3 = settings == null && uri.getScheme().matches("(?i)s3a?"); // a cluster uses its own S3A
        String key = isS3 ? S3 : uri.getScheme() + "://" + uri.getAuthority();
        synchronized (remote) {
            Storage storage = remote.get(key);
            if (storage == null) {
                Storage opened = open(isS3 ? S3 : HADOOP, uri);
                storage = remote.values().stream() // hdfs:/// may be the same as hdfs://namenode
                        .filter(opened::isSameAs)
                        .findFirst()
                        .orElse(opened);
                remote.put(key, storage);
            }
            return storage;
        }
    }

    public FileInput open(String path) throws IOException {
        return of(path).open(path(path));
    }

    /** Returns a path in the form of its storage: the URI of a local file becomes a plain path. */
    public String path(String path) {
        Matcher local = LOCAL.matcher(path);
        return local.matches() ? local.group(1) : path;
    }

    /**
     * Returns a path in a form that has the same meaning wherever the files are opened: on one machine the path itself, in a cluster
     * a path that is independent of the default file system.
     */
    public String portable(Storage storage, String path) {
        if (settings == null) {
            return path;
        }
        return (storage == local ? "file:" : "") + storage.absolute(path);
    }

    private static void requireThisMachine(String path) throws IOException {
        if (isFileUri(path) && !LOCAL.matcher(path).matches()) {
            throw new IOException("\"" + path
                    + (path.startsWith("//", "file:".length())
                            ? "\" names another machine after file://: for a local path, write file:/// before it, or"
                                    + " the path alone"
                            : "\" is not a URI, because the path after file: is relative: write file:/// before an"
                                    + " absolute path, or the path alone"));
        }
    }

    private boolean isRemote(String path) {
        return !isFileUri(path) && (SCHEME.matcher(path).matches() || defaultRoot != null);
    }

    /** Returns whether a path has the scheme {@code file}, even if it is not a URI that this class accepts. */
    static boolean isFileUri(String path) {
        return path.regionMatches(true, 0, "file:", 0, "file:".length());
    }

    /**
     * Returns the root of a path. The rest of the path may contain characters that a URI does not allow, such as those of a glob.
     */
    private static URI uri(String path) throws IOException {
        int authority = path.indexOf(":/") + 2;
        int end = path.startsWith("/", authority) ? path.indexOf('/', authority + 1) : authority - 1;
        try {
            return new URI((end < 0 ? path : path.substring(0, end)) + "/");
        } catch (URISyntaxException e) {
            throw new IOException("\"" + path + "\" is not a path in a file system: " + e.getReason(), e);
        }
    }

    private Storage open(String className, URI root) throws IOException {
        StorageProvider provider;
        try {
            provider = Class.forName(className)
                    .asSubclass(StorageProvider.class)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw missing(root, className, e);
        }
        try {
            return provider.open(root, loader, settings);
        } catch (NoClassDefFoundError e) {
            throw missing(root, className, e);
        }
    }

    private static IOException missing(URI root, String className, Throwable cause) {
        String library = className.equals(S3)
                ? "the AWS SDK for Java 2, which is not on the class path: add its s3 and apache5-client"
                : "Hadoop, which is not on the class path: add hadoop-client-api and hadoop-client-runtime";
        return new IOException(
                root.getScheme() + ":// needs " + library + ", or use the jar parquet-fastcodec-tools-VERSION-all.jar",
                cause);
    }
}
