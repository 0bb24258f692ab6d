// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.format.GzipHeader;
import io.github.fastcodec.internal.format.GzipLength;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * GZIP on the zlib of the JDK, with reused deflate and inflate states. Writes one member for each block; reads any number
 * of members and verifies the header, CRC32 and ISIZE of each (RFC 1952).
 */
public final class GzipJdkEngine implements CodecEngine {

    private static final int TRAILER_SIZE = 8;

    /**
     * What zlib is given, or gives, in one call, in bytes: it works on heap arrays in place, and the garbage collector has to
     * wait for it (G1 before Java 22). A call takes two milliseconds at most.
     */
    private static final int SLICE = 16 << 10;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    @Override
    public String name() {
        return "jdk-zlib";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.GZIP);
    }

    @Override
    public int priority() {
        return 50;
    }

    @Override
    public String howToFix() {
        return "use a Java runtime with the java.util.zip package and its native library";
    }

    @Override
    public String libraryVersion() {
        return "Java " + Runtime.version().feature();
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // a match must lie within what the member has produced
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        return new Compressor(settings.level());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        return new Decompressor();
    }

    private static final class Compressor implements BlockCompressor {
        private final Deflater deflater;
        private final CRC32 crc = new CRC32();

        private Compressor(int level) {
            deflater = new Deflater(level, true);
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            // zlib needs less than 1/1000 more than it is given; zlib-ng, which some JDKs link, up to 1/8 at level 1
            return GzipHeader.SIZE + TRAILER_SIZE + 64L + sourceLength + (sourceLength >>> 3);
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            GzipHeader.write(target, targetOffset);
            int at = targetOffset + GzipHeader.SIZE;
            int end = targetOffset + targetLength - TRAILER_SIZE;
            try {
                int in = sourceOffset;
                int inEnd = sourceOffset + sourceLength;
                while (!deflater.finished()) {
                    if (deflater.needsInput()) {
                        int slice = Math.min(SLICE, inEnd - in);
                        deflater.setInput(source, in, slice);
                        in += slice;
                        if (in == inEnd) {
                            deflater.finish();
                        }
                    }
                    at += deflater.deflate(target, at, end - at);
                    if (at == end && !deflater.finished()) {
                        throw new IOException(
                                "zlib needs more than the " + targetLength + " bytes that should suffice");
                    }
                }
            } finally {
                deflater.reset(); // also lets go of the source array
            }
            crc.reset();
            crc.update(source, sourceOffset, sourceLength);
            INT.set(target, at, (int) crc.getValue());
            INT.set(target, at + 4, sourceLength);
            return at + TRAILER_SIZE - targetOffset;
        }

        @Override
        public long footprint() {
            return 265 << 10; // of zlib: windows, hash chains, pending output; measured
        }

        @Override
        public void close() {
            deflater.end();
        }
    }

    private static final class Decompressor implements BlockDecompressor {
        private final Inflater inflater = new Inflater(true);
        private final CRC32 crc = new CRC32();
        private final byte[] beyond = new byte[1];

        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            int in = sourceOffset;
            int inEnd = sourceOffset + sourceLength;
            int out = targetOffset;
            int outEnd = targetOffset + targetLength;
            do {
                in = GzipHeader.skip(source, in, inEnd);
                int start = out;
                try {
                    inflater.setInput(source, in, inEnd - in);
                    out = inflate(target, out, outEnd);
                    in = inEnd - inflater.getRemaining();
                } finally {
                    inflater.reset(); // also lets go of the source array
                }
                if (inEnd - in < TRAILER_SIZE) {
                    throw new IOException("gzip trailer is truncated");
                }
                crc.reset();
                crc.update(target, start, out - start);
                if ((int) crc.getValue() != (int) INT.get(source, in)) {
                    throw new IOException("gzip CRC32 differs");
                }
                if (out - start != (int) INT.get(source, in + 4)) {
                    throw new IOException("gzip ISIZE differs from the " + (out - start) + " bytes of its member");
                }
                in += TRAILER_SIZE;
            } while (in < inEnd);
            return out - targetOffset;
        }

        /** Inflates one member's deflate stream to its end and returns where its output ends in {@code target}. */
        private int inflate(byte[] target, int from, int end) throws IOException {
            int at = from;
            try {
                while (!inflater.finished()) {
                    boolean full = at == end;
                    // A full target may still lack the end-of-block symbol: read on, into a byte that nobody sees.
                    int produced = full
                            ? inflater.inflate(beyond, 0, 1)
                            : inflater.inflate(target, at, Math.min(SLICE * 4, end - at));
                    if (produced > 0 && full) {
                        throw new IOException("deflate stream goes on after the expected size");
                    }
                    if (produced == 0 && !inflater.finished()) {
                        throw new IOException(
                                inflater.needsDictionary()
                                        ? "deflate stream asks for a preset dictionary"
                                        : "deflate stream is truncated");
                    }
                    at += produced;
                }
            } catch (DataFormatException e) {
                throw new IOException("deflate stream is malformed: " + e.getMessage(), e);
            }
            return at;
        }

        @Override
        public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit)
                throws IOException {
            return GzipLength.of(source, sourceOffset, sourceLength, limit);
        }

        @Override
        public long footprint() {
            return 40 << 10; // of zlib: its state, and a window of 32 KiB where one is needed
        }

        @Override
        public void close() {
            inflater.end();
        }
    }
}
