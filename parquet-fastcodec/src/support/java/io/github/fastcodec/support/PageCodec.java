// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.io.IOException;

/** One implementation of one codec, ours or another's, whole pages in and whole pages out. */
public interface PageCodec {

    /** Returns what failure messages call it. */
    String name();

    /** Returns the compressed page. */
    byte[] compress(byte[] page) throws IOException;

    /** Returns what {@code compressed} holds, of which {@code size} bytes are expected. */
    byte[] decompress(byte[] compressed, int size) throws IOException;
}
