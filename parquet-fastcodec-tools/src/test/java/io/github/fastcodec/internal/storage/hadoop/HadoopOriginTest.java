// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Origin;
import io.github.fastcodec.internal.storage.Storage;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a Hadoop file system with attributes and checksums, such as HDFS, a file keeps its origin. */
class HadoopOriginTest {

    private static final Origin ORIGIN = Origin.of("source", "plan");

    /** The local files with checksums, and with attributes that belong to a name. */
    private static final class Attributed extends RawLocalFileSystem {

        private final Map<Path, byte[]> attributes = new HashMap<>();
        private boolean refuses;

        @Override
        public boolean hasPathCapability(Path path, String capability) throws IOException {
            return capability.equals(CommonPathCapabilities.FS_XATTRS) || super.hasPathCapability(path, capability);
        }

        @Override
        public void setXAttr(Path path, String name, byte[] value) throws IOException {
            if (refuses) {
                throw new IOException("they are switched off");
            }
            attributes.put(makeQualified(path), value);
        }

        @Override
        public byte[] getXAttr(Path path, String name) throws IOException {
            byte[] value = attributes.get(makeQualified(path));
            if (value == null) {
                throw new IOException("At least one of the attributes provided was not found.");
            }
            return value;
        }

        @Override
        public boolean rename(Path from, Path to) throws IOException {
            if (attributes.containsKey(makeQualified(from))) {
                attributes.put(makeQualified(to), attributes.remove(makeQualified(from)));
            }
            return super.rename(from, to);
        }

        @Override
        public FileChecksum getFileChecksum(Path path) throws IOException {
            byte[] bytes = Files.readAllBytes(pathToFile(path).toPath());
            CRC32C checksum = new CRC32C();
            checksum.update(bytes);
            return new FileChecksum() {
                @Override
                public String getAlgorithmName() {
                    return "CRC32C";
                }

                @Override
                public int getLength() {
                    return Long.BYTES;
                }

                @Override
                public byte[] getBytes() {
                    return ByteBuffer.allocate(Long.BYTES)
                            .putLong(checksum.getValue())
                            .array();
                }

                @Override
                public void readFields(DataInput in) {
                    throw new UnsupportedOperationException();
                }

                @Override
                public void write(DataOutput out) {
                    throw new UnsupportedOperationException();
                }
            };
        }
    }

    @TempDir
    java.nio.file.Path directory;

    private final Attributed fileSystem = new Attributed();
    private final Storage storage = new HadoopStorage(fileSystem);
    private String path;

    @BeforeEach
    void initialize() throws IOException {
        fileSystem.initialize(URI.create("file:///"), new Configuration(false));
        path = directory.resolve("file").toString();
    }

    private void write() throws IOException {
        try (NewFile file = storage.create(path, null)) {
            file.output().write(new byte[] {1, 2, 3});
            file.finish();
            file.setOrigin(ORIGIN);
            file.publish();
        }
    }

    private Optional<Origin> origin() throws IOException {
        try (FileInput input = storage.open(path)) {
            return input.origin();
        }
    }

    private Optional<String> version() throws IOException {
        try (FileInput input = storage.open(path)) {
            return input.version();
        }
    }

    // Would catch: another file of the same length that was written over this one, whose attribute is still
    // there.
    @Test
    void fileKeepsItsOriginUntilItsBytesChange() throws IOException {
        write();
        assertEquals(Optional.of(ORIGIN), origin());
        Optional<String> before = version();
        Files.write(directory.resolve("file"), new byte[] {1, 2, 4});
        assertEquals(Optional.empty(), origin());
        assertNotEquals(before, version());
    }

    // Would catch: a run that ends because a server does not keep attributes.
    @Test
    void fileWithoutAnAttributeHasNoOrigin() throws IOException {
        fileSystem.refuses = true;
        write();
        assertEquals(Optional.empty(), origin());
    }

    // Would catch: versions on a file system without checksums, which would all be equal.
    @Test
    void fileWithoutChecksumsHasNoVersion() throws IOException {
        RawLocalFileSystem plain = new RawLocalFileSystem();
        plain.initialize(URI.create("file:///"), new Configuration(false));
        Files.createFile(directory.resolve("file"));
        try (FileInput input = new HadoopStorage(plain).open(path)) {
            assertEquals(Optional.empty(), input.version());
            assertEquals(Optional.empty(), input.origin());
        }
    }
}
