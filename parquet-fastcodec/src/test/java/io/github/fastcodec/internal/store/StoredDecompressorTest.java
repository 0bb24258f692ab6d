// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.github.fastcodec.CorruptPageException;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.internal.format.StoredForm;
import io.github.fastcodec.internal.memory.ByteArrays;
import io.github.fastcodec.internal.page.PageDecompressor;
import io.github.fastcodec.support.FakeEngine;
import io.github.fastcodec.support.TestPages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoredDecompressorTest {

    private static final int HEADER = 10;
    private static final int BLOCK = 65_535 + 5;
    private static final int BEYOND = 16;

    private final Library library = new Library();
    private final BlockDecompressor decompressor = StoredDecompressor.around(CompressionCodecName.GZIP, library);

    // Would catch: a block that is skipped or read twice, and a length that is read as signed.
    @ParameterizedTest
    @ValueSource(ints = {32, 4096, 65_535, 65_536, 131_070, 131_071, 1 << 20})
    void whatIsStoredIsCopied(int size) throws IOException {
        byte[] page = TestPages.RANDOM.ofSize(size);
        assertCopied(page, stored(page));
    }

    // Would catch: a decompressor for only the form that this project writes.
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4096, 100_000})
    void soIsWhatZlibStores(int size) throws IOException {
        byte[] page = TestPages.RANDOM.ofSize(size);
        assertCopied(page, zlib(page, Deflater.NO_COMPRESSION));
    }

    // Would catch: a field that is not checked. The library must get these blocks, and report the error.
    @ParameterizedTest
    @CsvSource({
        "the first byte,             0",
        "the second,                 1",
        "the method,                 2",
        "the flags,                  3",
        "whether a block is the last, 10",
        "the first block's length,   11",
        "its complement,             13",
        "whether the second is,      65550",
        "the second block's length,  65551",
        "its complement,             65553",
    })
    void whatIsNotWellFormedIsLeftToTheLibrary(String what, int at) throws IOException {
        byte[] block = stored(TestPages.RANDOM.ofSize(100_000));
        block[at] ^= 1;
        assertLeft(block, 100_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {HEADER, HEADER + BLOCK})
    void soIsABlockOfAnotherType(int at) throws IOException {
        for (int type = 1; type < 4; type++) {
            byte[] block = stored(TestPages.RANDOM.ofSize(100_000));
            block[at] |= (byte) (type << 1);
            assertLeft(block, 100_000);
        }
    }

    @Test
    void soIsAnotherContent() throws IOException {
        byte[] block = stored(TestPages.RANDOM.ofSize(100_000));
        for (int at :
                new int[] {HEADER + 5, HEADER + BLOCK + 5, block.length - 8, block.length - 5, block.length - 1}) {
            byte[] changed = block.clone();
            changed[at] ^= 0x10;
            assertLeft(changed, 100_000);
        }
    }

    // Would catch: reading beyond the block, and writing beyond the target.
    @Test
    void soIsABlockThatEndsEarlyOrLate() throws IOException {
        byte[] block = stored(TestPages.RANDOM.ofSize(100_000));
        for (int length = 0; length < 40; length++) {
            assertLeft(Arrays.copyOf(block, length), 100_000);
        }
        assertLeft(Arrays.copyOf(block, HEADER + BLOCK), 100_000);
        assertLeft(Arrays.copyOf(block, HEADER + BLOCK + 4), 100_000);
        assertLeft(Arrays.copyOf(block, block.length - 1), 100_000);
        assertLeft(Arrays.copyOf(block, block.length + 1), 100_000);
        assertLeft(block, 99_999);
        assertLeft(block, 65_534);
        assertLeft(block, 0);
    }

    // Would catch: a first member that is treated as the whole page.
    @Test
    void soAreSeveralMembers() throws IOException {
        byte[] one = stored(TestPages.RANDOM.ofSize(4096));
        byte[] two = Arrays.copyOf(one, 2 * one.length);
        System.arraycopy(one, 0, two, one.length, one.length);
        assertLeft(two, 8192);
    }

    @Test
    void soIsWhatShrinks() throws IOException {
        byte[] page = new byte[4096];
        assertLeft(zlib(page, Deflater.DEFAULT_COMPRESSION), page.length);
    }

    // Would catch: a factory that does not use this decompressor.
    @Test
    void noPageThatIsStoredReachesTheEngine() throws IOException {
        byte[] page = TestPages.RANDOM.ofSize(100_000);
        FakeEngine engine = new FakeEngine(CompressionCodecName.GZIP);
        PageDecompressor pages = new PageDecompressor(
                CompressionCodecName.GZIP, engine, ByteArrays.MAX_LENGTH, CorruptPageException::new);
        assertArrayEquals(page, TestPages.toArray(pages.decompress(BytesInput.from(stored(page)), page.length)));
        assertEquals(0, engine.calls());
    }

    @Test
    void theLibraryAnswersEverythingElse() throws IOException {
        assertEquals(7, decompressor.footprint());
        assertEquals(8, decompressor.decompressedLength(new byte[0], 0, 0, 0));
        decompressor.close();
        assertEquals(1, library.closed);
    }

    @Test
    void otherCodecsHaveTheirLibraryAlone() {
        assertSame(library, StoredDecompressor.around(CompressionCodecName.ZSTD, library));
    }

    private void assertCopied(byte[] page, byte[] block) throws IOException {
        byte[] target = new byte[page.length + 2 * BEYOND];
        assertEquals(page.length, decompress(block, target, page.length));
        assertEquals(0, library.calls);
        assertArrayEquals(page, Arrays.copyOfRange(target, BEYOND, BEYOND + page.length));
        assertUntouched(target, page.length);
    }

    private void assertLeft(byte[] block, int size) throws IOException {
        library.calls = 0;
        byte[] target = new byte[size + 2 * BEYOND];
        assertEquals(-2, decompress(block, target, size));
        assertEquals(1, library.calls);
        assertUntouched(target, size);
    }

    private int decompress(byte[] block, byte[] target, int size) throws IOException {
        byte[] source = new byte[block.length + 2 * BEYOND];
        System.arraycopy(block, 0, source, BEYOND, block.length);
        return decompressor.decompress(source, BEYOND, block.length, target, BEYOND, size);
    }

    private static void assertUntouched(byte[] target, int size) {
        assertArrayEquals(new byte[BEYOND], Arrays.copyOf(target, BEYOND));
        assertArrayEquals(new byte[BEYOND], Arrays.copyOfRange(target, BEYOND + size, target.length));
    }

    private static byte[] stored(byte[] page) {
        byte[] target = new byte[(int) StoredForm.size(CompressionCodecName.GZIP, page.length)];
        return Arrays.copyOf(target, StoredForm.write(CompressionCodecName.GZIP, page, 0, page.length, target, 0));
    }

    private static byte[] zlib(byte[] page, int level) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes) {
            {
                def.setLevel(level);
            }
        }) {
            gzip.write(page);
        }
        return bytes.toByteArray();
    }

    /** Counts the blocks that are left to it. */
    private static final class Library implements BlockDecompressor {

        private int calls;
        private int closed;

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int offset, int length) {
            calls++;
            return -2;
        }

        @Override
        public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit) {
            return 8;
        }

        @Override
        public long footprint() {
            return 7;
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
