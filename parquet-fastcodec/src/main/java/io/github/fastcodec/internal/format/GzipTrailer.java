// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** The trailer of a gzip member: CRC32 and ISIZE (RFC 1952, section 2.3.1). Not thread-safe. */
public final class GzipTrailer {

    /** The size of a trailer, in bytes. */
    public static final int SIZE = 8;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final CRC32 crc = new CRC32();

    /** Writes the trailer of {@code content[offset, offset + length)} to {@code target[at, at + SIZE)}. */
    public void write(byte[] content, int offset, int length, byte[] target, int at) {
        INT.set(target, at, crcOf(content, offset, length));
        INT.set(target, at + 4, length);
    }

    /**
     * Checks a member's trailer at {@code source[at, at + SIZE)} against the member's content in
     * {@code content[offset, offset + length)}. The trailer must end at or before {@code end}.
     *
     * @throws IOException if the trailer is truncated, or the content has a different CRC32 or size
     */
    public void verify(byte[] source, int at, int end, byte[] content, int offset, int length) throws IOException {
        if (end - at < SIZE) {
            throw new IOException("gzip trailer is truncated");
        }
        if (crcOf(content, offset, length) != (int) INT.get(source, at)) {
            throw new IOException("gzip CRC32 differs");
        }
        if (length != (int) INT.get(source, at + 4)) {
            throw new IOException("gzip ISIZE differs from the " + length + " bytes of its member");
        }
    }

    private int crcOf(byte[] content, int offset, int length) {
        crc.reset();
        crc.update(content, offset, length);
        return (int) crc.getValue();
    }
}
