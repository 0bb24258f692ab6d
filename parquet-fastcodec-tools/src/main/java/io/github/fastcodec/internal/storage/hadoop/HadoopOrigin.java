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
 * Where Hadoop's file systems keep the {@link Origin} of a file: HDFS in an extended attribute, S3A in the object's metadata, others
 * nowhere.
 */
final class HadoopOrigin {

    /** Programs may set attributes whose names begin so. */
    static final String ATTRIBUTE = "user." + Origin.NAME;

    /** What S3A takes when an object is made (Hadoop's "S3A performance", createFile), and shows as an attribute afterwards. */
    private static final String HEADER_TO_CREATE = "fs.s3a.create.header." + Origin.NAME;

    private static final String HEADER = "header." + Origin.NAME;

    private HadoopOrigin() {}

    /** Returns a text that another file, or another content, does not have: an object's ETag, or HDFS's checksum of all bytes. */
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
            return Optional.empty(); // a client reads files of some servers, and does not know their checksums
        }
    }

    private static String text(FileChecksum checksum) {
        return checksum.getAlgorithmName() + ":" + HexFormat.of().formatHex(checksum.getBytes());
    }

    /** Gives a file its origin that was written and still has another name. */
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
            // a server can have them switched off; a file without an origin is compared page by page
        }
    }

    /** Gives an object its origin that is about to be made. */
    static void write(FSDataOutputStreamBuilder<?, ?> object, Origin origin, long length) {
        object.opt(HEADER_TO_CREATE, origin.bound(Long.toString(length)));
    }

    /** Returns the origin that a file was given; nothing if it has changed since. */
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
            return Optional.empty(); // HDFS fails where there is none
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
