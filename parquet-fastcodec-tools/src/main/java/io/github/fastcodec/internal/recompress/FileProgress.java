// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

/** Tells a listener how far a file is. For one thread. */
final class FileProgress {

    private final Listener listener;
    private final int passes;
    private final long length;
    private long passed;
    private long told;

    /** @param passes how often each byte of the file is passed */
    FileProgress(Listener listener, long length, int passes) {
        this.listener = listener;
        this.length = length;
        this.passes = passes;
    }

    /** Adds bytes of the file that were passed once. */
    void add(long bytes) {
        passed += bytes;
        tell(Math.min(length, passed / passes)); // a file that another run has written meanwhile is passed again
    }

    /** Tells the rest. */
    void end() {
        tell(length);
    }

    private void tell(long done) {
        if (done > told) {
            listener.advanced(done - told);
            told = done;
        }
    }
}
