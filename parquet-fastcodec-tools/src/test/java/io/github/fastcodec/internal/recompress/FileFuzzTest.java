// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.fastcodec.internal.parquet.PageHeader;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.IndependentFile;
import io.github.fastcodec.recompress.RecompressOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * Arbitrary bytes for the readers of files. As tests, the targets replay whole files and inputs that earlier runs found
 * interesting; {@code src/test/fuzz/run} of the codec module searches for new ones.
 */
public class FileFuzzTest {

    private static final byte[] MAGIC = {'P', 'A', 'R', '1'};

    private final Recompression recompression =
            new Recompression(RecompressOptions.of(Plan.to(new CodecLevel(CompressionCodecName.ZSTD)))
                    .withThreads(1)
                    .withMemory(8 << 20));

    /** A parsed header equals that of parquet-format's classes, and its new version differs only where it should. */
    @FuzzTest
    public void pageHeader(byte[] data) throws IOException {
        PageHeader header;
        try {
            header = PageHeader.read(data, 0, data.length, 0);
        } catch (FileDefect e) {
            return;
        }
        assertSameAsTheirs(header, data);
        byte[] original = Arrays.copyOf(data, header.length());
        assertArrayEquals(original, header.withPage(header.compressedSize(), header.checksum(), header.isCompressed()));
        int newSize = header.levelsLength() + 37 * data.length;
        byte[] changed = header.withPage(newSize, 0xfedcba98L, !header.isCompressed());
        PageHeader again = PageHeader.read(changed, 0, changed.length, 0);
        assertEquals(changed.length, again.length());
        assertEquals(newSize, again.compressedSize());
        assertEquals(header.hasChecksum() ? 0xfedcba98L : 0, again.checksum());
        assertEquals(header.canBeStored() != header.isCompressed(), again.isCompressed());
        assertArrayEquals(header.unchanging(), again.unchanging());
    }

    private static void assertSameAsTheirs(PageHeader header, byte[] data) {
        org.apache.parquet.format.PageHeader theirs;
        ByteArrayInputStream in = new ByteArrayInputStream(data);
        try {
            theirs = Util.readPageHeader(in);
        } catch (IOException | RuntimeException e) {
            return; // the classes do not know an encoding or a statistic
        }
        assertEquals(data.length - in.available(), header.length());
        assertEquals(theirs.getCompressed_page_size(), header.compressedSize());
        assertEquals(theirs.getUncompressed_page_size(), header.uncompressedSize());
        assertEquals(theirs.isSetCrc(), header.hasChecksum());
        assertEquals(theirs.getCrc() & 0xffffffffL, header.checksum());
        DataPageHeaderV2 v2 = theirs.getData_page_header_v2();
        if (v2 != null) {
            assertEquals(v2.isSetIs_compressed(), header.canBeStored());
            assertEquals(!v2.isSetIs_compressed() || v2.isIs_compressed(), header.isCompressed());
            assertEquals(
                    v2.getDefinition_levels_byte_length() + v2.getRepetition_levels_byte_length(),
                    header.levelsLength());
        }
    }

    /** A footer without pages is refused or written unchanged. */
    @FuzzTest
    public void footer(byte[] data) throws IOException {
        file(ByteBuffer.allocate(data.length + 12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(MAGIC)
                .put(data)
                .putInt(data.length)
                .put(MAGIC)
                .array());
    }

    /** A file is refused, or becomes one that parquet-format's classes find equal. */
    @FuzzTest
    public void file(byte[] data) throws IOException {
        MemoryStorage memory = new MemoryStorage(data);
        FileOutcome outcome =
                recompression.run(List.of(memory.job()), Listener.NONE).get(0);
        if (outcome.status() == FileOutcome.Status.FAILED) {
            if (!(outcome.failure().orElseThrow() instanceof FileDefect)) {
                throw new AssertionError(
                        "not refused but failed", outcome.failure().orElseThrow());
            }
            assertNull(memory.written());
            return;
        }
        IndependentFile before;
        try {
            before = IndependentFile.of(data);
            before.assertRecompressedTo(before, ColumnMetaData::getCodec);
        } catch (IOException | RuntimeException | AssertionError e) {
            return; // parquet-format's classes cannot read it, or it is inconsistent
        }
        before.assertRecompressedTo(IndependentFile.of(memory.written()), column -> CompressionCodec.ZSTD);
    }
}
