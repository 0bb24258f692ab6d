// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.FastCodecOptions;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.gzip.GzipJdkEngine;
import io.github.fastcodec.support.FilePages;
import java.io.IOException;
import java.util.Map;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory.BytesInputCompressor;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the documentation promises of sizes, of whole files. */
class FileSizesTest {

    private static final double SAME_SIZE = 1.005;
    private static final double FAST = 1.05;
    private static final double STORED = 1.001;

    // Would catch: a level of libdeflate's that does for some kinds of pages and not for others.
    @ParameterizedTest
    @EnumSource
    void aGzipFileIsNoLargerThanPromised(FilePages file) throws IOException {
        for (int level : new int[] {1, 6, 9}) {
            long zlib = zlib(file, level);
            assertNoLarger(file, level, "same-size", SAME_SIZE, zlib);
            assertNoLarger(file, level, "fast", FAST, zlib);
        }
    }

    private static void assertNoLarger(FilePages file, int level, String effort, double times, long zlib)
            throws IOException {
        long size = size(
                file,
                CompressionCodecName.GZIP,
                Map.of("zlib.compress.level", Integer.toString(level), "parquet.fastcodec.gzip.effort", effort));
        assertTrue(
                size <= times * zlib,
                () -> file + " at level " + level + " with " + effort + ": " + size + " bytes, zlib's " + zlib);
    }

    // Would catch: pages stored that shrink, and many stored pages whose little gain adds up.
    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNCOMPRESSED", "LZ4", "BROTLI"})
    void storingPagesMakesFilesHardlyLarger(CompressionCodecName codec) throws IOException {
        long stored = 0;
        long compressed = 0;
        for (FilePages file : FilePages.values()) {
            stored += size(file, codec, Map.of());
            compressed += size(file, codec, Map.of("parquet.fastcodec.store.below", "0"));
        }
        long sizes = stored;
        long sizesCompressed = compressed;
        assertTrue(
                stored <= STORED * compressed,
                () -> codec + ": " + sizes + " bytes, and " + sizesCompressed + " if no page is stored");
    }

    private static long size(FilePages file, CompressionCodecName codec, Map<String, String> configuration)
            throws IOException {
        BytesInputCompressor compressor =
                new FastCodecFactory(FastCodecOptions.from(configuration::get)).getCompressor(codec);
        long size = 0;
        for (byte[] page : file.pages()) {
            size += compressor.compress(BytesInput.from(page)).size();
        }
        return size;
    }

    /** What the JDK's zlib makes of the pages, which is the size that parquet-java's has. */
    private static long zlib(FilePages file, int level) throws IOException {
        BlockCompressor zlib = new GzipJdkEngine().newCompressor(CompressionSettings.ofLevel(level));
        long size = 0;
        for (byte[] page : file.pages()) {
            byte[] target = new byte[(int) zlib.maxCompressedLength(page.length)];
            size += zlib.compress(page, 0, page.length, target, 0, target.length);
        }
        zlib.close();
        return size;
    }
}
