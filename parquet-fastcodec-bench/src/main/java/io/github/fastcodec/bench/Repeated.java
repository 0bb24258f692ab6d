// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.turns.Operation;

/** An operation that is one call. Its package is one that each contender copies, because the loop must be the contender's own. */
public final class Repeated implements Operation {

    /** One call; its result is kept, so that the compiler cannot leave the work out. */
    @FunctionalInterface
    public interface Call {
        Object once() throws Exception;
    }

    private final Call call;
    private final long bytes;

    /** Holds results, so that they count as used; nothing reads it. */
    @SuppressWarnings("unused")
    private volatile Object kept;

    private Repeated(Call call, long bytes) {
        this.call = call;
        this.bytes = bytes;
    }

    /** Returns an operation that reports no written bytes. */
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
