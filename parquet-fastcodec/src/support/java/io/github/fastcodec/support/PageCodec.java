// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.io.IOException;

/** An implementation of a codec, ours or a third party's, that works on whole pages. */
public interface PageCodec {

    /** Returns the name for failure messages. */
    String name();

    /** Returns the compressed page. */
    byte[] compress(byte[] page) throws IOException;

    /** Returns the decompressed page, which is expected to have {@code size} bytes. */
    byte[] decompress(byte[] compressed, int size) throws IOException;
}
