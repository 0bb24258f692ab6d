// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.verify;

import java.util.concurrent.CompletableFuture;
import org.apache.parquet.column.Dictionary;

/**
 * The dictionary of a column chunk, for which the pages behind the first one wait. No page waits for ever: the first one, which
 * is the only one that can hold a dictionary, is begun before others are, never waits, and sets it in any case. Safe for use by
 * many threads.
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
