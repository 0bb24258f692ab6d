// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import io.github.fastcodec.internal.storage.Origin;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Reads and writes the {@link Origin} of a file. HDFS keeps it in an extended attribute, S3A in the metadata of the object; other
 * file systems do not keep it.
 */
final class HadoopOrigin {

    /** In the namespace {@code user}, which programs may write to. */
    static final String ATTRIBUTE = "user." + Origin.NAME;

    /**
     * The option that stores the origin when an object is created (Hadoop's "S3A performance", createFile). S3A then returns the
     * origin as the attribute {@link #HEADER}.
     */
    private static final String HEADER_TO_CREATE = "fs.s3a.create.header." + Origin.NAME;

    private static final String HEADER = "header." + Origin.NAME;

    private HadoopOrigin() {}

    /**
     * Returns a string that identifies a file and its content. The string contains an object's ETag, or HDFS's checksum of all
     * bytes.
     */
    static Optional<String> version(FileSystem fileSystem, FileStatus status) throws IOException {
        String tag = status instanceof EtagSource object ? object.getEtag() : null;
        Optional<String> content =
                tag == null || tag.isEmpty() ? checksum(fileSystem, status.getPath()) : Optional.of(tag);
        return content.map(known -> status.getPath() + " " + known + " " + status.getLen());
    }

    private static Optional<String> checksum(FileSystem fileSystem, Path path) throws IOException {
        try {
            return Optional.ofNullable(fileSystem.getFileChecksum(path)).map(HadoopOrigin::text);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty(); // the client may not know the server's kind of checksum
        }
    }

    private static String text(FileChecksum checksum) {
        return checksum.getAlgorithmName() + ":" + HexFormat.of().formatHex(checksum.getBytes());
    }

    /** Stores the origin of a complete file that still has its temporary name. */
    static void write(FileSystem fileSystem, Path file, Origin origin) throws IOException {
        if (!fileSystem.hasPathCapability(file, CommonPathCapabilities.FS_XATTRS)) {
            return;
        }
        Optional<String> checksum = checksum(fileSystem, file);
        try {
            if (checksum.isPresent()) {
                fileSystem.setXAttr(
                        file, ATTRIBUTE, origin.bound(checksum.get()).getBytes(StandardCharsets.US_ASCII));
            }
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            // the server may have disabled attributes; a file without an origin is compared page by page
        }
    }

    /** Sets the origin of an object that is about to be created. */
    static void write(FSDataOutputStreamBuilder<?, ?> object, Origin origin, long length) {
        object.opt(HEADER_TO_CREATE, origin.bound(Long.toString(length)));
    }

    /** Returns the stored origin, if any, unless the file has changed since. */
    static Optional<Origin> read(FileSystem fileSystem, Path path, long length) throws IOException {
        boolean isObject = NewHadoopObject.isMadeBy(fileSystem, path);
        if (!isObject && !fileSystem.hasPathCapability(path, CommonPathCapabilities.FS_XATTRS)) {
            return Optional.empty();
        }
        byte[] value;
        try {
            value = fileSystem.getXAttr(path, isObject ? HEADER : ATTRIBUTE);
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty(); // HDFS fails if the attribute does not exist
        }
        if (value == null) {
            return Optional.empty();
        }
        Optional<String> file = isObject ? Optional.of(Long.toString(length)) : checksum(fileSystem, path);
        return Origin.read(
                new String(value, StandardCharsets.US_ASCII),
                text -> Optional.of(text).equals(file));
    }
}
