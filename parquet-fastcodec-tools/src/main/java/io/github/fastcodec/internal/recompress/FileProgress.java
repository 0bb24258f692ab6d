// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

/** Reports the progress of a file to a listener. Not thread-safe. */
final class FileProgress {

    private final Listener listener;
    private final int passes;
    private final long length;
    private long passed;
    private long reported;

    /** @param passes the number of times each byte of the file is processed */
    FileProgress(Listener listener, long length, int passes) {
        this.listener = listener;
        this.length = length;
        this.passes = passes;
    }

    /** Adds bytes of the file that were processed in one pass. */
    void add(long bytes) {
        passed += bytes;
        // If another run creates the target first, there is one more pass, which compares the file with that target.
        report(Math.min(length, passed / passes));
    }

    /** Reports all bytes of the file that have not been reported yet. */
    void end() {
        report(length);
    }

    private void report(long done) {
        if (done > reported) {
            listener.advanced(done - reported);
            reported = done;
        }
    }
}
