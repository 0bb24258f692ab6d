// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.turns.Operation;

/** An operation that is one call. In a package that each contender has a copy of, as its loop has to be. */
public final class Repeated implements Operation {

    /** One call; what it returns is kept, so that the compiler cannot leave the work out. */
    @FunctionalInterface
    public interface Call {
        Object once() throws Exception;
    }

    private final Call call;
    private final long bytes;

    /** Read by nobody. */
    @SuppressWarnings("unused")
    private volatile Object kept;

    private Repeated(Call call, long bytes) {
        this.call = call;
        this.bytes = bytes;
    }

    /** Returns an operation of which nobody asks what it writes. */
    public static Operation of(Call call) {
        return new Repeated(call, 0);
    }

    /** Returns an operation that writes so many bytes. */
    public static Operation writing(long bytes, Call call) {
        return new Repeated(call, bytes);
    }

    @Override
    public void run(int times) throws Exception {
        Object last = null;
        for (int i = 0; i < times; i++) {
            last = call.once();
        }
        kept = last;
    }

    @Override
    public long bytes() {
        return bytes;
    }
}
