// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import io.github.fastcodec.internal.storage.Attempts;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Origin;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a Hadoop file system. All reads share one stream from the server, so threads take turns, and sequential reads are the
 * fastest. Reads from an object store are retried, because not every store's stream recovers from a response that is cut off.
 * Thread-safe.
 */
final class HadoopInput implements FileInput {

    private final FileSystem fileSystem;
    private final FileStatus status;
    private final Entry entry;
    private FSDataInputStream stream;

    private HadoopInput(FileSystem fileSystem, FileStatus status, FSDataInputStream stream, Entry entry) {
        this.fileSystem = fileSystem;
        this.status = status;
        this.stream = stream;
        this.entry = entry;
    }

    static HadoopInput open(FileSystem fileSystem, Path path) throws IOException {
        FileStatus status = fileSystem.getFileStatus(path);
        Entry entry = HadoopStorage.entry(status);
        if (!entry.isFile()) {
            throw new FileDefect("it is not a regular file");
        }
        return new HadoopInput(fileSystem, status, fileSystem.open(path), entry);
    }

    @Override
    public Entry entry() {
        return entry;
    }

    @Override
    public Optional<String> version() throws IOException {
        return HadoopOrigin.version(fileSystem, status);
    }

    @Override
    public Optional<Origin> origin() throws IOException {
        return HadoopOrigin.read(fileSystem, status.getPath(), length());
    }

    @Override
    public long length() {
        return entry.length();
    }

    @Override
    public synchronized void read(long position, byte[] target, int offset, int length) throws IOException {
        if (position + length > length()) {
            throw new EOFException(
                    "The file ends at " + length() + ", expected " + (position + length - length()) + " more bytes");
        }
        for (int attempt = 1; ; attempt++) {
            try {
                if (attempt > 1) {
                    reopen();
                }
                stream.seek(position);
                stream.readFully(target, offset, length);
                return;
            } catch (FileDefect | InterruptedIOException | FileNotFoundException | AccessDeniedException e) {
                throw e;
            } catch (IOException e) {
                if (attempt == Attempts.MAX || !HadoopStorage.isStore(fileSystem, status.getPath())) {
                    throw e;
                }
                Attempts.pauseBefore(attempt + 1);
            }
        }
    }

    private void reopen() throws IOException {
        stream.close();
        Path path = status.getPath();
        if (!HadoopStorage.entry(fileSystem.getFileStatus(path)).equals(entry)) {
            throw new FileDefect("it changed while it was being read");
        }
        stream = fileSystem.open(path);
    }

    @Override
    public boolean isOneStream() {
        return true;
    }

    @Override
    public synchronized void close() throws IOException {
        stream.close();
    }
}
