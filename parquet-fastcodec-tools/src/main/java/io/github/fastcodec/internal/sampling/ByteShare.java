// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.sampling;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Some of many files, whose bytes together are a share of the bytes of all, as nearly as whole files allow, and one file at least.
 * They are spread evenly over the order of the files. For one thread.
 *
 * @param <F> a file
 */
public final class ByteShare<F> implements Iterator<F> {

    private final Iterator<? extends F> files;
    private final ToLongFunction<? super F> length;
    private final double share;
    private final double start;

    /** How many bytes are still to be chosen, of those that were passed; below 0 if more were chosen. */
    private double owed;

    private boolean hasBegun;
    private boolean hasChosen;
    private @Nullable F next;

    /**
     * Creates a choice, which reads files as it is asked for them.
     *
     * @param length tells the length of a file, in bytes
     * @param share above 0, and at most 1
     * @param seed what the first file depends on, and with it all others
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
