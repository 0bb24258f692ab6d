// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.format;

import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The uncompressed size that a page claims in its own bytes: a range of possible sizes, or the reason why the bytes are
 * not a page of the codec. The claim is read without decompressing, before memory is allocated or native code is called.
 * An instance is reused for each page. Not thread-safe.
 */
public final class PageClaim {

    private long minimum;
    private long maximum;
    private @Nullable String problem;

    /** Reads ZSTD pages; null before the first ZSTD page. */
    private @Nullable ZstdFrame frame;

    /** Sets the claim of a page that can have any size in {@code [minimum, maximum]}, in bytes. */
    public void between(long minimum, long maximum) {
        this.minimum = minimum;
        this.maximum = maximum;
        this.problem = null;
    }

    /** Sets the claim of bytes that are not a page of the codec; {@code problem} is a clause that says why. */
    public void malformed(String problem) {
        this.minimum = 0;
        this.maximum = 0;
        this.problem = problem;
    }

    /**
     * Reads the claim of the page at {@code source[offset, offset + length)}. The caller has checked this range; it is not
     * empty.
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
     * Reads the preamble of a Snappy block: the block's uncompressed size, a varint of at most five bytes
     * (format_description.txt of Snappy, section 1). The native decompressor trusts this size and writes that many bytes,
     * even beyond its target.
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

    /** Adds up the possible sizes of the frames of a ZSTD page. */
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

    /** Returns why the bytes cannot be a page of the codec, as a clause; null if they can be. */
    public @Nullable String problem() {
        return problem;
    }
}
