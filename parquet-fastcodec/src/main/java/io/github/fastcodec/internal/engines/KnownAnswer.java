// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The known-answer test of a codec: a block that the codec's reference implementation wrote, and the text in it. An engine
 * that loads but computes wrong results (wrong architecture, wrong library) fails here and not on a user's data.
 */
final class KnownAnswer {

    private static final byte[] TEXT =
            "parquet-fastcodec asks for a known answer; parquet-fastcodec asks for a known answer."
                    .getBytes(StandardCharsets.US_ASCII);

    private final byte[] block;
    private final int level;

    private KnownAnswer(String hex, int level) {
        this.block = new byte[hex.length() / 2];
        for (int i = 0; i < block.length; i++) {
            block[i] = (byte) Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16);
        }
        this.level = level;
    }

    /**
     * Returns the test of a codec.
     *
     * @throws IllegalArgumentException if there is no test: for UNCOMPRESSED, or for a codec that is newer than this version
     */
    static KnownAnswer of(CompressionCodecName codec) {
        switch (codec) {
            case SNAPPY: // snappy 1.2, through pyarrow 26
                return new KnownAnswer(
                        "55a8706172717565742d66617374636f6465632061736b7320666f722061206b6e6f776e20616e737765723b20a22b"
                                + "00002e",
                        0);
            case GZIP: // zlib 1.2.13, through Python 3.11
                return new KnownAnswer(
                        "1f8b08000000000000032b482c2a2c4d2dd14d4b2c2e49ce4f494d56482cce2e5648cb2f524854c8cecb2fcf5348cc"
                                + "2b2e4f2db256282056a91e001f084b2655000000",
                        1);
            case ZSTD: // libzstd 1.5, through pyarrow 26
                return new KnownAnswer(
                        "28b52ffd2055a50100c402706172717565742d66617374636f6465632061736b7320666f722061206b6e6f776e2061"
                                + "6e737765723b202e0100e3205506",
                        3);
            case LZ4: // an engine gets raw blocks for both codecs
            case LZ4_RAW: // liblz4 1.9, through pyarrow 26
                return new KnownAnswer(
                        "ff1c706172717565742d66617374636f6465632061736b7320666f722061206b6e6f776e20616e737765723b202b00"
                                + "1250737765722e",
                        1);
            case LZO: // LZO1X-1 of liblzo2 2.10, through python-lzo 1.14
                return new KnownAnswer(
                        "001e706172717565742d66617374636f6465632061736b7320666f722061206b6e6f776e20616e737765723b207061"
                                + "72717532a8000e722061206b6e6f776e20616e737765722e110000",
                        0);
            case BROTLI: // libbrotli 1.1, through pyarrow 26
                return new KnownAnswer(
                        "1b540000443797ea42d1506c69881641feebc12107eec72fe680130e2672222de860bf87effe5849ced27170eaa0a9"
                                + "44521ac33a061d05",
                        1);
            default:
                throw new IllegalArgumentException("no engine is known for " + codec);
        }
    }

    /**
     * Tests that an engine decompresses the block, rejects half of it and, if it can compress, reads back its own block of
     * the same text. The rejection also loads the classes of the library's exceptions: by the time of the first damaged page,
     * the library's jar may have been closed at the end of a session.
     *
     * @throws IOException if the engine fails, or its output differs from the text
     */
    void verify(CodecEngine engine) throws IOException {
        verifyDecompression(engine, block, block.length);
        verifyRefusal(engine);
        if (engine.canCompress()) {
            BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(level));
            try {
                byte[] written = new byte[Math.toIntExact(compressor.maxCompressedLength(TEXT.length))];
                int size = compressor.compress(TEXT, 0, TEXT.length, written, 0, written.length);
                verifyDecompression(engine, written, size);
            } finally {
                compressor.close();
            }
        }
    }

    private void verifyRefusal(CodecEngine engine) throws IOException {
        BlockDecompressor decompressor = engine.newDecompressor();
        int produced = -1;
        try {
            produced = decompressor.decompress(block, 0, block.length / 2, new byte[TEXT.length], 0, TEXT.length);
        } catch (IOException | RuntimeException e) {
            // rejected, as expected
        } finally {
            decompressor.close();
        }
        if (produced == TEXT.length) {
            throw new IOException("engine " + engine.name() + " accepted half a block as a whole one");
        }
    }

    private static void verifyDecompression(CodecEngine engine, byte[] source, int size) throws IOException {
        BlockDecompressor decompressor = engine.newDecompressor();
        try {
            byte[] target = new byte[TEXT.length];
            int produced = decompressor.decompress(source, 0, size, target, 0, target.length);
            if (produced != TEXT.length || !Arrays.equals(target, TEXT)) {
                throw new IOException("engine " + engine.name() + " failed its known-answer test");
            }
        } finally {
            decompressor.close();
        }
    }
}
