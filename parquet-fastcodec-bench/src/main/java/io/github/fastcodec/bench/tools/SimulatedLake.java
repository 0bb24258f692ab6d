// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.tools;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/** A file system of Hadoop with directories full of files that nobody opens; it says only what they are called and how long. */
public final class SimulatedLake extends FileSystem {

    static final String SCHEME = "simulated";
    static final String DIRECTORIES = "simulated.directories";
    static final String FILES = "simulated.files";

    /** How many calls there were, in this JVM. */
    static final AtomicLong CALLS = new AtomicLong();

    /** A file's likely length, in bytes. */
    private static final long LENGTH = 100_000_000;

    private URI root;
    private int directories;
    private int filesOfDirectory;

    /** For Hadoop, which creates it by its name. */
    public SimulatedLake() {}

    @Override
    public void initialize(URI uri, Configuration configuration) throws IOException {
        super.initialize(uri, configuration);
        root = uri;
        directories = configuration.getInt(DIRECTORIES, 1);
        filesOfDirectory = configuration.getInt(FILES, 1);
    }

    @Override
    public URI getUri() {
        return root;
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        CALLS.incrementAndGet();
        if (!path.toUri().getPath().matches("/in(/day=\\d+)?")) {
            throw new FileNotFoundException(path.toString());
        }
        return directory(path);
    }

    private FileStatus directory(Path path) {
        return new FileStatus(0, true, 1, 0, 0, path.makeQualified(root, new Path("/")));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        CALLS.incrementAndGet();
        if (!path.toUri().getPath().startsWith("/in")) {
            throw new FileNotFoundException(path.toString());
        }
        boolean top = path.depth() == 1;
        FileStatus[] entries = new FileStatus[top ? directories : filesOfDirectory];
        for (int i = 0; i < entries.length; i++) {
            entries[i] = top
                    ? directory(new Path(path, String.format("day=%06d", i)))
                    : file(new Path(
                                    path,
                                    String.format(
                                            "part-%05d-%08x-4f50-6172-8394-a5b6c7d8e9f0.c000.snappy.parquet",
                                            i, path.hashCode()))
                            .makeQualified(root, new Path("/")));
        }
        return entries;
    }

    /** Lengths from nearly nothing to twice the mean. */
    private static FileStatus file(Path path) {
        long length = 1 + Math.floorMod(path.hashCode() * 0x9E3779B97F4A7C15L, 2 * LENGTH);
        return new FileStatus(length, false, 1, 128 << 20, 0, path);
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, Progressable progress) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean rename(Path from, Path to) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        // The paths here are absolute.
    }

    @Override
    public Path getWorkingDirectory() {
        return new Path(root.toString(), "/");
    }

    @Override
    public boolean mkdirs(Path path, FsPermission permission) {
        throw new UnsupportedOperationException();
    }
}
