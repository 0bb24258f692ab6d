// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import io.github.fastcodec.internal.recompress.Range;
import java.io.IOException;

/** Recompresses the row groups of a file that start in a range, to a part file beside the new file. Immutable. */
final class PartWork extends Work {

    private static final long serialVersionUID = 1L;

    private final FileTask file;
    private final Range range;

    PartWork(FileTask file, Range range) {
        this.file = file;
        this.range = range;
    }

    FileTask file() {
        return file;
    }

    Range range() {
        return range;
    }

    @Override
    public long length() {
        return Math.min(range.to(), file.length()) - range.from();
    }

    @Override
    public Result run(TaskRun run) throws IOException {
        return Result.of(run.part(this));
    }

    @Override
    public String toString() {
        return range + " of " + file;
    }
}
