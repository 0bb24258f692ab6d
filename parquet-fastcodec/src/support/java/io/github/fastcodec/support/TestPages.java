// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.parquet.bytes.ByteBufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter.PlainIntegerDictionaryValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesWriter;
import org.apache.parquet.io.api.Binary;

/**
 * Test pages, the same in every run. parquet-column's own writers make the pages that are named after an encoding; these are cut
 * or repeated to the requested size.
 */
public enum TestPages {
    ZEROS(() -> new byte[1]),
    RANDOM(() -> new byte[0]),
    TEXT(TestPages::text),
    PLAIN(TestPages::plain),
    DICTIONARY_IDS(TestPages::dictionaryIds),
    RLE(TestPages::rle),
    DELTA_BINARY_PACKED(TestPages::deltaBinaryPacked),
    DELTA_BYTE_ARRAY(TestPages::deltaByteArray),
    BYTE_STREAM_SPLIT(TestPages::byteStreamSplit);

    /** The seed of everything random in the tests; failure messages contain it. */
    public static final long SEED = 20261101;

    private static final int VALUES = 30_000;
    private static final int SLAB = 1 << 12;
    private static final int PAGE = 1 << 20;

    private final Supplier<byte[]> writer;
    private byte[] sample;

    TestPages(Supplier<byte[]> writer) {
        this.writer = writer;
    }

    /** Returns a new array with a page of the given size in bytes. */
    public synchronized byte[] ofSize(int size) {
        byte[] page = new byte[size];
        if (this == RANDOM) {
            new Random(SEED + size).nextBytes(page); // repeated random bytes would be compressible
            return page;
        }
        if (sample == null) {
            sample = writer.get();
        }
        for (int at = 0; at < size; at += sample.length) {
            System.arraycopy(sample, 0, page, at, Math.min(sample.length, size - at));
        }
        return page;
    }

    /** Returns the description of a page for failure messages. */
    public String describe(int size) {
        return this + " page of " + size + " bytes (seed " + SEED + ")";
    }

    /** Returns the content of {@code bytes} in a new array. */
    public static byte[] toArray(BytesInput bytes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
        bytes.writeAllTo(out);
        return out.toByteArray();
    }

    private static byte[] text() {
        String[] words =
                ("the page of a column holds values and a reader asks for them in order while the writer that made"
                                + " the file has long been forgotten but its bytes must not change")
                        .split(" ");
        Random random = new Random(SEED);
        StringBuilder text = new StringBuilder();
        while (text.length() < 8 * VALUES) {
            text.append(words[random.nextInt(words.length)]).append(random.nextInt(12) == 0 ? ". " : " ");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] plain() {
        Random random = new Random(SEED);
        return written(new PlainValuesWriter(SLAB, PAGE, heap()), w -> w.writeDouble(random.nextInt(100_000) / 100.0));
    }

    private static byte[] dictionaryIds() {
        Random random = new Random(SEED);
        return written(
                new PlainIntegerDictionaryValuesWriter(PAGE, Encoding.RLE_DICTIONARY, Encoding.PLAIN, heap()),
                w -> w.writeInteger((int) Math.abs(random.nextGaussian() * 100)));
    }

    private static byte[] rle() {
        Random random = new Random(SEED);
        return written(
                new RunLengthBitPackingHybridValuesWriter(2, SLAB, PAGE, heap()),
                w -> w.writeInteger(random.nextInt(20) == 0 ? random.nextInt(3) : 3));
    }

    private static byte[] deltaBinaryPacked() {
        Random random = new Random(SEED);
        long[] time = {1_700_000_000_000L};
        return written(
                new DeltaBinaryPackingValuesWriterForLong(SLAB, PAGE, heap()),
                w -> w.writeLong(time[0] += random.nextInt(1_000)));
    }

    private static byte[] deltaByteArray() {
        Random random = new Random(SEED);
        int[] number = {0};
        return written(
                new DeltaByteArrayWriter(SLAB, PAGE, heap()),
                w -> w.writeBytes(Binary.fromString("customer-" + (number[0] += random.nextInt(50)) + "@example.org")));
    }

    private static byte[] byteStreamSplit() {
        Random random = new Random(SEED);
        return written(
                new FloatByteStreamSplitValuesWriter(SLAB, PAGE, heap()),
                w -> w.writeFloat((float) (20 + random.nextGaussian())));
    }

    private static ByteBufferAllocator heap() {
        return HeapByteBufferAllocator.getInstance();
    }

    private static <W extends ValuesWriter> byte[] written(W writer, Consumer<W> value) {
        try (writer) {
            for (int i = 0; i < VALUES; i++) {
                value.accept(writer);
            }
            return toArray(writer.getBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
