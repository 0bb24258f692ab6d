// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Everything written is on disk, or the caller gets an exception. */
class DiskSyncTest {

    private static final long MUCH = 1 << 30;

    private final Disk disk = new Disk();

    // Would catch: a failure that the system reports once while the file is written, and that is lost at the
    // end.
    @Test
    void throwsAnEarlyFailureAtTheEnd() throws IOException {
        IOException failure = new IOException("no space left");
        disk.failure = failure;
        DiskSync sync = new DiskSync(disk);
        sync.written(MUCH);
        disk.awaitForce();
        disk.failure = null;
        sync.start();
        assertSame(failure, assertThrows(IOException.class, sync::await));
        assertEquals(List.of("data and metadata"), disk.forced);
    }

    // Would catch: a file that gets its final name before it is on disk.
    @Test
    void awaitWaitsForTheLastForce() throws Exception {
        disk.gate = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            try {
                disk.awaitForce();
            } finally {
                disk.gate.countDown();
            }
        });
        other.start();
        DiskSync sync = new DiskSync(disk);
        sync.start();
        sync.await();
        assertEquals(List.of("data and metadata"), disk.forced);
        other.join();
    }

    // Would catch: a thread that does not end, a force for each page.
    @Test
    void forcesASmallFileOnceAndEndsItsThread() throws Exception {
        DiskSync sync = new DiskSync(disk);
        for (int page = 0; page < 100; page++) {
            sync.written(1000);
        }
        sync.start();
        sync.await();
        assertEquals(List.of("data and metadata"), disk.forced);
        disk.thread.join(60_000);
        assertTrue(!disk.thread.isAlive(), "the thread has ended");
    }

    /** A channel to a disk that the test controls. */
    private static final class Disk extends FileChannel {

        private final List<String> forced = new CopyOnWriteArrayList<>();
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile IOException failure;
        private volatile Thread thread;

        void awaitForce() {
            try {
                begun.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void force(boolean metaData) throws IOException {
            thread = Thread.currentThread();
            IOException thrown = failure;
            begun.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            forced.add(metaData ? "data and metadata" : "data");
            if (thrown != null) {
                throw thrown;
            }
        }

        @Override
        public int read(ByteBuffer target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        protected void implCloseChannel() {
            throw new UnsupportedOperationException();
        }
    }
}
