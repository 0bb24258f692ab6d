// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.sampling.Mean;
import java.util.Map;

/**
 * What a run would do, as far as a sample tells. Immutable.
 *
 * @param files how many files a run would recompress, as far as is known: those in {@code failures} are not among them
 * @param existingTargets how many files' targets exist, which are not compared
 * @param bytesBefore the length of the files that a run would recompress, in bytes
 * @param samples how many pages the estimate rests on
 * @param ratio the bytes of the new files for one of the old
 * @param secondsPerByte the time of a processor for a byte of the old files
 * @param failures why files would fail, by source, as far as the sample shows: files that belong to tables, and those files of
 *     the sample that are damaged or have something that cannot be carried over
 */
public record Estimate(
        int files,
        int existingTargets,
        long bytesBefore,
        int samples,
        Mean ratio,
        Mean secondsPerByte,
        Map<String, Exception> failures) {

    /** Returns the likely length of the new files, in bytes. */
    public long bytesAfter() {
        return Math.round(bytesBefore * ratio.value());
    }

    /** Returns by how many bytes {@link #bytesAfter} may be off; 0 if nothing was sampled. */
    public long bytesAfterError() {
        return Math.round(bytesBefore * ratio.error());
    }

    /** Returns the likely time of the processors for the pages, in seconds, all threads together; reading and writing come on top. */
    public double processorSeconds() {
        return bytesBefore * secondsPerByte.value();
    }

    /** Returns by how many seconds {@link #processorSeconds} may be off; 0 if nothing was sampled. */
    public double processorSecondsError() {
        return samples < 2 ? 0 : bytesBefore * secondsPerByte.error();
    }
}
