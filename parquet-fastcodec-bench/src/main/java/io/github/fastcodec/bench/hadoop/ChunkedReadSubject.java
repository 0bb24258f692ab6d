// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.hadoop;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.Repeated;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/** One contender that reads dictionaries in chunks. */
public final class ChunkedReadSubject implements Subject {

    @Override
    public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared)
            throws Exception {
        CompressionCodecName codec = CompressionCodecName.valueOf(params.get("codec"));
        CompressionCodecFactory factory = Implementation.of(contender).newFactory();
        BytesInputDecompressor decompressor = factory.getDecompressor(codec);
        HeapByteBufferAllocator allocator = HeapByteBufferAllocator.getInstance();
        Map<String, Operation> operations = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) shared).entrySet()) {
            byte[] dictionary = (byte[]) entry.getValue();
            byte[] compressed = factory.getCompressor(codec)
                    .compress(BytesInput.from(dictionary))
                    .toInputStream()
                    .readAllBytes();
            operations.put("read/" + entry.getKey(), Repeated.writing(compressed.length, () -> {
                ByteBuffer buffer = decompressor
                        .decompress(BytesInput.from(compressed), dictionary.length)
                        .toByteBuffer(allocator, released -> {});
                if (buffer.remaining() != dictionary.length) {
                    throw new IllegalStateException(
                            "read " + buffer.remaining() + " bytes of a dictionary, expected " + dictionary.length);
                }
                return buffer;
            }));
        }
        return operations;
    }

    /** Returns dictionaries of distinct values, keyed by their cell parameters. */
    static Map<String, byte[]> dictionaries(String expansions, String sizes) {
        Map<String, byte[]> dictionaries = new LinkedHashMap<>();
        for (String expansion : expansions.split("\\+")) {
            for (String size : sizes.split("\\+")) {
                dictionaries.put(
                        "expansion=" + expansion + "&size=" + size,
                        switch (expansion) {
                            case "little" -> numbers(Integer.parseInt(size));
                            case "much" -> paths(Integer.parseInt(size));
                            default ->
                                throw new IllegalArgumentException(
                                        "expansion " + expansion + ", expected little or much");
                        });
            }
        }
        return dictionaries;
    }

    /** Returns random numbers that share only their upper bytes. */
    private static byte[] numbers(int size) {
        SplittableRandom random = new SplittableRandom(20261121);
        ByteBuffer page = ByteBuffer.allocate(size);
        while (page.remaining() >= Long.BYTES) {
            page.putLong(random.nextLong() >>> 16);
        }
        return page.array();
    }

    /** Returns length-prefixed strings that differ only in a number. */
    private static byte[] paths(int size) {
        ByteBuffer page = ByteBuffer.allocate(size);
        for (int i = 0; page.hasRemaining(); i++) {
            byte[] text = "/warehouse/eu-central-1/customers/orders/%08d/part.parquet"
                    .formatted(i)
                    .getBytes(StandardCharsets.US_ASCII);
            byte[] length = {(byte) text.length, 0, 0, 0};
            page.put(length, 0, Math.min(length.length, page.remaining()));
            page.put(text, 0, Math.min(text.length, page.remaining()));
        }
        return page.array();
    }
}
