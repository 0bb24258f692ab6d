// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** Files in bundles that are worth a task each: a file is one, unless it is so small that several are. For one thread at a time. */
final class Bundles implements Iterator<ArrayList<FileTask>> {

    private static final long MIB = 1L << 20;

    /** How much a task should have to do at least, in bytes of files, beside which its start is nothing. */
    private static final long ENOUGH = 64 * MIB;

    /** What opening a file counts for, in bytes, as it does in Spark's own scans. */
    private static final long OPENING = 4 * MIB;

    private final Iterator<FileTask> files;

    /** Creates the bundles of files, which are read as bundles are asked for. */
    Bundles(Iterator<FileTask> files) {
        this.files = files;
    }

    @Override
    public boolean hasNext() {
        return files.hasNext();
    }

    @Override
    public ArrayList<FileTask> next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        ArrayList<FileTask> bundle = new ArrayList<>();
        for (long weight = 0; weight < ENOUGH && files.hasNext(); ) {
            FileTask file = files.next();
            bundle.add(file);
            weight += file.length() + OPENING;
        }
        return bundle;
    }
}
