// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.agent;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.DirectByteBufferAllocator;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** A program that uses parquet-java's {@code DirectCodecFactory}, with direct buffers. */
@SuppressWarnings("deprecation") // every parquet-java has it
public final class DirectProgram {

    private static final int SIZE = 50_000;
    private static final int OFFSET = 7;

    private DirectProgram() {}

    public static void main(String[] arguments) throws Exception {
        byte[] page = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            page[i] = (byte) (i / 9);
        }
        CodecFactory factory = CodecFactory.createDirectCodecFactory(
                new Configuration(), DirectByteBufferAllocator.getInstance(), 1024);
        for (String argument : arguments) {
            CompressionCodecName codec = CompressionCodecName.valueOf(argument);
            byte[] compressed = factory.getCompressor(codec)
                    .compress(BytesInput.from(direct(page, 0)))
                    .toByteArray();
            require(Arrays.equals(
                    page,
                    factory.getDecompressor(codec)
                            .decompress(BytesInput.from(direct(compressed, 0)), SIZE)
                            .toByteArray()));
            ByteBuffer input = direct(compressed, OFFSET);
            ByteBuffer output = ByteBuffer.allocateDirect(SIZE + 2 * OFFSET);
            output.position(OFFSET);
            factory.getDecompressor(codec).decompress(input, compressed.length, output, SIZE);
            require(input.position() == OFFSET + compressed.length && output.position() == OFFSET + SIZE);
            byte[] result = new byte[SIZE];
            output.position(OFFSET);
            output.get(result);
            require(Arrays.equals(page, result));
            System.out.println(codec + " " + factory.getClass().getSimpleName() + " " + AgentCounts.pages(codec, true)
                    + " " + AgentCounts.pages(codec, false));
        }
        factory.release();
    }

    private static ByteBuffer direct(byte[] bytes, int offset) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 2 * offset);
        buffer.position(offset);
        buffer.put(bytes);
        buffer.flip();
        buffer.position(offset);
        return buffer;
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }
}
