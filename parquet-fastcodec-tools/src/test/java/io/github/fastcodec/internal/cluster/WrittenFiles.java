// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import io.github.fastcodec.internal.recompress.FileOutcome;
import java.util.List;
import java.util.TreeMap;

/** Results that a test's own cluster reports for files. */
public final class WrittenFiles {

    private WrittenFiles() {}

    public static FileResult written(FileTask task, long bytes) {
        FileOutcome outcome =
                FileOutcome.written(task.source(), task.target(), task.length(), bytes, 1, 0, List.of(), false);
        return new FileResult(outcome, List.of(4L), new TreeMap<>(), new TreeMap<>());
    }
}
