// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import java.util.concurrent.CompletableFuture;
import org.apache.parquet.column.Dictionary;

/**
 * The dictionary of a column chunk, for which the pages behind it wait. Nobody waits for ever: the task with the first page
 * begins before those with others do, and sets it in any case. Safe for use by many threads.
 */
final class SharedDictionary {

    private final CompletableFuture<Dictionary> dictionary = new CompletableFuture<>();

    /** Sets the dictionary, or null if there is none; the first call counts. */
    void set(Dictionary decoded) {
        dictionary.complete(decoded);
    }

    /** Waits for the dictionary, and returns it or null. */
    Dictionary get() {
        return dictionary.join();
    }
}
