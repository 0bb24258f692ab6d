// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;

/**
 * The outcome of recompressing several files. Immutable.
 *
 * @param results the results, keyed by source, in the order of the sources; immutable
 * @param failures the failures, keyed by source, in the order of the sources; immutable. Each is an exception that
 *     {@link Recompressor#recompress} would have thrown
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
            throw (RuntimeException) failure; // no other exceptions are collected
        }
    }

    @Override
    public String toString() {
        return results.size() + " files done, " + failures.size() + " failed";
    }
}
