// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.s3;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.Origin;
import io.github.fastcodec.internal.storage.Spool;
import io.github.fastcodec.internal.work.OrderedWork;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * An object of S3 as it was when it was opened: a read fails if it has another one's tag. Its end is in memory. A read of other
 * bytes is a request, unless {@link #fetch} was called: then all of them are fetched side by side to a file of this machine, and a
 * read waits for its bytes. Safe for use by many threads.
 */
final class S3Input implements FileInput {

    private final S3Store store;
    private final S3Path path;
    private final Entry entry;
    private final String tag;
    private final Optional<Origin> origin;
    private final byte[] tail;
    private final long tailStart;

    /** The parts of the object once {@link #fetch} was called; null before that. */
    private volatile @Nullable Fetched fetched;

    /** @param tail the last bytes of the object */
    S3Input(S3Store store, S3Path path, Entry entry, String tag, Optional<Origin> origin, byte[] tail) {
        this.store = store;
        this.path = path;
        this.entry = entry;
        this.tag = tag;
        this.origin = origin;
        this.tail = tail;
        this.tailStart = entry.length() - tail.length;
    }

    @Override
    public Entry entry() {
        return entry;
    }

    @Override
    public Optional<String> version() {
        return Optional.of(path + " " + tag + " " + length());
    }

    @Override
    public Optional<Origin> origin() {
        return origin;
    }

    @Override
    public long length() {
        return entry.length();
    }

    @Override
    public synchronized void fetch() throws IOException {
        if (fetched == null && tailStart > 0) {
            fetched = new Fetched();
        }
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
        if (position + length > length()) {
            throw new EOFException(
                    "The file ends at " + length() + ", expected " + (position + length - length()) + " more bytes");
        }
        int before = (int) Math.max(0, Math.min(length, tailStart - position));
        if (before > 0) {
            Fetched there = fetched;
            if (there != null) {
                there.read(position, target, offset, before);
            } else {
                store.read(
                        path,
                        tag,
                        position,
                        position + before,
                        (at, bytes, count) ->
                                System.arraycopy(bytes, 0, target, offset + (int) (at - position), count));
            }
        }
        if (before < length) {
            System.arraycopy(tail, (int) (position + before - tailStart), target, offset + before, length - before);
        }
    }

    @Override
    public synchronized void close() throws IOException {
        Fetched there = fetched;
        if (there != null) {
            there.close();
        }
    }

    /** All bytes before the tail, in parts that come in any order. */
    private final class Fetched {

        private final Spool spool = Spool.create();
        private final List<Future<?>> parts = new ArrayList<>();

        private Fetched() throws IOException {
            for (long start = 0; start < tailStart; start += S3Store.PART) {
                long from = start;
                long to = Math.min(tailStart, start + S3Store.PART);
                parts.add(store.threads().submit(() -> {
                    store.read(path, tag, from, to, spool::writeAt);
                    return null;
                }));
            }
        }

        private void read(long position, byte[] target, int offset, int length) throws IOException {
            int first = (int) (position / S3Store.PART);
            int last = (int) ((position + length - 1) / S3Store.PART);
            try {
                for (int part = first; part <= last; part++) {
                    OrderedWork.result(parts.get(part), () -> {});
                }
            } catch (CancellationException e) {
                throw new IOException(path + " is closed", e);
            }
            spool.read(position, target, offset, length);
        }

        private void close() throws IOException {
            parts.forEach(part -> part.cancel(true));
            spool.close();
        }
    }
}
