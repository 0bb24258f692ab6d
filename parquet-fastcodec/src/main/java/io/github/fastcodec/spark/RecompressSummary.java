// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.spark;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What has become of the files of a {@link SparkRecompress}. Immutable. */
public final class RecompressSummary {

    private final long filesWritten;
    private final long filesThere;
    private final long filesFailed;
    private final long filesNotDone;
    private final long bytesBefore;
    private final long bytesAfter;
    private final Map<String, String> failures;

    RecompressSummary(
            long filesWritten,
            long filesThere,
            long filesFailed,
            long filesNotDone,
            long bytesBefore,
            long bytesAfter,
            Map<String, String> failures) {
        this.filesWritten = filesWritten;
        this.filesThere = filesThere;
        this.filesFailed = filesFailed;
        this.filesNotDone = filesNotDone;
        this.bytesBefore = bytesBefore;
        this.bytesAfter = bytesAfter;
        this.failures = Collections.unmodifiableMap(new LinkedHashMap<>(failures));
    }

    /** Returns the number of files that this run has written. */
    public long filesWritten() {
        return filesWritten;
    }

    /** Returns the number of files that an earlier run has written, and that stay as they are. */
    public long filesThereAlready() {
        return filesThere;
    }

    /** Returns the number of files that failed or were refused. */
    public long filesFailed() {
        return filesFailed;
    }

    /** Returns the number of files that were left because the run ended at a failure. */
    public long filesNotDone() {
        return filesNotDone;
    }

    /** Returns the length of the sources of {@link #filesWritten}, in bytes. */
    public long bytesBefore() {
        return bytesBefore;
    }

    /** Returns the length of the {@link #filesWritten}, in bytes. */
    public long bytesAfter() {
        return bytesAfter;
    }

    /** Returns why files failed, by their paths, at most a thousand of them; immutable. */
    public Map<String, String> failures() {
        return failures;
    }

    /** Returns one line for a log. */
    @Override
    public String toString() {
        return filesWritten + " files written, " + bytesBefore + " to " + bytesAfter + " bytes; " + filesThere
                + " there already, " + filesFailed + " failed, " + filesNotDone + " not done";
    }
}
