// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.file;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.parquet.io.DelegatingPositionOutputStream;
import org.apache.parquet.io.DelegatingSeekableInputStream;
import org.apache.parquet.io.InputFile;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.SeekableInputStream;

/** A file in memory, to exclude the disk from measurements. Once it is written, any number of threads may read it. */
final class MemoryFile implements OutputFile, InputFile {

    private final ByteArrayOutputStream written;
    private byte[] bytes;

    /**
     * Creates an empty file.
     *
     * @param capacity the initially allocated memory, in bytes
     */
    MemoryFile(int capacity) {
        written = new ByteArrayOutputStream(capacity);
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
        written.reset();
        return new DelegatingPositionOutputStream(written) {
            @Override
            public long getPos() {
                return written.size();
            }

            @Override
            public void close() {
                bytes = written.toByteArray();
            }
        };
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        return create(blockSizeHint);
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return 0;
    }

    @Override
    public long getLength() {
        return bytes.length;
    }

    @Override
    public SeekableInputStream newStream() {
        ByteBuffer content = ByteBuffer.wrap(bytes);
        InputStream stream = new InputStream() {
            @Override
            public int read() {
                return content.hasRemaining() ? content.get() & 0xff : -1;
            }

            @Override
            public int read(byte[] target, int offset, int length) {
                if (!content.hasRemaining()) {
                    return -1;
                }
                int count = Math.min(length, content.remaining());
                content.get(target, offset, count);
                return count;
            }
        };
        return new DelegatingSeekableInputStream(stream) {
            @Override
            public long getPos() {
                return content.position();
            }

            @Override
            public void seek(long position) throws IOException {
                if (position > content.limit()) {
                    throw new EOFException("seek to " + position + " in a file of " + content.limit() + " bytes");
                }
                content.position((int) position);
            }
        };
    }
}
