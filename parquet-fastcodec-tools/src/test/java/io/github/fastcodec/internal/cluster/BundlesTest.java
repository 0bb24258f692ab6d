// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The assignment of files to the tasks of a cluster. */
class BundlesTest {

    private static List<List<Long>> bundles(long... mebibytes) {
        Bundles<FileTask> bundles = new Bundles<>(
                LongStream.of(mebibytes)
                        .mapToObj(length -> new FileTask("in/" + length, "out/" + length, length << 20, false))
                        .iterator(),
                FileTask::length);
        List<List<Long>> lengths = new ArrayList<>();
        bundles.forEachRemaining(bundle ->
                lengths.add(bundle.stream().map(file -> file.length() >> 20).toList()));
        return lengths;
    }

    // Would catch: files that wait for a large one, a task for each of many small files.
    @Test
    void bundlesOnlySmallFilesIntoTasks() {
        assertEquals(List.of(), bundles());
        assertEquals(List.of(List.of(100_000L), List.of(60L), List.of(59L, 3L)), bundles(100_000, 60, 59, 3));
        assertEquals(16, bundles(new long[250]).get(0).size(), "what opening a file takes counts");
    }
}
