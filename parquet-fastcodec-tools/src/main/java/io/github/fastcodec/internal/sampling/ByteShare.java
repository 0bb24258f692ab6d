// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A sample of files that contains a given share of the bytes of all files, as nearly as whole files allow. It contains at least
 * one file, and is spread evenly over the sequence of all files. Not thread-safe.
 *
 * @param <F> the type of a file
 */
public final class ByteShare<F> implements Iterator<F> {

    private final Iterator<? extends F> files;
    private final ToLongFunction<? super F> length;
    private final double share;
    private final double start;

    /** The number of bytes still to be chosen for the files passed so far; below 0 if too many were chosen. */
    private double owed;

    private boolean hasBegun;
    private boolean hasChosen;
    private @Nullable F next;

    /**
     * @param length returns the length of a file, in bytes
     * @param share the share of the bytes, above 0 and at most 1
     * @param seed determines the first file of the sample, and with it all the others
     */
    public ByteShare(Iterator<? extends F> files, ToLongFunction<? super F> length, double share, long seed) {
        this.files = files;
        this.length = length;
        this.share = share;
        this.start = new SplittableRandom(seed).nextDouble() - 0.5;
    }

    @Override
    public boolean hasNext() {
        F last = null;
        while (next == null && files.hasNext()) {
            last = files.next();
            long bytes = length.applyAsLong(last);
            owed += share * bytes + (hasBegun ? 0 : start * bytes);
            hasBegun = true;
            if (2 * owed >= bytes) {
                owed -= bytes;
                choose(last);
            }
        }
        if (next == null && !hasChosen && last != null) {
            choose(last);
        }
        return next != null;
    }

    private void choose(F file) {
        next = file;
        hasChosen = true;
    }

    @Override
    public F next() {
        F chosen = hasNext() ? next : null;
        if (chosen == null) {
            throw new NoSuchElementException();
        }
        next = null;
        return chosen;
    }
}
