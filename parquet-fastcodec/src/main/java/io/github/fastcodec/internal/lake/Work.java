// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a machine of a cluster does in one go, and may do again. Immutable; it travels between JVMs. */
public abstract class Work implements Serializable {

    private static final long serialVersionUID = 1L;

    /** What a {@link Work} has led to. Immutable; it travels between JVMs. */
    public static final class Result implements Serializable {

        private static final long serialVersionUID = 1L;

        private final ArrayList<FileResult> files;
        private final PartResult part;

        private Result(List<FileResult> files, PartResult part) {
            this.files = new ArrayList<>(files);
            this.part = part;
        }

        static Result of(List<FileResult> files) {
            return new Result(files, null);
        }

        static Result of(PartResult part) {
            return new Result(List.of(), part);
        }

        /** Returns what has become of files; immutable. */
        public List<FileResult> files() {
            return Collections.unmodifiableList(files);
        }

        /** Returns what has become of a part of a file, or null. */
        PartResult part() {
            return part;
        }
    }

    Work() {}

    /** Returns how much of the sources this is about, in bytes. */
    public abstract long length();

    /**
     * Does it.
     *
     * @throws IOException if something failed that may do better when it is tried again, and this is not the last attempt
     * @throws IllegalArgumentException if a level of the plan is out of range
     */
    public abstract Result run(TaskRun run) throws IOException;

    /** Some files, one after the other. Immutable. */
    static final class Bundle extends Work {

        private static final long serialVersionUID = 1L;

        private final ArrayList<FileTask> files;

        Bundle(List<FileTask> files) {
            this.files = new ArrayList<>(files);
        }

        @Override
        public long length() {
            return files.stream().mapToLong(FileTask::length).sum();
        }

        @Override
        public Result run(TaskRun run) throws IOException {
            return Result.of(run.run(files));
        }
    }
}
