// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.file;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A part of a file of a local file system. It keeps the name under which it is written, which {@link Leftovers} knows. For one
 * thread.
 */
public final class NewLocalPart implements NewPart {

    private final TemporaryFile file;
    private final LocalOutput output;

    private NewLocalPart(TemporaryFile file) {
        this.file = file;
        this.output = new LocalOutput(file.path(), file.channel());
    }

    /**
     * Creates a part beside a file, which itself need not be there, but whose directory exists.
     *
     * @param source a file whose permissions the part gets, or null
     */
    public static NewLocalPart beside(Path target, Path source) throws IOException {
        return new NewLocalPart(source == null ? TemporaryFile.beside(target) : new CopyAccess(source).beside(target));
    }

    @Override
    public String path() {
        return file.path().toString();
    }

    @Override
    public FileOutput output() {
        return output;
    }

    @Override
    public void finish() throws IOException {
        output.flush();
    }

    @Override
    public FileInput open() throws IOException {
        return LocalInput.borrowing(file.channel()); // closing another channel would drop the lock
    }

    @Override
    public void place(Condition condition) throws IOException {
        condition.require();
        file.keep();
    }

    @Override
    public void close() throws IOException {
        try (file) {
            output.close();
        }
    }
}
