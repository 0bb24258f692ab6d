// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import io.github.fastcodec.internal.storage.linux.ExtendedAttributes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileOwnerAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.Set;

/**
 * A new file that takes the place of an existing one in a local file system, in one step: a reader that opens the name gets
 * the old file or the new one, whole. It gets the owner, the permissions, the access control list and the extended attributes of the file that it
 * replaces, or is refused. For one thread.
 */
public final class LocalReplacement implements NewFile {

    private final Path file;
    private final TemporaryFile temporary;

    private LocalReplacement(Path file, TemporaryFile temporary) {
        this.file = file;
        this.temporary = temporary;
    }

    /** Creates a file beside the one that it is to replace. */
    public static LocalReplacement of(Path file) throws IOException {
        return new LocalReplacement(file, TemporaryFile.besideForOwner(file));
    }

    /**
     * Requires that a file can be replaced without a loss to those who know it by another name.
     *
     * @throws FileDefect if it is a link, has several names, or is no file at all
     */
    public static void requireReplaceable(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (attributes.isSymbolicLink()) {
            throw new FileDefect("it is a symbolic link, which a new file would replace and leave its target as it is:"
                    + " give the target's own path");
        }
        if (!attributes.isRegularFile()) {
            throw new FileDefect("it is no regular file");
        }
        int links = links(file);
        if (links > 1) {
            throw new FileDefect("it has " + links + " hard links, expected 1: the other names would keep the old"
                    + " file, so that nothing would be saved; write to another directory");
        }
    }

    /** Returns whether a file has other names, as far as its file system tells. */
    public static boolean hasSeveralNames(Path file) throws IOException {
        return links(file) > 1;
    }

    private static int links(Path file) throws IOException {
        return file.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? (Integer) Files.getAttribute(file, "unix:nlink", LinkOption.NOFOLLOW_LINKS)
                : 1;
    }

    @Override
    public FileOutput output() {
        return temporary.output();
    }

    @Override
    public void finish() throws IOException {
        keepAttributes();
        temporary.output().beginSync();
    }

    private void keepAttributes() throws IOException {
        try {
            keepOwner(); // first: the system takes other things away with it
            if (ExtendedAttributes.mayHave(file)) {
                ExtendedAttributes.copy(file, temporary.path());
            } else {
                keepUserAttributes();
            }
            keepPermissions();
        } catch (IOException e) {
            throw new FileDefect(
                    "its owner, permissions, access control list and extended attributes cannot be given to a new file ("
                            + e.getMessage() + "): run as its owner, or write to another directory",
                    e);
        }
    }

    private void keepUserAttributes() throws IOException {
        UserDefinedFileAttributeView from = Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
        if (from != null && Files.getFileStore(file).supportsFileAttributeView(UserDefinedFileAttributeView.class)) {
            UserDefinedFileAttributeView to =
                    Files.getFileAttributeView(temporary.path(), UserDefinedFileAttributeView.class);
            for (String name : from.list()) {
                ByteBuffer value = ByteBuffer.allocate(from.size(name));
                from.read(name, value);
                value.flip();
                to.write(name, value);
            }
        }
    }

    private void keepOwner() throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(temporary.path(), PosixFileAttributeView.class);
        if (posix != null) {
            PosixFileAttributes wanted = Files.readAttributes(file, PosixFileAttributes.class);
            PosixFileAttributes now = posix.readAttributes();
            if (!now.group().equals(wanted.group())) {
                posix.setGroup(wanted.group());
            }
            if (!now.owner().equals(wanted.owner())) {
                posix.setOwner(wanted.owner());
            }
            return;
        }
        AclFileAttributeView acl = Files.getFileAttributeView(file, AclFileAttributeView.class);
        if (acl != null) {
            Files.getFileAttributeView(temporary.path(), AclFileAttributeView.class)
                    .setAcl(acl.getAcl());
            Files.getFileAttributeView(temporary.path(), FileOwnerAttributeView.class)
                    .setOwner(acl.getOwner());
        }
    }

    private void keepPermissions() throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(temporary.path(), PosixFileAttributeView.class);
        if (posix == null) {
            return;
        }
        Set<PosixFilePermission> wanted = Files.getPosixFilePermissions(file);
        if (!posix.readAttributes().permissions().equals(wanted)) {
            posix.setPermissions(wanted);
        }
        if (file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
            int mode = CopyAccess.mode(file);
            if (mode != CopyAccess.mode(temporary.path())) {
                Files.setAttribute(temporary.path(), "unix:mode", mode);
            }
            int given = CopyAccess.mode(temporary.path());
            if (mode != given) { // who is not of the group may not set its ID
                throw new IOException("its mode is " + Integer.toOctalString(mode) + ", the new file's is "
                        + Integer.toOctalString(given));
            }
        }
    }

    @Override
    public FileInput open() throws IOException {
        return temporary.open();
    }

    @Override
    public void place(Condition condition) throws IOException {
        temporary.output().awaitSync();
        requireReplaceable(file);
        condition.require();
        NewLocalFile.deleteChecksums(file);
        Files.move(temporary.path(), file, StandardCopyOption.ATOMIC_MOVE);
        NewLocalFile.syncDirectory(file);
    }

    @Override
    public void close() throws IOException {
        temporary.close();
    }
}
