// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import io.github.fastcodec.internal.file.FileDefect;
import io.github.fastcodec.internal.file.Uninterrupted;
import io.github.fastcodec.internal.recompress.FileOutcome;
import io.github.fastcodec.internal.recompress.Range;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What machines have to do to recompress files, in pieces that are worth a task. A file is one, unless it is so small that
 * several are, or so large that its row groups are dealt with in parts, which one more task joins. The driver's side; for one
 * thread at a time.
 */
public final class WorkQueue {

    private static final long MIB = 1L << 20;

    /** How much a task should have to do at least, in bytes of files, beside which its start is nothing. */
    private static final long ENOUGH = 64 * MIB;

    /** What opening a file counts for, in bytes, as it does in Spark's own scans. */
    private static final long OPENING = 4 * MIB;

    /** The length of a part, in bytes, if nothing else is asked for: two or three row groups of parquet-java. */
    public static final long PART = 256 * MIB;

    /** Of shorter parts the tasks would do little but read the file's footer, and there would be no end of them; in bytes. */
    private static final long SHORTEST_PART = MIB;

    /** How many parts a file must have at least: fewer are not worth that their bytes are written twice. */
    private static final int FEWEST_PARTS = 4;

    private final Iterator<FileTask> files;
    private final long part;

    /** The next file, or null if it is still to be asked for. */
    private FileTask next;

    private final Map<String, Split> splits = new LinkedHashMap<>();
    private final ArrayDeque<Work> joins = new ArrayDeque<>();

    /** A file whose parts are under way. */
    private static final class Split {

        private final List<String> parts = new ArrayList<>();
        private int missing;
        private String version;
        private boolean failed;
    }

    /**
     * Creates a queue.
     *
     * @param files is read when there is nothing else to do
     * @param part the length of a part, in bytes, of files that are several times as large
     */
    public WorkQueue(Iterator<FileTask> files, long part) {
        this.files = files;
        this.part = part;
    }

    /**
     * Returns the length of a part, in bytes, if it makes sense.
     *
     * @param key by which somebody has set it
     * @throws IllegalArgumentException if it does not; names the key
     */
    public static long requirePart(String key, long part) {
        if (part < SHORTEST_PART) {
            throw new IllegalArgumentException(key + " is " + part + " bytes, expected at least " + SHORTEST_PART);
        }
        return part;
    }

    /** Returns whether there is something to do; what is under way may lead to more. */
    public boolean hasNext() {
        return !joins.isEmpty() || peek() != null;
    }

    /**
     * Returns what is to be done next, all of which should end before more is asked for: {@code most} pieces if there are so many,
     * more where a file has more parts, and fewer where the parts of large files end. A join is one long piece, and other files
     * should begin beside it rather than before it; so none follow parts.
     */
    public List<Work> next(int most) {
        List<Work> wave = new ArrayList<>();
        while (wave.size() < most && !joins.isEmpty()) {
            wave.add(joins.remove());
        }
        boolean hasParts = false;
        while (wave.size() < most && peek() != null && (isLarge(peek()) || !hasParts)) {
            if (isLarge(peek())) {
                wave.addAll(parts(take()));
                hasParts = true;
            } else {
                wave.add(bundle());
            }
        }
        return wave;
    }

    private FileTask peek() {
        if (next == null && files.hasNext()) {
            next = files.next();
        }
        return next;
    }

    private FileTask take() {
        FileTask taken = next;
        next = null;
        return taken;
    }

    /** Where something is at the target, only footers are read, unless it is an error. */
    private boolean isLarge(FileTask file) {
        return file.length() >= FEWEST_PARTS * part && !file.targetWasThere();
    }

    private Work bundle() {
        List<FileTask> bundle = new ArrayList<>();
        for (long weight = 0; weight < ENOUGH && peek() != null && !isLarge(peek()); ) {
            FileTask file = take();
            bundle.add(file);
            weight += file.length() + OPENING;
        }
        return new Work.Bundle(bundle);
    }

    private List<Work> parts(FileTask file) {
        List<Work> parts = new ArrayList<>();
        for (long from = 0; from < file.length(); from += part) {
            long to = from + part;
            // The file may have become longer since it was listed, and no row group may be left out.
            parts.add(new PartWork(file, new Range(from, to < file.length() ? to : Long.MAX_VALUE)));
        }
        Split split = new Split();
        split.missing = parts.size();
        splits.put(file.target(), split);
        return parts;
    }

    /** Takes the result of a piece, and returns what has become of files. */
    public List<FileResult> ended(Work.Result result) {
        if (result.part() != null) {
            return ended(result.part());
        }
        result.files().forEach(file -> splits.remove(file.target()));
        return result.files();
    }

    private List<FileResult> ended(PartResult result) {
        FileTask file = result.file();
        Split split = splits.get(file.target());
        split.missing--;
        if (result.path() != null) {
            split.parts.add(result.path());
        }
        FileOutcome failure = failure(split, result);
        if (split.failed) {
            return List.of();
        }
        if (failure != null) {
            split.failed = true;
            return List.of(FileResult.without(file, failure));
        }
        split.version = result.version();
        if (split.missing == 0) {
            joins.add(new JoinWork(file, split.parts, split.version));
        }
        return List.of();
    }

    private static FileOutcome failure(Split split, PartResult result) {
        FileOutcome outcome = result.outcome();
        if (outcome.failure().isPresent()) {
            return outcome;
        }
        return split.version == null || split.version.equals(result.version())
                ? null
                : FileOutcome.failed(
                        result.file().source(),
                        result.file().length(),
                        new FileDefect("it has changed while it was read"));
    }

    /** Deletes the parts that nobody has joined, as far as it is known that they are there and they can be reached. */
    public void deleteParts(Storages storages) {
        for (Split split : splits.values()) {
            delete(split.parts, storages);
        }
        splits.clear();
    }

    static void delete(List<String> parts, Storages storages) {
        for (String part : parts) {
            try {
                Uninterrupted.run(() -> storages.of(part).delete(storages.path(part)));
            } catch (IOException e) {
                // A later run finds it by its name.
            }
        }
    }
}
