// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalOutputTest {

    /** A device of Linux that is always full. */
    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    Path directory;

    private interface Step {
        void run(LocalOutput output) throws IOException;
    }

    private void assertNamesTheTarget(Step step) throws IOException {
        assumeTrue(Files.isWritable(FULL), "there is no /dev/full");
        Path target = directory.resolve("target.parquet");
        try (FileChannel full = FileChannel.open(FULL, StandardOpenOption.WRITE);
                LocalOutput output = new LocalOutput(target, full, true, "")) {
            FileSystemException failure = assertThrows(FileSystemException.class, () -> step.run(output));
            assertEquals(target.toString(), failure.getFile());
            assertTrue(
                    failure.getReason().matches("No space left on device \\(after 0 bytes, \\d+ bytes are free\\)"),
                    failure::getReason);
        }
    }

    // Would catch: "No space left on device" with the name of the source, which has enough room.
    @Test
    void blamesTheNewFileForAFullDisk() throws IOException {
        assertNamesTheTarget(output -> output.write(ByteBuffer.allocate(1 << 20)));
        Path source = Files.write(directory.resolve("source"), new byte[1 << 20]);
        try (LocalInput input = LocalInput.open(source)) {
            assertNamesTheTarget(output -> output.transfer(input, 0, input.length()));
        }
    }

    // Would catch: a source that becomes unreadable, for which the new file's disk is blamed.
    @Test
    void doesNotBlameTheNewFileForATruncatedSource() throws IOException {
        Path source = Files.write(directory.resolve("source"), new byte[100]);
        Path target = directory.resolve("target");
        try (LocalInput input = LocalInput.open(source);
                FileChannel channel =
                        FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                LocalOutput output = new LocalOutput(target, channel, true, "")) {
            IOException failure = assertThrows(IOException.class, () -> output.transfer(input, 0, 200));
            assertEquals("The file ends at 100, expected 100 more bytes", failure.getMessage());
        }
    }
}
