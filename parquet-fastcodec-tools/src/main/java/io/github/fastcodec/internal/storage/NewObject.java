// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A new object of a store. It is buffered in a local temporary file, read back from there, and sent when it gets its name. Not
 * thread-safe.
 */
public abstract class NewObject implements NewFile {

    /** The note on a copy of a file that is not readable by everyone. */
    public static final String FOR_READERS_OF_BUCKET =
            "it is not readable by everyone; the bucket's policy decides who may read the new object";

    /** Buffers the bytes until they are sent. */
    protected final Spool spool = Spool.create();

    private final LocalOutput output = spool.output();
    private final List<String> notes;

    /** The origin of the object, for its metadata; null if none was set. */
    protected @Nullable Origin origin;

    /** @throws IOException if no file can be created in {@code java.io.tmpdir} */
    protected NewObject(List<String> notes) throws IOException {
        this.notes = new ArrayList<>(notes);
    }

    @Override
    public FileOutput output() {
        return output;
    }

    /** Returns the number of bytes written. */
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
     * Returns the exception to throw if it is unknown whether the store has created the object.
     *
     * @param why the reason for the failure
     * @param then the failure of the lookup that followed
     */
    protected static IOException unknown(Object target, String why, Exception failure, IOException then) {
        IOException unknown = new IOException(
                "It is unknown whether " + target + " was created, because the store failed (" + why
                        + "); if it was, it is complete: run again to find out",
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
