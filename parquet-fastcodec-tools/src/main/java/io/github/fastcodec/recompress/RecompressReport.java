// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;

/**
 * The outcome of several files. Immutable.
 *
 * @param results the results by source, in the order in which the sources were given; immutable
 * @param failures why files failed, by source, in the order in which the sources were given; immutable. Each is an exception that {@link Recompressor#recompress} would have thrown
 */
public record RecompressReport(Map<Path, RecompressResult> results, Map<Path, Exception> failures) {

    public RecompressReport {
        results = Collections.unmodifiableMap(results);
        failures = Collections.unmodifiableMap(failures);
    }

    void throwFirstFailure() throws IOException {
        for (Exception failure : failures.values()) {
            if (failure instanceof IOException iOException) {
                throw iOException;
            }
            throw (RuntimeException) failure; // the machinery collects no others
        }
    }

    @Override
    public String toString() {
        return results.size() + " files done, " + failures.size() + " failed";
    }
}
