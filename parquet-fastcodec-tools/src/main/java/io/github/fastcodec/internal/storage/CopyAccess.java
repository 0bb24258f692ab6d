// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import io.github.fastcodec.internal.storage.linux.AccessControlLists;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives a copy of a file the same permissions as the file, but never grants access to more users. Differences are noted. Extended
 * attributes and the setuid, setgid and sticky bits are not copied. Not thread-safe.
 */
final class CopyAccess {

    private static final Set<PosixFilePermission> OWNER_ALL = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Path source;
    private final List<String> notes = new ArrayList<>();

    CopyAccess(Path source) {
        this.source = source;
    }

    /** Creates an empty temporary file next to the target, with those permissions of the source that can be copied. */
    TemporaryFile createTemporary(Path target) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(source, PosixFileAttributeView.class);
        if (view == null) {
            return TemporaryFile.create(target);
        }
        PosixFileAttributes attributes = view.readAttributes();
        Set<PosixFilePermission> permissions = attributes.permissions();
        if (hasAcl()) {
            return TemporaryFile.create(target, attribute(ownerOnly(permissions)));
        }
        TemporaryFile file = TemporaryFile.create(target, attribute(permissions));
        Set<PosixFilePermission> anyGroup = anyGroup(permissions);
        boolean isSuitable = false;
        try {
            if (anyGroup.equals(permissions) || !isGroupDifferent(file.path(), attributes)) {
                noteExtra(file.path(), permissions);
                isSuitable = true;
                return file;
            }
        } finally {
            if (!isSuitable) {
                file.close(); // still empty, so nothing leaks to a process that has opened it
            }
        }
        notes.add(
                "its permissions are " + PosixFilePermissions.toString(permissions) + ", but those of the new file are "
                        + PosixFilePermissions.toString(anyGroup)
                        + ": the new file has another group, or an access control list");
        return TemporaryFile.create(target, attribute(anyGroup));
    }

    /**
     * Returns the differences between the permissions of the source and of the copy, one sentence each. Called after {@link
     * #createTemporary}.
     */
    List<String> notes() {
        return notes;
    }

    /** Returns whether the source has, or may have, an access control list. If so, notes that it is not copied. */
    private boolean hasAcl() {
        try {
            if (!AccessControlLists.isOn(source)) {
                return false;
            }
            notes.add(
                    "its access control list is not carried over: the new file has only the permissions of its owner");
        } catch (IOException e) {
            notes.add("whether it has an access control list is unknown, because " + e.getMessage()
                    + "; the new file has only the permissions of its owner");
        }
        return true;
    }

    /** Notes permissions that a file has but should not have: some file systems give all files the same permissions. */
    private void noteExtra(Path file, Set<PosixFilePermission> wanted) throws IOException {
        Set<PosixFilePermission> given = Files.getPosixFilePermissions(file);
        if (!wanted.containsAll(given)) {
            notes.add(
                    "its permissions are " + PosixFilePermissions.toString(wanted) + ", but those of the new file are "
                            + PosixFilePermissions.toString(given) + ": its file system does not support others");
        }
    }

    /** Returns whether everyone may read a file, as far as its file system knows. */
    static boolean isForEverybody(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        return view == null
                || view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ) && !mayHaveAcl(file);
    }

    private static boolean mayHaveAcl(Path file) {
        try {
            return AccessControlLists.isOn(file);
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * Creates a directory unless it exists. The new directory is no more accessible than the reference directory.
     *
     * @param like the reference directory, or null to use the process's default permissions
     */
    static void createDirectory(Path directory, @Nullable Path like) throws IOException {
        PosixFileAttributeView view =
                like == null ? null : Files.getFileAttributeView(like, PosixFileAttributeView.class);
        try {
            if (like == null || view == null) {
                Files.createDirectory(directory);
                return;
            }
            PosixFileAttributes attributes = view.readAttributes();
            Set<PosixFilePermission> permissions = EnumSet.copyOf(OWNER_ALL);
            if (!mayHaveAcl(like)) {
                permissions.addAll(attributes.permissions());
            }
            Files.createDirectory(directory, attribute(permissions));
            PosixFileAttributes given = Files.readAttributes(directory, PosixFileAttributes.class);
            if (!given.group().equals(attributes.group()) || mayHaveAcl(directory)) {
                restrict(directory, given.permissions(), anyGroup(permissions)); // while it is still empty
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }

    /**
     * Removes the permissions of a directory that are not allowed. Keeps the other bits of its mode, such as setgid, which gives
     * new files the directory's group.
     */
    private static void restrict(Path directory, Set<PosixFilePermission> given, Set<PosixFilePermission> allowed)
            throws IOException {
        int bits = 0;
        for (PosixFilePermission permission : given) {
            bits |= allowed.contains(permission) ? 0400 >> permission.ordinal() : 0; // in the order rwxrwxrwx
        }
        int mode = (Integer) Files.getAttribute(directory, "unix:mode") & 07777;
        if ((mode & 0777) != bits) {
            try {
                Files.setAttribute(directory, "unix:mode", mode & 07000 | bits);
            } catch (FileSystemException e) {
                // the file system gives all directories the same mode
            }
        }
    }

    /** Returns whether the group permissions of a new file may apply to users to whom those of the source do not apply. */
    private static boolean isGroupDifferent(Path file, PosixFileAttributes source) throws IOException {
        return !Files.readAttributes(file, PosixFileAttributes.class).group().equals(source.group())
                || AccessControlLists.isOn(file); // inherited from its directory
    }

    private static FileAttribute<?> attribute(Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }

    private static Set<PosixFilePermission> ownerOnly(Set<PosixFilePermission> permissions) {
        Set<PosixFilePermission> kept = EnumSet.copyOf(OWNER_ALL);
        kept.retainAll(permissions);
        return kept;
    }

    /** Returns the permissions of the owner, and those that the group and others have in common. */
    private static Set<PosixFilePermission> anyGroup(Set<PosixFilePermission> permissions) {
        Set<PosixFilePermission> kept = ownerOnly(permissions);
        PosixFilePermission[] group = {
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE
        };
        PosixFilePermission[] others = {
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE
        };
        for (int i = 0; i < group.length; i++) {
            if (permissions.contains(group[i]) && permissions.contains(others[i])) {
                kept.add(group[i]);
                kept.add(others[i]);
            }
        }
        return kept;
    }
}
