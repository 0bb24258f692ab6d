// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Writes a new file from its parts, and deletes them. Immutable. */
final class JoinWork extends Work {

    private static final long serialVersionUID = 1L;

    private final FileTask file;
    private final ArrayList<String> parts;
    private final String version;

    /**
     * Creates it.
     *
     * @param parts the paths of the parts that there are
     * @param version what the source was when they were written
     */
    JoinWork(FileTask file, List<String> parts, String version) {
        this.file = file;
        this.parts = new ArrayList<>(parts);
        this.version = version;
    }

    FileTask file() {
        return file;
    }

    List<String> parts() {
        return Collections.unmodifiableList(parts);
    }

    String version() {
        return version;
    }

    @Override
    public long length() {
        return file.length();
    }

    @Override
    public Result run(TaskRun run) throws IOException {
        return Result.of(run.join(this));
    }

    @Override
    public String toString() {
        return parts.size() + " parts of " + file;
    }
}
