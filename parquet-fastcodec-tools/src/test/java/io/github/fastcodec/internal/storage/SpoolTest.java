// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SpoolTest {

    private static final long SEED = 20_261_125;

    private static long files() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("parquet-fastcodec-"))
                    .count();
        }
    }

    // Would catch: bytes that are lost between the buffer and the file, for any sizes of pieces.
    @Test
    void readsBackWhatWasWritten() throws IOException {
        Random random = new Random(SEED);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        try (Spool spool = Spool.create()) {
            LocalOutput output = spool.output();
            for (int i = 0; i < 200; i++) {
                byte[] piece = new byte[random.nextInt(i % 20 == 0 ? 3 << 20 : 5_000)];
                random.nextBytes(piece);
                if (i % 17 == 3) { // a chunk that is dropped
                    output.write(piece);
                    output.truncate(expected.size());
                    continue;
                }
                expected.writeBytes(piece);
                ByteBuffer buffer = ByteBuffer.wrap(piece);
                output.write(buffer);
                assertEquals(piece.length, buffer.remaining(), "the position stays");
                assertEquals(expected.size(), output.position());
            }
            output.flush();
            byte[] all = expected.toByteArray();
            byte[] read = new byte[all.length];
            spool.read(0, read, 0, read.length);
            assertArrayEquals(all, read, "seed " + SEED);
            int start = all.length / 3;
            assertArrayEquals(
                    Arrays.copyOfRange(all, start, start + (2 << 20)),
                    spool.slice(start, 2 << 20).readAllBytes());
            assertEquals(-1, spool.slice(start, 0).read());
            assertThrows(EOFException.class, () -> spool.read(all.length - 1, read, 0, 2));
        }
    }

    @Test
    void acceptsPartsInAnyOrder() throws IOException {
        try (Spool spool = Spool.create()) {
            spool.writeAt(3, new byte[] {4, 5, 6, 7}, 2);
            spool.writeAt(0, new byte[] {1, 2, 3}, 3);
            byte[] read = new byte[5];
            spool.read(0, read, 0, 5);
            assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, read);
        }
    }

    // Would catch: a file of gigabytes that a killed process leaves behind.
    @Test
    void spoolIsUnnamed() throws IOException {
        long before = files();
        try (Spool spool = Spool.create()) {
            spool.writeAt(0, new byte[10], 10);
            assertEquals(before, files());
        }
    }
}
