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
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.S3Response;

/**
 * An S3 object as it was when it was opened: reads fail if its ETag has changed. Its last bytes are in memory. Other bytes are
 * requested when they are read, or in parallel after {@link #fetch}, and are kept in a local temporary file, so that no byte is
 * requested twice. Thread-safe.
 */
final class S3Input implements FileInput {

    /**
     * If at most this many bytes precede the tail, one request reads all of them, because that takes hardly longer than a request
     * for a page.
     */
    private static final int SMALL = 1 << 20;

    private final S3Store store;
    private final S3Path path;
    private final Entry entry;
    private final String tag;
    private final S3Response answer;
    private final byte[] tail;
    private final long tailStart;

    /** Holds the bytes before the tail that have been read, at their offsets; null before the first read. */
    private @Nullable Spool spool;

    /** The ranges that the spool holds, as a map from start to end. */
    private final NavigableMap<Long, Long> held = new TreeMap<>();

    /** The requests for all bytes before the tail, one for each part; empty before {@link #fetch}. */
    private volatile List<Future<?>> parts = List.of();

    /**
     * @param answer the store's response for the object
     * @param tail the last bytes of the object
     */
    S3Input(S3Store store, S3Path path, Entry entry, String tag, S3Response answer, byte[] tail) {
        this.store = store;
        this.path = path;
        this.entry = entry;
        this.tag = tag;
        this.answer = answer;
        this.tail = tail;
        this.tailStart = entry.length() - tail.length;
    }

    /** Returns the properties to be copied from the object. */
    S3Properties properties() throws IOException {
        return store.properties(path, answer);
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
        // Replacing an object replaces its metadata, unless a program copies the old metadata.
        return answer.getValueForField("Metadata", Map.class)
                .map(metadata -> (String) metadata.get(Origin.NAME))
                .flatMap(text -> Origin.read(text, Long.toString(length())::equals));
    }

    @Override
    public long length() {
        return entry.length();
    }

    @Override
    public synchronized void fetch() throws IOException {
        if (parts.isEmpty() && tailStart > 0) {
            spool(); // so that it fails here rather than in a request
            List<Future<?>> started = new ArrayList<>();
            for (long start = 0; start < tailStart; start += S3Store.PART) {
                long from = start;
                long to = Math.min(tailStart, start + S3Store.PART);
                started.add(store.threads().submit(() -> {
                    download(from, to);
                    return null;
                }));
            }
            parts = started;
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
            List<Future<?>> started = parts;
            if (!started.isEmpty()) {
                await(started, position, position + before);
            } else if (tailStart <= SMALL) {
                download(0, tailStart);
            } else {
                download(position, position + before);
            }
            spool().read(position, target, offset, before);
        }
        if (before < length) {
            System.arraycopy(tail, (int) (position + before - tailStart), target, offset + before, length - before);
        }
    }

    private void await(List<Future<?>> started, long start, long end) throws IOException {
        try {
            for (int part = (int) (start / S3Store.PART); part <= (int) ((end - 1) / S3Store.PART); part++) {
                OrderedWork.result(started.get(part), () -> {});
            }
        } catch (CancellationException e) {
            throw new IOException(path + " is closed", e);
        }
    }

    /** Requests those bytes of {@code object[start, end)} that the spool does not hold. */
    private void download(long start, long end) throws IOException {
        for (long from = firstMissing(start); from < end; from = firstMissing(from)) {
            long to = Math.min(end, firstHeld(from));
            store.read(path, tag, from, to, spool()::writeAt);
            addHeld(from, to);
        }
    }

    private synchronized Spool spool() throws IOException {
        if (spool == null) {
            spool = Spool.create();
        }
        return spool;
    }

    /** Returns the first offset, from the given one on, that the spool does not hold. */
    private synchronized long firstMissing(long offset) {
        long at = offset;
        for (Map.Entry<Long, Long> range = held.floorEntry(at);
                range != null && range.getValue() > at;
                range = held.floorEntry(at)) {
            at = range.getValue();
        }
        return at;
    }

    /** Returns the first offset, from the given one on, that the spool or the tail holds. */
    private synchronized long firstHeld(long offset) {
        Long next = held.ceilingKey(offset);
        return next == null ? tailStart : next;
    }

    private synchronized void addHeld(long start, long end) {
        held.merge(start, end, Math::max);
    }

    @Override
    public synchronized void close() throws IOException {
        parts.forEach(part -> part.cancel(true));
        if (spool != null) {
            spool.close();
        }
    }
}
