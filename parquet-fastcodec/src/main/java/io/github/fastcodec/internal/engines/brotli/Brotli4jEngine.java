// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.brotli;

import com.aayushatharva.brotli4j.Brotli4jLoader;
import com.aayushatharva.brotli4j.decoder.DecoderJNI;
import com.aayushatharva.brotli4j.encoder.Encoder;
import com.aayushatharva.brotli4j.encoder.EncoderJNI;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.LibraryVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Set;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * BROTLI on Google's C library, by brotli4j. The library's states serve one stream each, so a context makes one for every
 * block and frees it again.
 */
public final class Brotli4jEngine implements CodecEngine {

    /** The largest window of RFC 7932 (section 9.1) that every decoder takes, as its logarithm; the library's default. */
    private static final int WINDOW_LOG = 22;

    @Override
    public String name() {
        return "brotli4j";
    }

    @Override
    public Set<CompressionCodecName> codecs() {
        return Set.of(CompressionCodecName.BROTLI);
    }

    @Override
    public int priority() {
        return 100;
    }

    @Override
    public String howToFix() {
        return "add com.aayushatharva.brotli4j:brotli4j 1.23.0 or newer and its native-<os>-<arch> artifact to the class"
                + " path, and let java.io.tmpdir be a writable directory that may hold executables";
    }

    @Override
    public String libraryVersion() {
        return LibraryVersion.of(Brotli4jLoader.class);
    }

    @Override
    public boolean mayRevealTarget() {
        return false; // a distance must lie within what the stream has produced
    }

    @Override
    public BlockCompressor newCompressor(CompressionSettings settings) {
        Brotli4jLoader.ensureAvailability();
        return new Compressor(settings.level());
    }

    @Override
    public BlockDecompressor newDecompressor() {
        Brotli4jLoader.ensureAvailability();
        return new Decompressor();
    }

    private static final class Compressor implements BlockCompressor {
        private final int quality;

        private Compressor(int quality) {
            this.quality = quality;
        }

        @Override
        public long maxCompressedLength(int sourceLength) {
            // BrotliEncoderMaxCompressedSize: 4 bytes for each 16 KiB and 6 more; the rest is slack, checked below
            return 64L + sourceLength + 4L * (sourceLength >>> 14);
        }

        @Override
        public int compress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            // The encoder's input buffer must not be empty, also where its input is.
            EncoderJNI.Wrapper encoder =
                    new EncoderJNI.Wrapper(Math.max(1, sourceLength), quality, WINDOW_LOG, Encoder.Mode.GENERIC);
            try {
                encoder.getInputBuffer().put(source, sourceOffset, sourceLength);
                encoder.push(EncoderJNI.Operation.FINISH, sourceLength);
                int at = targetOffset;
                while (true) {
                    if (!encoder.isSuccess()) {
                        throw new IOException("the brotli encoder failed");
                    } else if (encoder.hasMoreOutput()) {
                        at = take(encoder.pull(), target, at, targetOffset + targetLength);
                    } else if (!encoder.isFinished()) {
                        encoder.push(EncoderJNI.Operation.FINISH, 0);
                    } else {
                        return at - targetOffset;
                    }
                }
            } finally {
                encoder.destroy();
            }
        }
    }

    private static final class Decompressor implements BlockDecompressor {
        @Override
        public int decompress(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            return decode(source, sourceOffset, sourceLength, target, targetOffset, targetLength);
        }

        @Override
        public long decompressedLength(byte[] source, int sourceOffset, int sourceLength, int limit)
                throws IOException {
            return decode(source, sourceOffset, sourceLength, null, 0, limit);
        }

        /** Decodes into {@code target}, or to nowhere if that is null, and returns the number of bytes. */
        private static int decode(
                byte[] source, int sourceOffset, int sourceLength, byte[] target, int targetOffset, int targetLength)
                throws IOException {
            DecoderJNI.Wrapper decoder = new DecoderJNI.Wrapper(sourceLength);
            try {
                decoder.getInputBuffer().put(source, sourceOffset, sourceLength);
                decoder.push(sourceLength);
                int at = targetOffset;
                while (true) {
                    switch (decoder.getStatus()) {
                        case DONE:
                            return at - targetOffset;
                        case OK:
                            decoder.push(0);
                            break;
                        case NEEDS_MORE_OUTPUT:
                            at = take(decoder.pull(), target, at, targetOffset + targetLength);
                            break;
                        case NEEDS_MORE_INPUT:
                            // The library also says so when its output buffer was full at the end of the input; asked
                            // again, it finds the end of the stream in the bits that it has already read.
                            decoder.push(0);
                            if (decoder.getStatus() == DecoderJNI.Status.NEEDS_MORE_INPUT) {
                                throw new IOException("brotli stream is truncated");
                            }
                            break;
                        default:
                            throw new IOException("brotli stream is malformed, or goes on after its end");
                    }
                }
            } finally {
                decoder.destroy();
            }
        }
    }

    /** Copies what the library produced, which lives until the next call to it, if anywhere; returns where the copy ends. */
    private static int take(ByteBuffer produced, byte[] target, int from, int end) throws IOException {
        int length = produced.remaining();
        if (length > end - from) {
            throw new IOException("brotli output exceeds the expected size");
        }
        if (target != null) {
            produced.get(target, from, length);
        }
        return from + length;
    }
}
