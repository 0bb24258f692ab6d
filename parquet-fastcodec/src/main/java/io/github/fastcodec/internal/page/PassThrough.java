// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.BiFunction;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/**
 * The codec UNCOMPRESSED in both directions: checks the sizes of pages and returns the pages unchanged. Stateless and
 * thread-safe.
 */
public final class PassThrough implements BytesInputCompressor, BytesInputDecompressor {

    private final BiFunction<String, @Nullable Throwable, IOException> corruption;

    /** @param corruption creates the exception for a page whose sizes differ or are negative */
    public PassThrough(BiFunction<String, @Nullable Throwable, IOException> corruption) {
        this.corruption = corruption;
    }

    /** Returns {@code bytes} itself, which the caller still owns. */
    @Override
    public BytesInput compress(BytesInput bytes) {
        return bytes;
    }

    /**
     * Returns {@code bytes} itself, which the caller still owns.
     *
     * @throws IOException created by {@code corruption} if {@code bytes} does not contain {@code decompressedSize} bytes
     */
    @Override
    public BytesInput decompress(BytesInput bytes, int decompressedSize) throws IOException {
        requireEqualSizes(bytes.size(), decompressedSize);
        return bytes;
    }

    /**
     * Copies the page from {@code input} to {@code output} and advances both positions past it.
     *
     * @throws IOException created by {@code corruption} if the sizes differ or are negative
     * @throws IllegalArgumentException if {@code input} or {@code output} has fewer bytes remaining than the page
     * @throws java.nio.ReadOnlyBufferException if {@code output} is read-only
     */
    @Override
    public void decompress(ByteBuffer input, int compressedSize, ByteBuffer output, int decompressedSize)
            throws IOException {
        requireEqualSizes(compressedSize, decompressedSize);
        PageSource.requireRoom(input, compressedSize, output, decompressedSize);
        ByteBuffer slice = input.duplicate();
        slice.limit(slice.position() + compressedSize);
        output.put(slice);
        input.position(slice.limit());
    }

    private void requireEqualSizes(long compressedSize, int decompressedSize) throws IOException {
        if (compressedSize != decompressedSize || decompressedSize < 0) {
            String damage = PageChecks.damage(
                    "it is not compressed, but its header claims two different sizes or a negative size",
                    CompressionCodecName.UNCOMPRESSED,
                    "none",
                    compressedSize,
                    decompressedSize,
                    compressedSize);
            throw corruption.apply(damage, null);
        }
    }

    @Override
    public CompressionCodecName getCodecName() {
        return CompressionCodecName.UNCOMPRESSED;
    }

    /** Does nothing, because an instance holds nothing. */
    @Override
    public void release() {}
}
