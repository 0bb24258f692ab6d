// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.attack;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Random;
import org.apache.parquet.bytes.BytesInput;

/**
 * Bytes that state a size other than their own, that arrive in parts of any size, or that do other work or fail while they are
 * read.
 */
final class TrickyBytes extends ByteArrayOutputStream {

    /** Runs in the middle of the bytes. */
    interface Interruption {
        void run() throws IOException;
    }

    private final byte[] bytes;
    private final int size;
    private final int given;
    private final Random random;
    private final Interruption interruption;

    private TrickyBytes(byte[] bytes, int size, int given, Random random, Interruption interruption) {
        this.bytes = bytes;
        this.size = size;
        this.given = given;
        this.random = random;
        this.interruption = interruption;
    }

    /** Returns bytes with a correct size, in parts. */
    static BytesInput inParts(byte[] bytes, Random random, Interruption interruption) {
        return BytesInput.from(new TrickyBytes(bytes, bytes.length, bytes.length, random, interruption));
    }

    /** Returns more or fewer bytes than the stated size. */
    static BytesInput lying(byte[] bytes, int size, Random random) {
        return BytesInput.from(new TrickyBytes(bytes, size, bytes.length, random, () -> {}));
    }

    @Override
    public synchronized int size() {
        return size;
    }

    @Override
    public synchronized void writeTo(OutputStream out) throws IOException {
        int stop = random.nextInt(given + 1);
        write(out, 0, stop);
        interruption.run();
        write(out, stop, given);
    }

    @Override
    public synchronized byte[] toByteArray() {
        throw new AssertionError("not what parquet-java calls");
    }

    private void write(OutputStream out, int from, int to) throws IOException {
        int at = from;
        while (at < to) {
            int length = Math.min(to - at, 1 + random.nextInt(random.nextBoolean() ? 20 : 20_000));
            if (length == 1) {
                out.write(bytes[at]);
            } else {
                out.write(bytes, at, length);
            }
            if (random.nextInt(8) == 0) {
                out.write(bytes, at, 0);
                out.flush();
            }
            at += length;
        }
    }
}
