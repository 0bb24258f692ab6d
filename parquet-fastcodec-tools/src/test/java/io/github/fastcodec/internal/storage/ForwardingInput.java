// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.Optional;

/** A file that forwards to another one, except where a test overrides it. */
public class ForwardingInput implements FileInput {

    private final FileInput input;

    public ForwardingInput(FileInput input) {
        this.input = input;
    }

    @Override
    public long length() {
        return input.length();
    }

    @Override
    public void read(long position, byte[] target, int offset, int length) throws IOException {
        input.read(position, target, offset, length);
    }

    @Override
    public Entry entry() {
        return input.entry();
    }

    @Override
    public Optional<String> version() throws IOException {
        return input.version();
    }

    @Override
    public Optional<Origin> origin() throws IOException {
        return input.origin();
    }

    @Override
    public boolean isOneStream() {
        return input.isOneStream();
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
