// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Progressable;

/** The local files as a Hadoop file system that renames by copying, as an object store does, and fails on demand. */
public final class FaultyFileSystem extends RawLocalFileSystem {

    /** The calls that may fail. */
    enum Call {
        STATUS,
        CREATE,
        WRITE,
        CLOSE_STREAM,
        RENAME,
        /** Fails after the copy, before the first file is deleted. */
        RENAME_AT_THE_END,
        /** Returns false, as HDFS does. */
        RENAME_REFUSED
    }

    /** An action of another program. */
    interface Event {
        void happen() throws IOException;
    }

    private URI root;
    private volatile Call failing;
    private volatile Event beforeRename = () -> {};

    /** For Hadoop, which creates the file system by its class name. */
    public FaultyFileSystem() {}

    void fail(Call call) {
        failing = call;
    }

    void heal() {
        failing = null;
    }

    /** Sets an action before each rename; an exception of the action makes the rename fail. */
    void beforeRename(Event event) {
        beforeRename = event;
    }

    private void check(Call call) throws IOException {
        if (Thread.currentThread().isInterrupted()) {
            throw new InterruptedIOException("as a client that waits for a server");
        }
        if (call != null && failing == call) {
            throw new IOException(call + " fails");
        }
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        check(Call.STATUS);
        FileStatus status = super.getFileStatus(path);
        if (getUri().getScheme().equals("file")) {
            return status;
        }
        // The superclass looks up permissions by a path that it takes for a local one.
        return new FileStatus(
                status.getLen(), status.isDirectory(), 1, 1 << 20, status.getModificationTime(), status.getPath());
    }

    @Override
    public FSDataOutputStream create(
            Path path, boolean overwrite, int bufferSize, short replication, long blockSize, Progressable progress)
            throws IOException {
        check(Call.CREATE);
        OutputStream file = super.create(path, overwrite, bufferSize, replication, blockSize, progress);
        return new FSDataOutputStream(
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        write(new byte[] {(byte) b}, 0, 1);
                    }

                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        check(Call.WRITE);
                        file.write(bytes, offset, length);
                    }

                    @Override
                    public void close() throws IOException {
                        file.close();
                        check(Call.CLOSE_STREAM);
                    }
                },
                null);
    }

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        beforeRename.happen();
        check(Call.RENAME);
        if (failing == Call.RENAME_REFUSED) {
            return false;
        }
        byte[] bytes;
        try (var in = open(from)) {
            bytes = in.readAllBytes();
        }
        try (OutputStream out = super.create(to, true, 1 << 12, (short) 1, 1 << 20, null)) {
            out.write(bytes);
        }
        setPermission(to, getFileStatus(from).getPermission());
        check(Call.RENAME_AT_THE_END);
        return delete(from, false);
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        check(null);
        return super.delete(path, recursive);
    }

    @Override
    public void initialize(URI uri, Configuration configuration) throws IOException {
        root = URI.create(uri.getScheme() + "://" + (uri.getAuthority() == null ? "" : uri.getAuthority()) + "/");
        super.initialize(uri, configuration);
    }

    @Override
    public URI getUri() {
        return root == null ? super.getUri() : root; // the super constructor calls this
    }
}
