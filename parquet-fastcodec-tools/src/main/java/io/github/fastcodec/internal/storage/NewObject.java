// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A new object of a store, which takes objects whole. It is written to a file of this machine, read back from there, and sent when it
 * gets its name. For one thread.
 */
public abstract class NewObject implements NewFile {

    /** The note on a copy of a file that not everybody may read. */
    public static final String FOR_READERS_OF_BUCKET =
            "not everybody may read it; who may read the new object, the bucket's policy says";

    /** Holds what was written until it is sent. */
    protected final Spool spool = Spool.create();

    private final LocalOutput output = spool.output();
    private final List<String> notes;

    /** What the object was made of, for its metadata; null if it is not told. */
    protected @Nullable Origin origin;

    /** @throws IOException if {@code java.io.tmpdir} takes no file */
    protected NewObject(List<String> notes) throws IOException {
        this.notes = new ArrayList<>(notes);
    }

    @Override
    public FileOutput output() {
        return output;
    }

    /** Returns how many bytes were written. */
    protected long length() {
        return output.position();
    }

    @Override
    public void finish() throws IOException {
        output.flush();
    }

    @Override
    public FileInput open() throws IOException {
        return spool.open();
    }

    @Override
    public void setOrigin(Origin newOrigin) {
        origin = newOrigin;
    }

    /**
     * Returns the exception for when it is unknown whether the object was made.
     *
     * @param why why its making failed
     * @param then why it could not be looked for afterwards
     */
    protected static IOException unknown(Object target, String why, Exception failure, IOException then) {
        IOException unknown = new IOException(
                "Whether " + target + " is there is unknown, because the store has failed (" + why
                        + "); if it is, it is whole: run again to find out",
                failure);
        unknown.addSuppressed(then);
        return unknown;
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() throws IOException {
        spool.close();
    }
}
