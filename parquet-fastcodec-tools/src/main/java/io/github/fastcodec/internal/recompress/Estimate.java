// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.util.Collections;
import java.util.Map;

/**
 * What a run would do, as far as a sample tells. Where it says 95 %, 95 of 100 samples would give a range that holds the true
 * value. Immutable.
 */
public final class Estimate {

    private final int files;
    private final int filesThere;
    private final long sourceBytes;
    private final int samples;
    private final Measure ratio;
    private final Measure secondsPerByte;
    private final Map<String, Exception> failures;

    /** A mean, and how far it may be off. Immutable. */
    static final class Measure {

        private final double mean;
        private final double error;

        private Measure(double mean, double error) {
            this.mean = mean;
            this.error = error;
        }

        static Measure of(double[] values) {
            double sum = 0;
            for (double value : values) {
                sum += value;
            }
            double mean = values.length == 0 ? 0 : sum / values.length;
            double squares = 0;
            for (double value : values) {
                squares += (value - mean) * (value - mean);
            }
            double variance = values.length < 2 ? 0 : squares / (values.length - 1);
            return new Measure(mean, 1.96 * Math.sqrt(variance / Math.max(1, values.length)));
        }
    }

    Estimate(
            int files,
            int filesThere,
            long sourceBytes,
            int samples,
            Measure ratio,
            Measure secondsPerByte,
            Map<String, Exception> failures) {
        this.files = files;
        this.filesThere = filesThere;
        this.sourceBytes = sourceBytes;
        this.samples = samples;
        this.ratio = ratio;
        this.secondsPerByte = secondsPerByte;
        this.failures = Collections.unmodifiableMap(failures);
    }

    /** Returns the number of files that a run would recompress, as far as is known: those in {@link #failures} are not among them. */
    public int files() {
        return files;
    }

    /** Returns the number of files whose targets are there already. */
    public int filesThere() {
        return filesThere;
    }

    /** Returns the length of the files that a run would recompress, in bytes. */
    public long sourceBytes() {
        return sourceBytes;
    }

    /** Returns the number of pages that the estimate rests on. */
    public int samples() {
        return samples;
    }

    /** Returns the likely length of the new files, in bytes. */
    public long targetBytes() {
        return Math.round(sourceBytes * ratio.mean);
    }

    /** Returns by how many bytes {@link #targetBytes} may be off, at 95 %. */
    public long targetBytesError() {
        return Math.round(sourceBytes * ratio.error);
    }

    /** Returns the likely time of the processors for the pages, in seconds, all threads together; reading and writing come on top. */
    public double processorSeconds() {
        return sourceBytes * secondsPerByte.mean;
    }

    /** Returns by how many seconds {@link #processorSeconds} may be off, at 95 %. */
    public double processorSecondsError() {
        return sourceBytes * secondsPerByte.error;
    }

    /**
     * Returns why files would fail, by source, as far as the sample shows: files that belong to tables, and those files of the
     * sample that are damaged or have something that cannot be carried over; immutable.
     */
    public Map<String, Exception> failures() {
        return failures;
    }
}
