// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.safety;

import static io.github.fastcodec.safety.SafetyPages.PAGE;
import static io.github.fastcodec.safety.SafetyPages.assertCorrupt;
import static io.github.fastcodec.safety.SafetyPages.bytes;
import static io.github.fastcodec.safety.SafetyPages.joined;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.github.fastcodec.support.OurCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** "GZIP members" in docs/safety.md: the header and the trailer of every GZIP member are verified. */
class GzipMembersTest {

    static Stream<OurCodec> gzip() {
        return OurCodec.of(CompressionCodecName.GZIP).stream();
    }

    // Would catch: a parser that assumes a header of ten bytes.
    @ParameterizedTest
    @MethodSource("gzip")
    void gzipMembers_readsHeadersWithEveryOptionalField(OurCodec gzip) throws IOException {
        byte[] name = "page.bin\0".getBytes(StandardCharsets.ISO_8859_1);
        byte[] extra = bytes(5, 0, 1, 2, 3, 4, 5);
        for (int flags = 0; flags < 32; flags++) {
            byte[] header = gzipHeader(flags, extra, name);
            assertArrayEquals(PAGE, gzip.decompress(gzipMember(header, PAGE, 0, 0), PAGE.length), "flags " + flags);
            for (int length = 1; length < header.length; length++) {
                assertCorrupt(gzip.decompressor(), Arrays.copyOf(header, length), PAGE.length, "flags " + flags);
            }
            if ((flags & 2) != 0) {
                header[header.length - 1] ^= 1;
                assertCorrupt(
                        gzip.decompressor(), gzipMember(header, PAGE, 0, 0), PAGE.length, "header CRC, flags " + flags);
            }
        }
    }

    // Would catch: a header that is skipped without a check, so that anything with deflate data in it is
    // accepted.
    @ParameterizedTest
    @MethodSource("gzip")
    void gzipMembers_rejectsHeadersWithWrongFields(OurCodec gzip) {
        int[][] changes = {{0, 0x1e}, {1, 0x8c}, {2, 0}, {2, 7}, {3, 0x20}, {3, 0x40}, {3, 0x80}};
        for (int[] change : changes) {
            byte[] header = gzipHeader(0, null, null);
            header[change[0]] = (byte) change[1];
            assertCorrupt(gzip.decompressor(), gzipMember(header, PAGE, 0, 0), PAGE.length, Arrays.toString(change));
        }
    }

    // Would catch: a trailer that is not read (as in parquet-java's own path), or whose fields are confused.
    @ParameterizedTest
    @MethodSource("gzip")
    void gzipMembers_rejectsATrailerThatContradictsThePage(OurCodec gzip) {
        byte[] header = gzipHeader(0, null, null);
        for (int error : new int[] {1, -1, 1 << 8, 1 << 16, 1 << 31}) {
            assertCorrupt(gzip.decompressor(), gzipMember(header, PAGE, error, 0), PAGE.length, "CRC32 + " + error);
            assertCorrupt(gzip.decompressor(), gzipMember(header, PAGE, 0, error), PAGE.length, "ISIZE + " + error);
        }
        byte[] empty = new byte[0];
        assertCorrupt(gzip.decompressor(), gzipMember(header, empty, 1, 0), 0, "CRC32 of an empty page");
        assertCorrupt(gzip.decompressor(), gzipMember(header, empty, 0, 1), 0, "ISIZE of an empty page");
    }

    // Would catch: a reader that stops after the first member, or checks only the last one's trailer.
    @ParameterizedTest
    @MethodSource("gzip")
    void gzipMembers_readsConcatenatedMembersAsOnePage(OurCodec gzip) throws IOException {
        byte[] header = gzipHeader(0, null, null);
        byte[] twice = joined(PAGE, PAGE);
        byte[] good = gzipMember(header, PAGE, 0, 0);
        byte[] empty = gzipMember(header, new byte[0], 0, 0);
        assertArrayEquals(twice, gzip.decompress(joined(good, good), twice.length));
        assertArrayEquals(twice, gzip.decompress(joined(empty, joined(good, joined(good, empty))), twice.length));
        for (int error : new int[] {0, 1}) {
            byte[] bad = gzipMember(header, PAGE, error, 1 - error);
            assertCorrupt(gzip.decompressor(), joined(bad, good), twice.length, "first of two");
            assertCorrupt(gzip.decompressor(), joined(good, bad), twice.length, "second of two");
        }
        assertCorrupt(gzip.decompressor(), joined(good, good), PAGE.length, "two members for a claim of one");
        for (int length = 1; length < 12; length++) {
            assertCorrupt(gzip.decompressor(), joined(good, new byte[length]), PAGE.length, length + " zeros behind");
        }
    }

    /** Returns a gzip header with the fields that {@code flags} name (RFC 1952), a correct CRC16 among them. */
    private static byte[] gzipHeader(int flags, byte[] extra, byte[] text) {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        header.writeBytes(bytes(0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255));
        if ((flags & 4) != 0) {
            header.writeBytes(extra);
        }
        for (int flag : new int[] {8, 16}) { // name, comment
            if ((flags & flag) != 0) {
                header.writeBytes(text);
            }
        }
        if ((flags & 2) != 0) {
            int crc = crc32(header.toByteArray());
            header.writeBytes(bytes(crc, crc >>> 8));
        }
        return header.toByteArray();
    }

    private static byte[] gzipMember(byte[] header, byte[] content, int crcError, int sizeError) {
        Deflater deflater = new Deflater(6, true);
        deflater.setInput(content);
        deflater.finish();
        byte[] deflated = new byte[content.length + 100];
        int length = deflater.deflate(deflated);
        deflater.end();
        return ByteBuffer.allocate(header.length + length + 2 * Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(header)
                .put(deflated, 0, length)
                .putInt(crc32(content) + crcError)
                .putInt(content.length + sizeError)
                .array();
    }

    private static int crc32(byte[] content) {
        CRC32 crc = new CRC32();
        crc.update(content);
        return (int) crc.getValue();
    }
}
