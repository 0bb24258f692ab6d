// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a local file. Programs cannot forge it: a copy has another inode, and every change to a file, even of its
 * timestamps, updates the time of its last change. The {@link Origin} of a file is an extended attribute of its inode, if the
 * file system has such attributes. Immutable.
 *
 * @param modified the time of the last write, which programs can set, in nanoseconds since 1970
 * @param changed the time of the last change, which programs cannot set, in nanoseconds since 1970
 */
record Inode(Path file, long device, long number, long length, long modified, long changed) {

    /**
     * The maximum number of nanoseconds by which writing the attribute may advance the time of the last change. The attribute
     * contains the time before the write, because the time after the write is not yet known. If a program writes to the file
     * within this delay and then resets the time of the last write, the change is not detected.
     */
    private static final long MAX_DELAY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** The number of attempts to write the attribute within {@link #MAX_DELAY_NANOS}. */
    private static final int ATTEMPTS = 8;

    /** Returns the inode of a file; links are followed. Empty if the file system has no inodes. */
    static Optional<Inode> of(Path file) throws IOException {
        if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            return Optional.empty();
        }
        Map<String, Object> attributes = Files.readAttributes(file, "unix:dev,ino,size,lastModifiedTime,ctime");
        return Optional.of(new Inode(
                file,
                number(attributes, "dev"),
                number(attributes, "ino"),
                number(attributes, "size"),
                nanoseconds(attributes, "lastModifiedTime"),
                nanoseconds(attributes, "ctime")));
    }

    private static long number(Map<String, Object> attributes, String name) {
        return ((Number) Objects.requireNonNull(attributes.get(name), name)).longValue();
    }

    private static long nanoseconds(Map<String, Object> attributes, String name) {
        return ((FileTime) Objects.requireNonNull(attributes.get(name), name)).to(TimeUnit.NANOSECONDS);
    }

    /**
     * Returns a string that identifies the file and its content. Empty if the time of the last change is a whole number of
     * seconds: the file system may have no finer resolution, and a file may change twice within a second.
     */
    Optional<String> version() {
        return changed % TimeUnit.SECONDS.toNanos(1) == 0
                ? Optional.empty()
                : Optional.of(device + ":" + number + ":" + length + ":" + changed);
    }

    /**
     * Stores the origin of a file. This must be the last change to the file. The file gets no origin if its file system has no
     * extended attributes, or if this user may not write to it.
     */
    static void setOrigin(Path file, Origin origin) {
        try {
            for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
                Optional<Inode> before = of(file);
                UserDefinedFileAttributeView attributes = attributes(file);
                if (before.isEmpty() || attributes == null) {
                    return;
                }
                attributes.write(
                        Origin.NAME,
                        StandardCharsets.US_ASCII.encode(
                                origin.bound(before.get().withoutDevice())));
                if (of(file).flatMap(Inode::origin).isPresent()) {
                    return;
                }
            }
        } catch (IOException | UnsupportedOperationException e) {
            // a file without an origin is compared page by page
        }
    }

    /** Returns the stored origin, if any, unless the file has changed since. */
    Optional<Origin> origin() {
        try {
            UserDefinedFileAttributeView attributes = attributes(file);
            if (attributes == null) {
                return Optional.empty();
            }
            ByteBuffer value = ByteBuffer.allocate(attributes.size(Origin.NAME));
            attributes.read(Origin.NAME, value);
            return Origin.read(StandardCharsets.US_ASCII.decode(value.flip()).toString(), this::follows);
        } catch (IOException | UnsupportedOperationException e) {
            return Optional.empty();
        }
    }

    private static @Nullable UserDefinedFileAttributeView attributes(Path file) {
        return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    }

    /** Returns a string that describes this inode without its device number, which may change on a restart. */
    private String withoutDevice() {
        return number + ":" + length + ":" + modified + ":" + changed;
    }

    /**
     * Returns whether {@code before} is the string that {@link #withoutDevice} returned right before the last change of this
     * inode.
     */
    private boolean follows(String before) {
        String same = number + ":" + length + ":" + modified + ":";
        try {
            long since = before.startsWith(same) ? changed - Long.parseLong(before.substring(same.length())) : -1;
            return 0 <= since && since <= MAX_DELAY_NANOS;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
