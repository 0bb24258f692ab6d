// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;

/**
 * The local files as a Hadoop file system that counts the requests an object store would get: HEAD, LIST, PUT, COPY, DELETE, and
 * a GET for each contiguous read.
 */
public class CountingFileSystem extends RawLocalFileSystem {

    public static final String SCHEME = "counted";

    /** The name of a directory that vanishes before it is listed. */
    public static final String GONE = "gone-directory";

    /** The requests of all instances, which Hadoop creates. */
    public static final Map<String, Integer> REQUESTS = new ConcurrentSkipListMap<>();

    private URI root;

    /** For Hadoop, which creates the file system by its class name. */
    public CountingFileSystem() {}

    private static void count(String request) {
        REQUESTS.merge(request, 1, Integer::sum);
    }

    @Override
    public void initialize(URI uri, Configuration configuration) throws IOException {
        root = URI.create(uri.getScheme() + "://" + uri.getAuthority() + "/");
        super.initialize(uri, configuration);
    }

    @Override
    public URI getUri() {
        return root == null ? super.getUri() : root; // the super constructor calls this
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        count("HEAD");
        return status(path);
    }

    private FileStatus status(Path path) throws IOException {
        java.io.File file = pathToFile(path);
        if (!file.exists()) {
            throw new FileNotFoundException(path.toString());
        }
        return new FileStatus(
                file.length(),
                file.isDirectory(),
                1,
                1 << 20,
                file.lastModified(),
                path.makeQualified(root, new Path("/")));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        count("LIST");
        String[] names = pathToFile(path).list();
        if (names == null || path.getName().equals(GONE)) {
            throw new FileNotFoundException(path.toString());
        }
        FileStatus[] entries = new FileStatus[names.length];
        for (int i = 0; i < names.length; i++) {
            entries[i] = status(new Path(path, names[i]));
        }
        return entries;
    }

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        FSDataInputStream in = super.open(path, bufferSize);
        return new FSDataInputStream(new FSInputStream() {

            private long position;
            private long end = -1;

            @Override
            public void seek(long target) {
                position = target;
            }

            @Override
            public long getPos() {
                return position;
            }

            @Override
            public boolean seekToNewSource(long target) {
                return false;
            }

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                if (position != end) {
                    count("GET");
                }
                in.seek(position);
                int count = in.read(bytes, offset, length);
                position += Math.max(0, count);
                end = position;
                return count;
            }

            @Override
            public void close() throws IOException {
                in.close();
            }
        });
    }

    @Override
    public FSDataOutputStream create(
            Path path, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        count("PUT");
        return super.create(path, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            Progressable progress)
            throws IOException {
        count("PUT");
        return super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
    }

    @Override
    public boolean rename(Path from, Path to) {
        count("COPY");
        count("DELETE");
        return pathToFile(from).renameTo(pathToFile(to));
    }

    @Override
    public boolean delete(Path path, boolean recursive) {
        count("DELETE");
        return pathToFile(path).delete();
    }

    @Override
    public void setPermission(Path path, FsPermission permission) {
        // objects have no permissions
    }
}
