// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.lake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.recompress.FileOutcome;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which pieces of work a cluster gets together, without files. */
class WorkQueueTest {

    private static final long MIB = 1L << 20;

    private static WorkQueue queue(long... lengths) {
        Iterator<FileTask> files = LongStream.of(lengths)
                .mapToObj(length -> new FileTask("in/" + length, "out/" + length, length, false))
                .iterator();
        return new WorkQueue(files, 100 * MIB);
    }

    private static List<String> names(List<Work> wave) {
        return wave.stream()
                .map(work -> work.getClass().getSimpleName() + " " + work.length() / MIB)
                .toList();
    }

    /** Ends the parts among some pieces. */
    private static void end(WorkQueue queue, List<Work> wave) {
        for (Work work : wave) {
            if (work instanceof PartWork) {
                FileTask file = ((PartWork) work).file();
                FileOutcome done = FileOutcome.written(file.source(), work.length(), work.length(), 1, 0, List.of());
                assertEquals(
                        List.of(),
                        queue.ended(Work.Result.of(new PartResult(file, done, file.target() + ".part", "1"))));
            }
        }
    }

    // Would catch: a large file that is joined when thousands of other files are done, by one machine of many that
    // wait.
    @Test
    void aLargeFileIsJoinedBesideOtherFilesRatherThanAfterThem() {
        WorkQueue queue = queue(1_050 * MIB, 450 * MIB, 120 * MIB, 110 * MIB, 3 * MIB, 2 * MIB);
        List<Work> parts = queue.next(1_000);
        List<String> names = new ArrayList<>(List.of("PartWork 50"));
        for (int i = 0; i < 10; i++) {
            names.add(i, "PartWork 100");
        }
        names.addAll(List.of("PartWork 100", "PartWork 100", "PartWork 100", "PartWork 100", "PartWork 50"));
        assertEquals(names, names(parts));
        end(queue, parts);
        assertEquals(
                List.of("JoinWork 1050", "JoinWork 450", "Bundle 120", "Bundle 110", "Bundle 5"),
                names(queue.next(1_000)));
        assertFalse(queue.hasNext());
    }

    @Test
    void whereThereAreManyLargeFilesTheFirstAreJoinedBesidePartsOfOthers() {
        WorkQueue queue = queue(500 * MIB, 490 * MIB, 480 * MIB, 90 * MIB);
        List<Work> first = queue.next(6);
        assertEquals(10, first.size(), "parts of two files, of which the second goes beyond what was asked for");
        end(queue, first);
        List<Work> second = queue.next(6);
        assertEquals(List.of("JoinWork 500", "JoinWork 490"), names(second).subList(0, 2));
        assertEquals(2 + 5, second.size(), "the parts of the third file, and not the small one");
        end(queue, second);
        assertEquals(List.of("JoinWork 480", "Bundle 90"), names(queue.next(6)));
        assertFalse(queue.hasNext());
    }

    @Test
    void withoutLargeFilesAWaveIsAsLongAsItMayBe() {
        WorkQueue queue = queue(300 * MIB, 200 * MIB, 100 * MIB);
        assertEquals(List.of("Bundle 300", "Bundle 200"), names(queue.next(2)));
        assertTrue(queue.hasNext());
        assertEquals(List.of("Bundle 100"), names(queue.next(2)));
    }
}
