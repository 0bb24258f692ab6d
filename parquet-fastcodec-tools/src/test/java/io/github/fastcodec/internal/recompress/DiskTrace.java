// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The operations on a disk, and the possible states of the disk if the power fails after any of them, by the rules of {@link
 * PowerLossTest}. Safe for use by many threads; its monitor makes the order of the events that of the operations.
 */
final class DiskTrace {

    /** The unit that a file system writes or loses, in bytes. */
    private static final int BLOCK = 4096;

    private static final byte[] ZEROS = new byte[BLOCK];

    /** A file or a directory, under any name. */
    static final class Inode {

        private final int number;
        private final boolean directory;
        private final byte[] content;
        private final String metadata;
        private final Thread creator = Thread.currentThread();

        private Inode(int number, boolean directory, byte[] content, String metadata) {
            this.number = number;
            this.directory = directory;
            this.content = content;
            this.metadata = metadata;
        }
    }

    private interface Event {}

    private record Written(Inode inode, long position, byte[] bytes) implements Event {}

    private record Truncated(Inode inode, long size) implements Event {}

    private record Described(Inode inode, String metadata) implements Event {}

    /** Names of one directory that change in one step; those that are removed map to null. */
    private record Named(Inode directory, Map<Path, Inode> names) implements Event {}

    record ForceBegun(Inode inode, boolean metadataToo) implements Event {}

    private record ForceEnded(ForceBegun begun) implements Event {}

    private record RunEnded() implements Event {}

    /** The fate of changes that were not forced to the disk. */
    enum Unforced {
        ALL_LOST,
        ALL_THERE,
        /** The sizes of files are kept, but their bytes are zeros. */
        ALL_ZEROS,
        BY_SEED
    }

    private enum Fate {
        LOST,
        THERE,
        ZEROS
    }

    private final List<Event> events = new ArrayList<>();
    private final Map<Path, Inode> before = new TreeMap<>();
    private final Map<Path, Inode> live = new HashMap<>();
    private final Set<Thread> forcing = ConcurrentHashMap.newKeySet();
    private int inodes;

    /** The contents of files that are the same in all states, so that they are computed once. */
    private final Map<String, byte[]> onDisk = new HashMap<>();

    /** Starts with the files below a directory, all of them on the disk. */
    DiskTrace(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.toList()) {
                before.put(file, inodeOf(file));
            }
        }
        live.putAll(before);
    }

    private Inode inodeOf(Path path) throws IOException {
        boolean directory = Files.isDirectory(path);
        return new Inode(
                inodes++, directory, directory ? null : Files.readAllBytes(path), RecordedFileSystem.metadata(path));
    }

    synchronized Inode inode(Path path) {
        Inode inode = live.get(path);
        if (inode == null) {
            throw new IllegalStateException(path + " is not known");
        }
        return inode;
    }

    private void name(Path one, Inode inode) {
        name(one.getParent(), Collections.singletonMap(one, inode));
    }

    private void name(Path directory, Map<Path, Inode> names) {
        events.add(new Named(inode(directory), names));
        names.forEach((path, inode) -> {
            if (inode == null) {
                live.remove(path);
            } else {
                live.put(path, inode);
            }
        });
    }

    synchronized void created(Path path) throws IOException {
        name(path, inodeOf(path));
    }

    synchronized void linked(Path link, Path existing) {
        name(link, inode(existing));
    }

    synchronized void deleted(Path path) {
        name(path, (Inode) null);
    }

    synchronized void renamed(Path source, Path target) {
        if (!source.getParent().equals(target.getParent())) {
            throw new UnsupportedOperationException("a rename between two directories changes both, in two steps");
        }
        Map<Path, Inode> names = new HashMap<>();
        names.put(target, inode(source));
        names.put(source, null);
        name(source.getParent(), names);
    }

    synchronized void described(Path path) throws IOException {
        events.add(new Described(inode(path), RecordedFileSystem.metadata(path)));
    }

    /** Records bytes written from a buffer, starting at its position. */
    synchronized void written(Inode inode, long position, ByteBuffer from, int length) {
        byte[] bytes = new byte[length];
        from.get(bytes);
        events.add(new Written(inode, position, bytes));
    }

    synchronized void truncated(Inode inode, long size) {
        events.add(new Truncated(inode, size));
    }

    synchronized ForceBegun forceBegun(Inode inode, boolean metadataToo) {
        ForceBegun begun = new ForceBegun(inode, metadataToo);
        events.add(begun);
        forcing.add(Thread.currentThread());
        return begun;
    }

    /**
     * Ends a force as late as possible, so that changes that do not wait for it are seen to precede its end: when the thread that
     * created the file waits, or has changed a name in the meantime.
     */
    void forceEnds(ForceBegun begun) {
        Thread writer = begun.inode().creator;
        int from;
        synchronized (this) {
            from = identityIndex(begun);
        }
        while (writer != Thread.currentThread() && writer.getState() != Thread.State.WAITING && writer.isAlive()) {
            synchronized (this) {
                if (events.subList(from, events.size()).stream().anyMatch(Named.class::isInstance)) {
                    break;
                }
            }
            Thread.onSpinWait();
        }
        synchronized (this) {
            events.add(new ForceEnded(begun));
            forcing.remove(Thread.currentThread());
        }
    }

    /**
     * Waits until all threads of DiskSync that are about to begin a force have begun it, so that it does not cover the caller's
     * next change. Must not be called while holding the monitor.
     */
    void letForcesBegin() {
        Thread[] threads = new Thread[Thread.activeCount() + 100];
        int count = Thread.enumerate(threads);
        for (Thread thread : Arrays.copyOf(threads, count)) {
            boolean syncs = thread.getName().equals("parquet-fastcodec-sync") && thread != Thread.currentThread();
            while (syncs && thread.getState() == Thread.State.RUNNABLE && !forcing.contains(thread)) {
                Thread.onSpinWait();
            }
        }
    }

    private int identityIndex(Event event) {
        for (int i = events.size() - 1; i >= 0; i--) {
            if (events.get(i) == event) {
                return i;
            }
        }
        throw new IllegalStateException("no such event");
    }

    /** Records that the run has reported its work as done. */
    synchronized void runEnded() {
        events.add(new RunEnded());
    }

    /** Returns the number of events. */
    synchronized int size() {
        return events.size();
    }

    /** Returns the kinds of the events, for messages and to check that all of them occur. */
    synchronized Set<String> kinds() {
        Set<String> kinds = new LinkedHashSet<>();
        events.forEach(event -> kinds.add(event.getClass().getSimpleName()));
        return kinds;
    }

    /** The bytes of a file; those that were never written are zeros. */
    private static final class Bytes {

        private byte[] array;
        private int length;

        private Bytes(byte[] content) {
            array = content.clone();
            length = content.length;
        }

        private void resize(int newLength) {
            if (newLength > array.length) {
                array = Arrays.copyOf(array, Math.max(newLength, 2 * array.length));
            }
            if (newLength < length) {
                Arrays.fill(array, newLength, length, (byte) 0);
            }
            length = newLength;
        }

        private void write(int position, byte[] from, int offset, int count) {
            resize(Math.max(length, position + count));
            System.arraycopy(from, offset, array, position, count);
        }

        private byte[] toArray() {
            return Arrays.copyOf(array, length);
        }
    }

    /** A possible state of the disk. */
    final class State {

        private final int length;
        private final Unforced unforced;
        private final long seed;
        private final Map<Path, Inode> names;

        private State(int length, Unforced unforced, long seed, Map<Path, Inode> names) {
            this.length = length;
            this.unforced = unforced;
            this.seed = seed;
            this.names = names;
        }

        /** Returns the files whose names can be reached by a path. */
        Set<Path> files() {
            Set<Path> files = new LinkedHashSet<>();
            names.forEach((path, inode) -> {
                if (!inode.directory && isReachable(path.getParent())) {
                    files.add(path);
                }
            });
            return files;
        }

        private boolean isReachable(Path directory) {
            return before.containsKey(directory) || names.containsKey(directory) && isReachable(directory.getParent());
        }

        /** Returns whether the run had reported its work as done. */
        boolean runHadEnded() {
            return events.subList(0, length).stream().anyMatch(RunEnded.class::isInstance);
        }

        byte[] content(Path file) {
            Inode inode = names.get(file);
            int durable = durable(length, inode, false);
            int changes = changes(inode, length);
            if (changes == changes(inode, durable)) {
                return onDisk.computeIfAbsent(changes + " changes of " + inode.number, key -> content(inode, durable));
            }
            return content(inode, durable);
        }

        private int changes(Inode inode, int end) {
            return (int) events.subList(0, end).stream()
                    .filter(event -> event instanceof Written written && written.inode() == inode
                            || event instanceof Truncated truncated && truncated.inode() == inode)
                    .count();
        }

        private byte[] content(Inode inode, int durable) {
            Bytes content = new Bytes(inode.content);
            for (int i = 0; i < length; i++) {
                Event event = events.get(i);
                if (event instanceof Written written && written.inode() == inode) {
                    write(content, written, i, i < durable);
                } else if (event instanceof Truncated truncated
                        && truncated.inode() == inode
                        && (i < durable || fate(i, 0) != Fate.LOST)) {
                    content.resize(Math.toIntExact(truncated.size()));
                }
            }
            return content.toArray();
        }

        private void write(Bytes content, Written written, int event, boolean whole) {
            int position = Math.toIntExact(written.position());
            byte[] bytes = written.bytes();
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + BLOCK - (position + from) % BLOCK);
                Fate fate = whole ? Fate.THERE : fate(event, from);
                if (fate == Fate.THERE) {
                    content.write(position + from, bytes, from, to - from);
                } else if (fate == Fate.ZEROS) {
                    content.write(position + from, ZEROS, 0, to - from);
                }
                from = to;
            }
        }

        String metadata(Path file) {
            Inode inode = names.get(file);
            int durable = durable(length, inode, true);
            String metadata = inode.metadata;
            for (int i = 0; i < length; i++) {
                if (events.get(i) instanceof Described described
                        && described.inode() == inode
                        && (i < durable || fate(i, 0) != Fate.LOST)) {
                    metadata = described.metadata();
                }
            }
            return metadata;
        }

        private Fate fate(int event, int block) {
            switch (unforced) {
                case ALL_LOST:
                    return Fate.LOST;
                case ALL_THERE:
                    return Fate.THERE;
                case ALL_ZEROS:
                    return Fate.ZEROS;
                default:
                    // the multipliers spread the bits
                    long mixed = (seed * 1_000_003 + event) * 1_000_003 + block;
                    return Fate.values()[new SplittableRandom(mixed).nextInt(Fate.values().length)];
            }
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder("after " + length + " of " + events.size() + " events, the last one "
                    + (length == 0 ? "none" : events.get(length - 1).getClass().getSimpleName()) + ", unforced bytes "
                    + unforced + ", seed " + seed + ", names");
            names.forEach((path, inode) ->
                    text.append(' ').append(path.getFileName()).append("=").append(inode.number));
            return text.toString();
        }
    }

    /** Returns the index of the event before which all changes to a file or directory are on the disk. */
    private int durable(int length, Inode inode, boolean metadata) {
        int durable = 0;
        for (int i = 0; i < length; i++) {
            if (events.get(i) instanceof ForceEnded ended
                    && ended.begun().inode() == inode
                    && (ended.begun().metadataToo() || !metadata)) {
                durable = Math.max(durable, identityIndex(ended.begun()));
            }
        }
        return durable;
    }

    /** Returns the possible states of the disk if the power fails after the given number of events. */
    synchronized List<State> states(int length, Unforced unforced, long seed) {
        List<Map<Path, Inode>> choices = new ArrayList<>();
        choices.add(new TreeMap<>(before));
        Set<Inode> directories = new LinkedHashSet<>();
        for (Event event : events.subList(0, length)) {
            if (event instanceof Named named) {
                directories.add(named.directory());
            }
        }
        for (Inode directory : directories) {
            List<Map<Path, Inode>> longer = new ArrayList<>();
            for (Map<Path, Inode> names : choices) {
                longer.addAll(withChangesOf(directory, length, names));
            }
            choices = longer;
        }
        List<State> states = new ArrayList<>();
        choices.forEach(names -> states.add(new State(length, unforced, seed, names)));
        return states;
    }

    /**
     * Returns the names after those changes of a directory that must be on the disk, and after each further number of its
     * changes.
     */
    private List<Map<Path, Inode>> withChangesOf(Inode directory, int length, Map<Path, Inode> names) {
        int durable = durable(length, directory, false);
        List<Map<Path, Inode>> choices = new ArrayList<>();
        Map<Path, Inode> changed = new TreeMap<>(names);
        for (int i = 0; i < length; i++) {
            if (events.get(i) instanceof Named named && named.directory() == directory) {
                if (i >= durable) {
                    choices.add(new TreeMap<>(changed));
                }
                named.names().forEach((path, inode) -> {
                    if (inode == null) {
                        changed.remove(path);
                    } else {
                        changed.put(path, inode);
                    }
                });
            }
        }
        choices.add(changed);
        return choices;
    }
}
