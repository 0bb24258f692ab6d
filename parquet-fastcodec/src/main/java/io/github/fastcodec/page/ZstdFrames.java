// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.page;

import io.github.fastcodec.engine.zstd.ZstdFrame;

/** Walks the frames of a ZSTD page to learn what sizes it can have. */
final class ZstdFrames {

    private ZstdFrames() {}

    /** Makes {@code claim} that of the sizes that the content of {@code source[offset, offset + length)} can have. */
    static void read(PageClaim claim, byte[] source, int offset, int length) {
        ZstdFrame frame = new ZstdFrame();
        int end = offset + length;
        long minimum = 0;
        long maximum = 0;
        for (int at = offset; at < end; at = frame.end()) {
            if (!frame.read(source, at, end)) {
                claim.malformed(frame.problem());
                return;
            }
            minimum += frame.minimum();
            maximum += frame.maximum();
        }
        claim.between(minimum, maximum);
    }
}
