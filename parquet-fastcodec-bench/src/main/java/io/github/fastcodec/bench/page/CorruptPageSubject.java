// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.github.fastcodec.bench.Implementation;
import io.github.fastcodec.bench.Repeated;
import io.github.fastcodec.bench.turns.Operation;
import io.github.fastcodec.bench.turns.Subject;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputDecompressor;

/** One contender that rejects damaged pages. */
public final class CorruptPageSubject implements Subject {

    @Override
    public Map<String, Operation> operations(String contender, Map<String, String> params, Object shared) {
        CodecLevel codec = CodecLevel.parse(params.get("codec"));
        int size = Integer.parseInt(params.get("size"));
        BytesInputDecompressor decompressor =
                Implementation.of(contender).newFactory().getDecompressor(codec.codec());
        Map<String, Operation> operations = new LinkedHashMap<>();
        ((Map<?, ?>) shared)
                .forEach((damage, page) -> operations.put(
                        "refuse/damage=" + damage,
                        Repeated.of(() -> refusal(contender, decompressor, (byte[]) page, size))));
        return operations;
    }

    private static Exception refusal(String contender, BytesInputDecompressor decompressor, byte[] page, int size) {
        Exception refusal = read(decompressor, page, size);
        if (refusal == null) {
            throw new IllegalStateException(contender + " accepted a damaged page");
        }
        return refusal;
    }

    /** Reads a whole page and returns the exception that was thrown, or null if none was thrown. */
    private static Exception read(BytesInputDecompressor decompressor, byte[] page, int size) {
        try {
            decompressor.decompress(BytesInput.from(page), size).toInputStream();
            return null;
        } catch (IOException | RuntimeException e) {
            return e;
        }
    }

    /**
     * Returns damaged copies of a compressed page: "flipped" has an inverted byte near the end, "truncated" lacks the last
     * eighth. The inverted byte is found by trial, because codecs without a checksum do not detect every change.
     */
    static Map<String, byte[]> damagedPages(CodecLevel codec, byte[] page, String damages) throws IOException {
        byte[] compressed = TpchPages.bytes(
                codec.compressor(Implementation.PARQUET_JAVA.newFactory()).compress(BytesInput.from(page)));
        Map<String, byte[]> damaged = new LinkedHashMap<>();
        for (String damage : damages.split("\\+")) {
            damaged.put(
                    damage,
                    switch (damage) {
                        case "flipped" -> flipped(codec, compressed, page.length);
                        case "truncated" -> Arrays.copyOf(compressed, compressed.length - compressed.length / 8);
                        default ->
                            throw new IllegalArgumentException("damage " + damage + ", expected flipped or truncated");
                    });
        }
        return damaged;
    }

    private static byte[] flipped(CodecLevel codec, byte[] compressed, int size) {
        for (int i = compressed.length - 1; i >= compressed.length / 2; i--) {
            byte[] flipped = compressed.clone();
            flipped[i] ^= (byte) 0xff;
            if (Stream.of(Implementation.PARQUET_JAVA, Implementation.FASTCODEC)
                    .allMatch(implementation ->
                            read(implementation.newFactory().getDecompressor(codec.codec()), flipped, size) != null)) {
                return flipped;
            }
        }
        throw new IllegalStateException(
                codec + " does not detect any flipped byte in the second half of a page, expected at least one");
    }
}
