// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.agent.adapter;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Before a factory gets its first adapter, tests that the adapters fit the types of the factory's version. The test's
 * pages do not reach an engine, so they are not counted. Engines are tested separately.
 */
@SuppressWarnings("deprecation") // toByteArray() is deprecated, but in every parquet-java since 1.10
final class SelfTest implements BiFunction<Object, Object, ByteBuffer> {

    private static final int SIZE = 100;
    private static final int FIRST_PART = 30;

    private SelfTest() {}

    /** @throws IOException if the adapters change a page */
    static void run(CompressionCodecName codec) throws IOException {
        byte[] page = new byte[SIZE];
        for (int i = 0; i < SIZE; i++) {
            page[i] = (byte) (3 * i);
        }
        BytesInput parts = BytesInput.concat(
                BytesInput.from(page, 0, FIRST_PART), BytesInput.from(page, FIRST_PART, SIZE - FIRST_PART));
        Compressor compressor = new Compressor(codec, new SelfTest());
        Decompressor decompressor = new Decompressor(new SelfTest());
        BytesInput compressed = compressor.compress(parts);
        byte[] result = decompressor.decompress(compressed, SIZE).toByteArray();
        ByteBuffer output = ByteBuffer.allocate(SIZE);
        decompressor.decompress(ByteBuffer.wrap(page), SIZE, output, SIZE);
        if (compressor.getCodecName() != codec
                || compressed.size() != SIZE
                || !Arrays.equals(result, page)
                || !Arrays.equals(output.array(), page)) {
            throw new IOException("a page that passed through the adapters was changed");
        }
        compressor.release();
        decompressor.release();
    }

    @Override
    public ByteBuffer apply(Object size, Object content) {
        if (size instanceof Long) { // a page to compress
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ((PageContent) content).accept(out);
            return ByteBuffer.wrap(out.toByteArray());
        }
        if (content instanceof PageContent) {
            return ((PageContent) content).get();
        }
        ByteBuffer[] buffers = (ByteBuffer[]) content;
        return buffers[1].put(buffers[0]);
    }
}
