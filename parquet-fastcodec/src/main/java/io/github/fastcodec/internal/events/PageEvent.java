// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.events;

/** A page that is under way, as a recorder sees it. For the thread that the page is on. */
public interface PageEvent {

    /**
     * Records the page as done.
     *
     * @param codec the codec's name
     * @param engine the engine's name
     * @param level the level that was asked for; 0 for a codec without levels, and where nothing is compressed
     * @param bytesIn the size of what was compressed or decompressed, in bytes
     * @param bytesOut the size of the result, in bytes
     */
    void done(String codec, String engine, int level, long bytesIn, long bytesOut);
}
