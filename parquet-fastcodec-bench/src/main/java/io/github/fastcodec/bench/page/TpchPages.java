// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.page;

import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesWriter;
import org.apache.parquet.io.api.Binary;

/** Real pages: columns of TPC-H lineitem, encoded by Parquet's own writers. */
public final class TpchPages {

    /** A column and its encoding. */
    public enum Shape {
        PLAIN_TEXT(
                () -> new PlainValuesWriter(1 << 16, 1 << 22, new HeapByteBufferAllocator()),
                (page, item) -> page.writeBytes(Binary.fromString(item.getComment()))),
        PLAIN_INT64(
                () -> new PlainValuesWriter(1 << 16, 1 << 22, new HeapByteBufferAllocator()),
                (page, item) -> page.writeLong(item.getPartKey())),
        PLAIN_DOUBLE(
                () -> new PlainValuesWriter(1 << 16, 1 << 22, new HeapByteBufferAllocator()),
                (page, item) -> page.writeDouble(item.getExtendedPrice())),
        DICTIONARY_IDS(
                () -> new RunLengthBitPackingHybridValuesWriter(12, 1 << 16, 1 << 22, new HeapByteBufferAllocator()),
                (page, item) -> page.writeInteger(item.getShipDate() % 4096)),
        DELTA_INT64(
                () -> new DeltaBinaryPackingValuesWriterForLong(1 << 16, 1 << 22, new HeapByteBufferAllocator()),
                (page, item) -> page.writeLong(item.getPartKey())),
        BYTE_STREAM_SPLIT(
                () -> new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(
                        1 << 16, 1 << 22, new HeapByteBufferAllocator()),
                (page, item) -> page.writeDouble(item.getExtendedPrice()));

        private final Supplier<ValuesWriter> writer;
        private final BiConsumer<ValuesWriter, LineItem> column;

        Shape(Supplier<ValuesWriter> writer, BiConsumer<ValuesWriter, LineItem> column) {
            this.writer = writer;
            this.column = column;
        }

        /** Returns a page of {@code size} bytes: the encoded column, truncated to this size. */
        public byte[] page(int size) {
            ValuesWriter values = writer.get();
            int rows = 0;
            for (LineItem item : new LineItemGenerator(1, 1, 1)) {
                column.accept(values, item);
                // encoders that buffer report an approximate size, so check with a margin, and not on every row
                if (++rows % 1024 == 0 && values.getBufferedSize() > size + size / 8 + 8192) {
                    break;
                }
            }
            try {
                return values.getBytes().toInputStream().readNBytes(size);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private TpchPages() {}
}
