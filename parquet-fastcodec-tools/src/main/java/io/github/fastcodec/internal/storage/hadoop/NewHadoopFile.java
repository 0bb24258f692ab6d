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
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
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
 * A new file of a Hadoop file system. It is written beside and renamed; an object store copies it then, on the server, and shows
 * the copy when it is whole. For one thread.
 */
final class NewHadoopFile implements NewFile {

    /** The permissions of a file until it is whole: users who may not read the file that it is like must not read this one. */
    private static final short OWNER_ONLY = 0600;

    private final FileSystem fileSystem;
    private final Path target;
    private final @Nullable Path like;
    private final Path beside;
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
        this.beside =
                new Path(target.getParent() + Path.SEPARATOR + new TemporaryName(target.getName(), UUID.randomUUID()));
        this.stream = like == null && !isForOwner ? fileSystem.create(beside, false) : createPrivate();
    }

    private FSDataOutputStream createPrivate() throws IOException {
        return fileSystem.create(
                beside,
                new FsPermission(OWNER_ONLY),
                false,
                fileSystem.getConf().getInt("io.file.buffer.size", 4096),
                fileSystem.getDefaultReplication(beside),
                fileSystem.getDefaultBlockSize(beside),
                null);
    }

    /**
     * Creates a file beside the target, and the directory of both.
     *
     * @param like a file whose permissions the new one gets, or null
     * @param isForOwner whether it is readable for its owner alone
     * @param notes what it does not have of the file that it is a copy of
     * @throws FileAlreadyExistsException if there is something at the target
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

    /** Creates the directories that are missing. Each keeps those out who are kept out of another one at the same height. */
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
        streamClosed = true; // whatever becomes of it, closing it again would not help
        stream.close();
        requireWhole(beside);
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
        return HadoopInput.open(fileSystem, beside);
    }

    @Override
    public void setOrigin(Origin newOrigin) {
        origin = newOrigin;
    }

    @Override
    public void publish(Condition condition) throws IOException {
        setPermission();
        if (origin != null) {
            HadoopOrigin.write(fileSystem, beside, origin);
        }
        condition.require();
        requireAbsent(fileSystem, target);
        boolean renamed;
        try {
            renamed = fileSystem.rename(beside, target);
        } catch (org.apache.hadoop.fs.FileAlreadyExistsException e) {
            throw NewFile.exists(target); // another process was faster
        }
        if (!renamed) {
            requireAbsent(fileSystem, target); // another process was faster
            throw new IOException(beside + " could not be renamed to " + target.getName());
        }
        published = true;
        requireWhole(target);
    }

    private void setPermission() throws IOException {
        if (like != null) {
            FileStatus status = fileSystem.getFileStatus(like);
            if (status.getPermission() != null) {
                fileSystem.setPermission(beside, permission(status));
            }
            noteAttributes(like);
        }
    }

    /** Object stores have none, and list the headers of an object in their place. */
    private void noteAttributes(Path source) throws IOException {
        if (!fileSystem.hasPathCapability(source, CommonPathCapabilities.FS_XATTRS)) {
            return;
        }
        try {
            Set<String> names = new TreeSet<>(fileSystem.listXAttrs(source));
            names.remove(HadoopOrigin.ATTRIBUTE);
            if (!names.isEmpty()) {
                notes.add("its extended attributes are not carried over: " + String.join(", ", names));
            }
        } catch (InterruptedIOException e) {
            throw e;
        } catch (IOException | UnsupportedOperationException e) {
            // a client says that there may be some, and its server can have them switched off
            notes.add("its extended attributes could not be listed: " + e.getMessage());
        }
    }

    /**
     * Returns the permissions of a file as far as they are for the same users here. With an access control list those of the group
     * are its mask, which the group itself may not have.
     */
    private FsPermission permission(FileStatus source) throws IOException {
        FsPermission permission = source.getPermission();
        FsAction group = permission.getGroupAction();
        FsAction others = permission.getOtherAction();
        if (source.hasAcl()) {
            notes.add(
                    "its access control list is not carried over: the new file has the permissions of its owner alone");
            return new FsPermission(permission.getUserAction(), FsAction.NONE, FsAction.NONE);
        }
        FsAction both = group.and(others);
        if (group == others || !isForOthers(source)) {
            return permission;
        }
        FsPermission common = new FsPermission(permission.getUserAction(), both, both);
        notes.add("its permissions are " + permission + ", those of the new file are " + common
                + ": its group is another, or has a list of others");
        return common;
    }

    private boolean isForOthers(FileStatus source) throws IOException {
        FileStatus status = fileSystem.getFileStatus(beside);
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
                deleteBeside();
            }
        }
    }

    private void deleteBeside() throws IOException {
        try {
            fileSystem.delete(beside, false);
        } catch (FileNotFoundException e) {
            // It never came to be.
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
