// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.function.ToLongFunction;

/**
 * Groups files into bundles, each large enough for a task of its own: one large file, or several small ones. Not thread-safe.
 *
 * @param <F> the type of the files
 */
public final class Bundles<F> implements Iterator<ArrayList<F>> {

    private static final long MIB = 1L << 20;

    /** The weight at which a bundle is full, in bytes: enough to make the cost of starting a task negligible. */
    private static final long FULL = 64 * MIB;

    /** The weight that opening a file adds to a bundle, in bytes; Spark's own scans use the same value. */
    private static final long OPEN_COST = 4 * MIB;

    private final Iterator<F> files;
    private final ToLongFunction<? super F> length;

    /**
     * Creates bundles. The files are read from the iterator as bundles are requested.
     *
     * @param length returns the length of a file, in bytes
     */
    public Bundles(Iterator<F> files, ToLongFunction<? super F> length) {
        this.files = files;
        this.length = length;
    }

    @Override
    public boolean hasNext() {
        return files.hasNext();
    }

    @Override
    public ArrayList<F> next() {
        ArrayList<F> bundle = new ArrayList<>();
        long weight = 0;
        do {
            F file = files.next();
            bundle.add(file);
            weight += length.applyAsLong(file) + OPEN_COST;
        } while (weight < FULL && files.hasNext());
        return bundle;
    }
}
