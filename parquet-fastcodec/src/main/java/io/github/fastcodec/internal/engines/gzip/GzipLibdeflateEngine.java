// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.format.GzipHeader;
import io.github.fastcodec.internal.format.GzipLength;
import java.io.IOException;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * GZIP on libdeflate, through JNA: whole blocks at once, at several times zlib's speed. Writes one member for each block;
 * reads any number of members, and the library verifies CRC32 and ISIZE of each.
 */
public final class GzipLibdeflateEngine implements CodecEngine {

    @Override
    public String name() {
        return "libdeflate";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.GZIP);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public String howToFix() {
        return "add net.java.dev.jna:jna 5.17.0 or newer to the class path, let jna.tmpdir (else ~/.cache/JNA/temp, else"
                + " java.io.tmpdir) be a writable directory that may hold executables, and on platforms without a library"
                + " in this project's jar install libdeflate or name it by the system property "
                + LibdeflateFile.PROPERTY;
    }

    @Override
    public String libraryVersion() {
        return LibdeflateFile.ORIGIN;
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // the output is copied from memory of the context once it is whole
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        int level = GzipEfforts.libdeflateLevel(settings);
        return new Compressor(level, level > 0 && settings.effort() != CompressionSettings.Effort.LEVEL);
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Compressor implements BlockCompressor {
        private final NativeScratch scratch = new NativeScratch();
        private final long compressor;

        /** Null if every block is to be compressed. */
        private final StoreProbe probe;

        /** A compressor of level 0 for blocks that are stored; 0 until there is one. */
        private long storer;

        /** What all of them but the scratch take, in bytes. */
        private long size;

        private Compressor(int level, boolean mayStore) {
            probe = mayStore ? new StoreProbe() : null;
            size = mayStore ? StoreProbe.SIZE : 0;
            compressor = allocate(level); // last: nobody would free it if the probe found no memory
        }

        private long allocate(int level) {
            Libdeflate.acquire();
            long compressor = Libdeflate.libdeflate_alloc_compressor(level);
            if (compressor == 0) {
                Libdeflate.release();
                throw new OutOfMemoryError("libdeflate has no memory for a compressor of level " + level);
            }
            size += level == 0 ? 8 << 10 : level == 1 ? 200 << 10 : level < 10 ? 656 << 10 : 8804 << 10; // measured
            return compressor;
        }

        private long compressorFor(byte[] source, int offset, int length) {
            if (probe == null || !probe.shouldStore(source, offset, length)) {
                return compressor;
            }
            if (storer == 0) {
                storer = allocate(0);
            }
            return storer;
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            return Libdeflate.libdeflate_gzip_compress_bound(compressor, sourceLength);
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            long in = scratch.reserve((long) sourceLength + targetLength);
            scratch.put(0, source, sourceOffset, sourceLength);
            long written = Libdeflate.libdeflate_gzip_compress(
                    compressorFor(source, sourceOffset, sourceLength),
                    in,
                    sourceLength,
                    in + sourceLength,
                    targetLength);
            if (written == 0) {
                throw new IOException("libdeflate needs more than the " + targetLength + " bytes that should suffice");
            }
            scratch.get(sourceLength, target, targetOffset, (int) written);
            return (int) written;
        }

        @Override
        public long footprint() {
            return size + scratch.size();
        }

        @Override
        public void close() {
            try (scratch) {
                free(compressor);
            } finally {
                if (storer != 0) {
                    free(storer);
                }
            }
        }

        private static void free(long compressor) {
            Libdeflate.libdeflate_free_compressor(compressor);
            Libdeflate.release();
        }
    }

    private static final class Decompressor implements BlockDecompressor {
        /** The two sizes that the library returns stand at the start of the scratch memory. */
        private static final int RESULTS_SIZE = 16;

        private final NativeScratch scratch = new NativeScratch();
        private final long decompressor;

        private Decompressor() {
            Libdeflate.acquire();
            decompressor = Libdeflate.libdeflate_alloc_decompressor();
            if (decompressor == 0) {
                Libdeflate.release();
                throw new OutOfMemoryError("libdeflate has no memory for a decompressor");
            }
        }

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            long results = scratch.reserve((long) RESULTS_SIZE + sourceLength + targetLength);
            long in = results + RESULTS_SIZE;
            long out = in + sourceLength;
            scratch.put(RESULTS_SIZE, source, sourceOffset, sourceLength);
            int consumed = 0;
            int produced = 0;
            do {
                // The library skips a header's checksum; this verifies it.
                GzipHeader.skip(source, sourceOffset + consumed, sourceOffset + sourceLength);
                int result = Libdeflate.libdeflate_gzip_decompress_ex(
                        decompressor,
                        in + consumed,
                        sourceLength - consumed,
                        out + produced,
                        targetLength - produced,
                        results,
                        results + 8);
                if (result != Libdeflate.SUCCESS) {
                    throw new IOException(
                            result == Libdeflate.INSUFFICIENT_SPACE
                                    ? "deflate stream goes on after the expected size"
                                    : result == Libdeflate.BAD_DATA
                                            ? "gzip member is malformed, truncated, or fails its CRC32 or ISIZE"
                                            : "libdeflate failed with result " + result);
                }
                consumed += (int) scratch.getLong(0);
                produced += (int) scratch.getLong(8);
            } while (consumed < sourceLength);
            scratch.get(RESULTS_SIZE + (long) sourceLength, target, targetOffset, produced);
            return produced;
        }

        /** By the JDK: the library decompresses to memory only. */
        @Override
        public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit)
                throws IOException {
            return GzipLength.of(source, sourceOffset, sourceLength, limit);
        }

        @Override
        public long footprint() {
            return (12 << 10) + scratch.size(); // measured
        }

        @Override
        public void close() {
            try (scratch) {
                Libdeflate.libdeflate_free_decompressor(decompressor);
                Libdeflate.release();
            }
        }
    }
}
