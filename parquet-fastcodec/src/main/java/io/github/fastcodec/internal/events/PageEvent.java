// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

/** A page in progress, as a recorder sees it. For use by the thread that processes the page. */
public interface PageEvent {

    /**
     * Records the page as done.
     *
     * @param codec the codec's name
     * @param engine the engine's name
     * @param level the requested level; 0 for a codec without levels, and for decompression
     * @param bytesIn the size of the input, in bytes
     * @param bytesOut the size of the output, in bytes
     */
    void done(String codec, String engine, int level, long bytesIn, long bytesOut);
}
