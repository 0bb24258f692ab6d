// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.function.ToLongFunction;

/**
 * Files in bundles that are worth a task each: a file is one, unless it is so small that several are. For one thread at a time.
 *
 * @param <F> a file
 */
public final class Bundles<F> implements Iterator<ArrayList<F>> {

    private static final long MIB = 1L << 20;

    /** How much a task should have to do at least, in bytes of files, beside which its start is nothing. */
    private static final long ENOUGH = 64 * MIB;

    /** What opening a file counts for, in bytes, as it does in Spark's own scans. */
    private static final long OPENING = 4 * MIB;

    private final Iterator<F> files;
    private final ToLongFunction<? super F> length;

    /**
     * Creates the bundles of files, which are read as bundles are asked for.
     *
     * @param length tells the length of a file, in bytes
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
            weight += length.applyAsLong(file) + OPENING;
        } while (weight < ENOUGH && files.hasNext());
        return bundle;
    }
}
