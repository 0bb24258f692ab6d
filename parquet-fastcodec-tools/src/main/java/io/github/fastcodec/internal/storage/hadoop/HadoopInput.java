// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.FileInput;
import java.io.EOFException;
import java.io.IOException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A file of a Hadoop file system. Reads that follow each other are one stream to the server, so that many threads take turns.
 */
final class HadoopInput implements FileInput {

    private final FSDataInputStream stream;
    private final Entry entry;

    private HadoopInput(FSDataInputStream stream, Entry entry) {
        this.stream = stream;
        this.entry = entry;
    }

    static HadoopInput open(FileSystem fileSystem, Path path) throws IOException {
        Entry entry = HadoopStorage.entry(fileSystem.getFileStatus(path));
        if (!entry.isFile()) {
            throw new FileDefect("it is no regular file");
        }
        return new HadoopInput(fileSystem.open(path), entry);
    }

    @Override
    public Entry entry() {
        return entry;
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
        stream.seek(position);
        stream.readFully(target, offset, length);
    }

    @Override
    public boolean isOneStream() {
        return true;
    }

    @Override
    public void close() throws IOException {
        stream.close();
    }
}
