// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.FileOutput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Origin;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.TemporaryName;
import io.github.fastcodec.internal.work.Uninterrupted;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.jspecify.annotations.Nullable;

/**
 * A new file of a Hadoop file system. It is written under a temporary name and renamed. In an object store the rename is a copy
 * on the server, and the copy appears only when it is complete. Not thread-safe.
 */
final class NewHadoopFile implements NewFile {

    /** The permissions of a file until it is complete: users who may not read the original must not read the copy. */
    private static final short OWNER_ONLY = 0600;

    private final FileSystem fileSystem;
    private final Path target;
    private final @Nullable Path like;
    private final Path temporary;
    private final FSDataOutputStream stream;
    private final Output output = new Output();
    private final List<String> notes = new ArrayList<>();
    private @Nullable Origin origin;
    private boolean streamClosed;
    private boolean published;

    private NewHadoopFile(FileSystem fileSystem, Path target, @Nullable Path like, boolean isForOwner)
            throws IOException {
        this.fileSystem = fileSystem;
        this.target = target;
        this.like = like;
        this.temporary =
                new Path(target.getParent() + Path.SEPARATOR + new TemporaryName(target.getName(), UUID.randomUUID()));
        this.stream = like == null && !isForOwner ? fileSystem.create(temporary, false) : createPrivate();
    }

    private FSDataOutputStream createPrivate() throws IOException {
        return fileSystem.create(
                temporary,
                new FsPermission(OWNER_ONLY),
                false,
                fileSystem.getConf().getInt("io.file.buffer.size", 4096),
                fileSystem.getDefaultReplication(temporary),
                fileSystem.getDefaultBlockSize(temporary),
                null);
    }

    /**
     * Creates a temporary file next to the target, and the target's directory if that does not exist.
     *
     * @param like a file whose permissions are copied to the new one, or null
     * @param isForOwner whether only the owner of the new file can read it
     * @param notes the attributes of the original that are not copied, one sentence each
     * @throws FileAlreadyExistsException if the target exists
     */
    static NewHadoopFile create(
            FileSystem fileSystem, Path target, @Nullable Path like, boolean isForOwner, List<String> notes)
            throws IOException {
        requireAbsent(fileSystem, target);
        if (like != null && fileSystem.hasPathCapability(target, CommonPathCapabilities.FS_PERMISSIONS)) {
            createDirectories(fileSystem, target.getParent(), like.getParent());
        }
        NewHadoopFile created = new NewHadoopFile(fileSystem, target, like, isForOwner);
        created.notes.addAll(notes);
        if (isForOwner) {
            created.notes.add(Storage.FOR_OWNER);
        }
        return created;
    }

    /**
     * Creates a directory and its parents if they are missing. Each is no more accessible than the reference directory at the
     * same level.
     */
    private static void createDirectories(FileSystem fileSystem, @Nullable Path directory, @Nullable Path like)
            throws IOException {
        if (directory == null || fileSystem.exists(directory)) {
            return;
        }
        createDirectories(fileSystem, directory.getParent(), like == null ? null : like.getParent());
        if (like == null) {
            fileSystem.mkdirs(directory);
            return;
        }
        FileStatus status = fileSystem.getFileStatus(like);
        FsPermission permission = status.getPermission();
        FsAction group = status.hasAcl() ? FsAction.NONE : permission.getGroupAction();
        FsAction others = status.hasAcl() ? FsAction.NONE : permission.getOtherAction();
        fileSystem.mkdirs(directory, new FsPermission(FsAction.ALL, group, others));
        FileStatus made = fileSystem.getFileStatus(directory);
        if (group != others && (made.hasAcl() || !Objects.equals(made.getGroup(), status.getGroup()))) {
            FsAction both = group.and(others);
            fileSystem.setPermission(directory, new FsPermission(FsAction.ALL, both, both));
        }
    }

    static void requireAbsent(FileSystem fileSystem, Path target) throws IOException {
        if (fileSystem.exists(target)) {
            throw NewFile.exists(target);
        }
    }

    @Override
    public FileOutput output() {
        return output;
    }

    @Override
    public void finish() throws IOException {
        if (stream.hasCapability(StreamCapabilities.HSYNC)) {
            stream.hsync();
        }
        streamClosed = true; // even if closing fails: closing it again would not help
        stream.close();
        requireWhole(temporary);
    }

    private void requireWhole(Path path) throws IOException {
        long length = fileSystem.getFileStatus(path).getLen();
        if (length != output.written) {
            throw new IOException(
                    path + " has " + length + " bytes after " + output.written + " bytes were written to it");
        }
    }

    @Override
    public FileInput open() throws IOException {
        return HadoopInput.open(fileSystem, temporary);
    }

    @Override
    public void setOrigin(Origin newOrigin) {
        origin = newOrigin;
    }

    @Override
    public void publish(Condition condition) throws IOException {
        setPermission();
        if (origin != null) {
            HadoopOrigin.write(fileSystem, temporary, origin);
        }
        condition.require();
        requireAbsent(fileSystem, target);
        boolean renamed;
        try {
            renamed = fileSystem.rename(temporary, target);
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw NewFile.exists(target); // another process was faster
        }
        if (!renamed) {
            requireAbsent(fileSystem, target); // another process was faster
            throw new IOException(temporary + " could not be renamed to " + target.getName());
        }
        published = true;
        requireWhole(target);
    }

    private void setPermission() throws IOException {
        if (like != null) {
            FileStatus status = fileSystem.getFileStatus(like);
            if (status.getPermission() != null) {
                fileSystem.setPermission(temporary, permission(status));
            }
        }
    }

    /**
     * Returns those permissions of the source that grant access to the same users on the new file. If the source has an access
     * control list, the permissions shown for its group are the mask of that list, and may exceed the permissions that the group
     * has.
     */
    private FsPermission permission(FileStatus source) throws IOException {
        FsPermission permission = source.getPermission();
        FsAction group = permission.getGroupAction();
        FsAction others = permission.getOtherAction();
        if (source.hasAcl()) {
            notes.add(
                    "its access control list is not carried over: the new file has only the permissions of its owner");
            return new FsPermission(permission.getUserAction(), FsAction.NONE, FsAction.NONE);
        }
        FsAction both = group.and(others);
        if (group == others || !isGroupDifferent(source)) {
            return permission;
        }
        FsPermission common = new FsPermission(permission.getUserAction(), both, both);
        notes.add("its permissions are " + permission + ", but those of the new file are " + common
                + ": the new file has another group, or an access control list");
        return common;
    }

    private boolean isGroupDifferent(FileStatus source) throws IOException {
        FileStatus status = fileSystem.getFileStatus(temporary);
        return status.hasAcl() || !Objects.equals(status.getGroup(), source.getGroup());
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() throws IOException {
        Uninterrupted.run(this::end);
    }

    private void end() throws IOException {
        try {
            if (!streamClosed) {
                streamClosed = true;
                stream.close();
            }
        } finally {
            if (!published) {
                deleteTemporary();
            }
        }
    }

    private void deleteTemporary() throws IOException {
        try {
            fileSystem.delete(temporary, false);
        } catch (FileNotFoundException e) {
            // It was never created.
        }
    }

    private final class Output implements FileOutput {

        private long written;

        @Override
        public long position() {
            return written;
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            int length = bytes.remaining();
            if (bytes.hasArray()) {
                stream.write(bytes.array(), bytes.arrayOffset() + bytes.position(), length);
            } else {
                byte[] copy = new byte[length];
                bytes.duplicate().get(copy);
                stream.write(copy, 0, length);
            }
            written += length;
        }
    }
}
