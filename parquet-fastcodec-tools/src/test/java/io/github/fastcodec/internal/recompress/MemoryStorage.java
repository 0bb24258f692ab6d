// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.storage.ForwardingStorage;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystems;
import java.util.Optional;

/** A storage with one file in memory, which receives one new file. */
class MemoryStorage extends ForwardingStorage {

    private static final Entry ENTRY = new Entry("source", "source", Entry.Type.FILE, 0, 0, null);

    private final byte[] source;
    private byte[] written;

    MemoryStorage(byte[] source) {
        super(new LocalStorage(FileSystems.getDefault()));
        this.source = source;
    }

    /** Returns a job that recompresses the file. */
    FileJob job() {
        FileJob.Policy policy = new FileJob.Policy(false, false, false, null, FileJob.Cleaning.NOTHING, null);
        return new FileJob(this, "source", this, "target", source.length, policy);
    }

    /** Returns the new file, or null if there is none. */
    byte[] written() {
        return written;
    }

    @Override
    public Optional<Entry> find(String path) {
        return Optional.of(ENTRY);
    }

    @Override
    public FileInput open(String path) {
        return new Input(source);
    }

    @Override
    public NewFile createCopy(String path, Storage from, FileInput input) {
        return new Output();
    }

    @Override
    public boolean isLocal() {
        return false;
    }

    /** Receives the reads. */
    interface Reads {
        void read(long position, int length);
    }

    /** Returns a file with the given bytes. */
    static FileInput input(byte[] bytes, Reads reads) {
        return new Input(bytes, reads);
    }

    /** Opens the new file, when it is finished, to read it back. */
    FileInput reopen(byte[] bytes) {
        return new Input(bytes);
    }

    /** Opens the source as one stream of a server, and reports its reads. */
    FileInput openStream(Reads reads) {
        return new Input(source, reads) {
            @Override
            public boolean isOneStream() {
                return true;
            }
        };
    }

    private static class Input implements FileInput {

        private final byte[] bytes;
        private final Reads reads;

        private Input(byte[] bytes) {
            this(bytes, (position, length) -> {});
        }

        private Input(byte[] bytes, Reads reads) {
            this.bytes = bytes;
            this.reads = reads;
        }

        @Override
        public long length() {
            return bytes.length;
        }

        @Override
        public void read(long position, byte[] target, int offset, int length) throws EOFException {
            if (position < 0 || length > bytes.length - position) {
                throw new EOFException("read of " + length + " bytes at " + position);
            }
            reads.read(position, length);
            System.arraycopy(bytes, (int) position, target, offset, length);
        }

        @Override
        public Entry entry() {
            return ENTRY;
        }

        @Override
        public void close() {}
    }

    private final class Output implements NewFile, FileOutput {

        private ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public FileOutput output() {
            return this;
        }

        @Override
        public long position() {
            return bytes.size();
        }

        @Override
        public void write(ByteBuffer part) {
            bytes.write(part.array(), part.arrayOffset() + part.position(), part.remaining());
        }

        @Override
        public boolean canTruncate() {
            return true;
        }

        @Override
        public void truncate(long position) {
            byte[] all = bytes.toByteArray();
            bytes = new ByteArrayOutputStream();
            bytes.write(all, 0, (int) position);
        }

        @Override
        public void finish() {}

        @Override
        public FileInput open() {
            return reopen(bytes.toByteArray());
        }

        @Override
        public void publish(Condition condition) throws IOException {
            condition.require();
            written = bytes.toByteArray();
        }

        @Override
        public void close() {}
    }
}
