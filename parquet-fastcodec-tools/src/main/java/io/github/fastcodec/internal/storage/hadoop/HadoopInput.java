// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

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
    private final long length;

    private HadoopInput(FSDataInputStream stream, long length) {
        this.stream = stream;
        this.length = length;
    }

    static HadoopInput open(FileSystem fileSystem, Path path) throws IOException {
        long length = fileSystem.getFileStatus(path).getLen();
        return new HadoopInput(fileSystem.open(path), length);
    }

    @Override
    public long length() {
        return length;
    }

    @Override
    public synchronized void read(long position, byte[] target, int offset, int length) throws IOException {
        if (position + length > this.length) {
            throw new EOFException("The file ends at " + this.length + ", expected " + (position + length - this.length)
                    + " more bytes");
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
