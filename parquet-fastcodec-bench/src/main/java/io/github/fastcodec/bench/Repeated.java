// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench;

import io.github.fastcodec.bench.turns.Operation;

/** An operation that repeats one call. Each contender has its own copy of this class, because it must have its own loop. */
public final class Repeated implements Operation {

    /** One call. Its result is kept, so that the compiler cannot eliminate the work. */
    @FunctionalInterface
    public interface Call {
        Object once() throws Exception;
    }

    private final Call call;
    private final long bytes;

    /** Keeps results, so that the compiler treats them as used; nothing reads this field. */
    @SuppressWarnings("unused")
    private volatile Object kept;

    private Repeated(Call call, long bytes) {
        this.call = call;
        this.bytes = bytes;
    }

    /** Returns an operation that reports {@code bytes} as the number of bytes that one run writes. */
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
