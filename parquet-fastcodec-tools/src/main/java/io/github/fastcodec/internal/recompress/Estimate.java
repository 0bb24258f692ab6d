// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.sampling.Mean;
import java.util.Map;

/**
 * An estimate of a run, from a sample of pages. Immutable.
 *
 * @param files the number of files that a run would recompress, without those in {@code failures}
 * @param existingTargets the number of files whose target exists; such targets are not compared with their sources
 * @param bytesBefore the total length of the files that a run would recompress, in bytes
 * @param samples the number of random places whose pages were measured
 * @param ratio bytes of the new files per byte of the old files
 * @param secondsPerByte processor time per byte of the old files
 * @param failures the failures of a run that are already known, keyed by source; they include files that belong to tables, and
 *     sampled files that are damaged or contain something that cannot be carried over
 */
public record Estimate(
        int files,
        int existingTargets,
        long bytesBefore,
        int samples,
        Mean ratio,
        Mean secondsPerByte,
        Map<String, Exception> failures) {

    /** Returns the estimated length of the new files, in bytes. */
    public long bytesAfter() {
        return Math.round(bytesBefore * ratio.value());
    }

    /** Returns the error of {@link #bytesAfter} at 95 % confidence, in bytes; 0 with fewer than two samples. */
    public long bytesAfterError() {
        return Math.round(bytesBefore * ratio.error());
    }

    /** Returns the estimated processor time for the pages over all threads, in seconds; excludes reading and writing. */
    public double processorSeconds() {
        return bytesBefore * secondsPerByte.value();
    }

    /** Returns the error of {@link #processorSeconds} at 95 % confidence, in seconds; 0 with fewer than two samples. */
    public double processorSecondsError() {
        return samples < 2 ? 0 : bytesBefore * secondsPerByte.error();
    }
}
