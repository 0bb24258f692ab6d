// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * What a compressed page says of its uncompressed size, found out without decompressing and before memory is allocated or
 * native code is called: a range of sizes that it can have, or a problem that makes it no page of its codec at all. Read
 * again for each page; for one thread at a time.
 */
public final class PageClaim {

    private long minimum;
    private long maximum;
    private @Nullable String problem;

    /** For ZSTD pages, one after the other; null until there is one. */
    private @Nullable ZstdFrame frame;

    /** Makes this the claim of a page that can have any size in {@code [minimum, maximum]}, in bytes. */
    public void between(long minimum, long maximum) {
        this.minimum = minimum;
        this.maximum = maximum;
        this.problem = null;
    }

    /** Makes this the claim of something that is no page of its codec, for the reason given as a clause. */
    public void malformed(String problem) {
        this.minimum = 0;
        this.maximum = 0;
        this.problem = problem;
    }

    /**
     * Makes this the claim of the page at {@code source[offset, offset + length)}, a checked range of at least one byte.
     */
    public void read(CompressionCodecName codec, byte[] source, int offset, int length) {
        switch (codec) {
            case SNAPPY:
                readSnappy(source, offset, length);
                break;
            case ZSTD:
                readZstd(source, offset, length);
                break;
            default:
                between(0, CodecFacts.of(codec).maxUncompressedSize(length));
        }
    }

    /**
     * Reads the preamble of a Snappy block, its uncompressed size as a varint of at most five bytes (format_description.txt
     * of Snappy, section 1). The native decompressor believes it and writes that many bytes wherever they end.
     */
    private void readSnappy(byte[] source, int offset, int length) {
        long stated = 0;
        for (int i = 0; i < 5 && i < length; i++) {
            int value = source[offset + i];
            stated |= (value & 0x7fL) << (7 * i);
            if (value >= 0) {
                if (stated > 0xffff_ffffL) {
                    break;
                }
                if (stated > CodecFacts.of(CompressionCodecName.SNAPPY).maxUncompressedSize(length)) {
                    malformed("its Snappy preamble states " + stated + " bytes, more than its bytes can hold");
                } else {
                    between(stated, stated);
                }
                return;
            }
        }
        malformed("its Snappy preamble is truncated or longer than 32 bits");
    }

    /** Adds up what the frames of a ZSTD page can hold. */
    private void readZstd(byte[] source, int offset, int length) {
        if (frame == null) {
            frame = new ZstdFrame();
        }
        int end = offset + length;
        long least = 0;
        long most = 0;
        for (int at = offset; at < end; at = frame.end()) {
            if (!frame.read(source, at, end)) {
                malformed(frame.problem());
                return;
            }
            least += frame.minimum();
            most += frame.maximum();
        }
        between(least, most);
    }

    /** Returns the smallest size that the page can have, in bytes. */
    public long minimum() {
        return minimum;
    }

    /** Returns the largest size that the page can have, in bytes. */
    public long maximum() {
        return maximum;
    }

    /** Returns why this is no page of its codec, as a clause, or null. */
    public @Nullable String problem() {
        return problem;
    }
}
