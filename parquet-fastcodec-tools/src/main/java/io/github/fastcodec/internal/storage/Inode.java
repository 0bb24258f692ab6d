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
 * What a local file system says of a file that no program can set: a copy is another inode, and whatever is done to a file moves the
 * time of its last change. The {@link Origin} of a file is an attribute of its inode, where there are attributes. Immutable.
 *
 * @param modified the time of the last write, which programs do set, in nanoseconds since 1970
 * @param changed the time of the last change, in nanoseconds since 1970
 */
record Inode(Path file, long device, long number, long length, long modified, long changed) {

    /**
     * By how much the attribute itself may move the time of change, in nanoseconds. It holds the time before it was written, because
     * the one after that is not known yet. A program that writes to the file within so short a time, and sets the time of the last
     * write back, remains unseen.
     */
    private static final long MOST_BETWEEN = TimeUnit.MILLISECONDS.toNanos(1);

    /** How often the attribute is written, where that takes longer or the clock ticks meanwhile. */
    private static final int ATTEMPTS = 8;

    /** Returns that of a file, or of what a link leads to; nothing if the file system tells of none. */
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
     * Returns a text that no other file and no other content of this one has. There is none if the time of change is in whole
     * seconds: then the file system may know no finer ones, and a file may change twice within one.
     */
    Optional<String> version() {
        return changed % TimeUnit.SECONDS.toNanos(1) == 0
                ? Optional.empty()
                : Optional.of(device + ":" + number + ":" + length + ":" + changed);
    }

    /**
     * Gives a file its origin, as the last thing that is done to it. It gets none if its file system has no attributes, or this user
     * may not write to it.
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

    /** Returns the origin that the file was given; nothing if it has changed since. */
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

    /** A device may have another number after a restart. */
    private String withoutDevice() {
        return number + ":" + length + ":" + modified + ":" + changed;
    }

    /** Returns whether this is the inode of which a text was {@link #withoutDevice}, right after the next change. */
    private boolean follows(String before) {
        String same = number + ":" + length + ":" + modified + ":";
        try {
            long since = before.startsWith(same) ? changed - Long.parseLong(before.substring(same.length())) : -1;
            return 0 <= since && since <= MOST_BETWEEN;
        } catch (NumberFormatException e) {
            return false;
        }
    }
}
