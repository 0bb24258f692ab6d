// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.it.tables;

import io.delta.storage.LocalLogStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * A store of Delta logs on local disks that can lose, delay or falsify its responses, and can write something else than it is
 * given.
 */
public final class FaultyLogStore extends LocalLogStore {

    /** The fault when a version is written. */
    enum Fault {
        /** The version is written, and the response is that another one exists: a put-if-absent whose first response was lost. */
        WRITTEN_BUT_EXISTS,
        /** The version is written, and the response is an error. */
        WRITTEN_BUT_FAILED,
        /** The version is not written, and the response is an error. */
        FAILED,
        /** The response is an error, and the version is written later, unless another one exists by then. */
        LATE,
        /** Others write the version just before. */
        OVERTAKEN
    }

    private static Fault next;
    private static int times;
    private static Runnable afterwards = () -> {};
    private static UnaryOperator<List<String>> falsification = UnaryOperator.identity();
    private static final List<Late> LATE = new ArrayList<>();

    /** A delayed write. */
    private interface Late {
        void arrive() throws IOException;
    }

    public FaultyLogStore(Configuration conf) {
        super(conf);
    }

    /** Makes the next commits of the job meet a fault; commits of others do not. */
    static synchronized void fail(Fault fault, int newTimes) {
        next = fault;
        times = newTimes;
    }

    /** Runs something on the next fault, before the job has its response. */
    static synchronized void then(Runnable something) {
        afterwards = something;
    }

    /** Writes a falsified form of the job's next commit, with the response of a correct write. */
    static synchronized void falsify(UnaryOperator<List<String>> newFalsification) {
        falsification = newFalsification;
    }

    /** Returns whether a write is delayed. */
    static synchronized boolean isLate() {
        return !LATE.isEmpty();
    }

    /** Performs the delayed writes, and ends all faults. */
    static synchronized void end() throws IOException {
        times = 0;
        afterwards = () -> {};
        for (Late late : LATE) {
            try {
                late.arrive();
            } catch (FileAlreadyExistsException e) {
                // too late for put-if-absent
            }
        }
        LATE.clear();
    }

    @Override
    public void write(Path path, Iterator<String> actions, Boolean overwrite, Configuration conf) throws IOException {
        List<String> lines = new ArrayList<>();
        actions.forEachRemaining(lines::add);
        if (!isOfTheJob(path, lines)) {
            super.write(path, lines.iterator(), overwrite, conf);
            return;
        }
        Fault fault = nextFault();
        if (fault == null) {
            super.write(path, falsified(lines).iterator(), overwrite, conf);
            return;
        }
        if (fault == Fault.OVERTAKEN) {
            runAfterwards();
            super.write(path, lines.iterator(), overwrite, conf);
            return;
        }
        switch (fault) {
            case WRITTEN_BUT_EXISTS, WRITTEN_BUT_FAILED -> super.write(path, lines.iterator(), overwrite, conf);
            case LATE -> {
                synchronized (FaultyLogStore.class) {
                    LATE.add(() -> super.write(path, lines.iterator(), overwrite, conf));
                }
            }
            default -> {}
        }
        runAfterwards();
        if (fault == Fault.WRITTEN_BUT_EXISTS) {
            throw new FileAlreadyExistsException(path.toString());
        }
        throw new IOException("no answer");
    }

    private static void runAfterwards() {
        Runnable something = afterwards;
        afterwards = () -> {};
        something.run();
    }

    /** Returns whether the job writes the version, according to the operation in it. */
    private static boolean isOfTheJob(Path path, List<String> lines) {
        return path.getName().matches("\\d{20}\\.json")
                && lines.stream().anyMatch(line -> line.contains("\"operation\":\"RECOMPRESS\""));
    }

    private static synchronized Fault nextFault() {
        if (times == 0) {
            return null;
        }
        times--;
        return next;
    }

    private static synchronized List<String> falsified(List<String> lines) {
        UnaryOperator<List<String>> how = falsification;
        falsification = UnaryOperator.identity();
        return how.apply(lines);
    }
}
