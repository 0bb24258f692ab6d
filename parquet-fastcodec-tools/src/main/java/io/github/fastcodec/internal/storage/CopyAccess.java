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
 * Gives a copy of a file the permissions of that file, and never access for more users. Permissions that are lost are noted;
 * extended attributes and the bits above the permissions are not carried over. For one thread.
 */
final class CopyAccess {

    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private final Path source;
    private final List<String> notes = new ArrayList<>();

    CopyAccess(Path source) {
        this.source = source;
    }

    /** Creates an empty file beside a path, for which that is so. */
    TemporaryFile beside(Path target) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(source, PosixFileAttributeView.class);
        if (view == null) {
            return TemporaryFile.beside(target);
        }
        PosixFileAttributes attributes = view.readAttributes();
        Set<PosixFilePermission> permissions = attributes.permissions();
        if (hasList()) {
            return TemporaryFile.beside(target, created(ofOwner(permissions)));
        }
        TemporaryFile file = TemporaryFile.beside(target, created(permissions));
        Set<PosixFilePermission> ofAnyGroup = ofAnyGroup(permissions);
        boolean serves = false;
        try {
            if (ofAnyGroup.equals(permissions) || !isForOthers(file.path(), attributes)) {
                noteMore(file.path(), permissions);
                serves = true;
                return file;
            }
        } finally {
            if (!serves) {
                file.close(); // empty: a process that has opened it sees nothing
            }
        }
        notes.add("its permissions are " + PosixFilePermissions.toString(permissions) + ", those of the new file are "
                + PosixFilePermissions.toString(ofAnyGroup) + ": its group is another, or has a list of others");
        return TemporaryFile.beside(target, created(ofAnyGroup));
    }

    /** Returns what the copy does not have, a sentence each; after {@link #beside}. */
    List<String> notes() {
        return notes;
    }

    /** Returns whether the source has, or may have, a list of who may read it; notes that it is not carried over. */
    private boolean hasList() {
        try {
            if (!AccessControlLists.isOn(source)) {
                return false;
            }
            notes.add(
                    "its access control list is not carried over: the new file has the permissions of its owner alone");
        } catch (IOException e) {
            notes.add("whether it has an access control list is unknown, because " + e.getMessage()
                    + "; the new file has the permissions of its owner alone");
        }
        return true;
    }

    /** Notes permissions that a file system gives which has its own for all files. */
    private void noteMore(Path file, Set<PosixFilePermission> wanted) throws IOException {
        Set<PosixFilePermission> given = Files.getPosixFilePermissions(file);
        if (!wanted.containsAll(given)) {
            notes.add("its permissions are " + PosixFilePermissions.toString(wanted) + ", those of the new file are "
                    + PosixFilePermissions.toString(given) + ": its file system gives no others");
        }
    }

    /** Returns whether everybody may read a file, as far as its file system tells. */
    static boolean isForEverybody(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        return view == null
                || view.readAttributes().permissions().contains(PosixFilePermission.OTHERS_READ) && !mayHaveList(file);
    }

    private static boolean mayHaveList(Path file) {
        try {
            return AccessControlLists.isOn(file);
        } catch (IOException e) {
            return true; // whether it has one is unknown
        }
    }

    /**
     * Creates a directory unless it is there, no more accessible than another one.
     *
     * @param like the other directory, or null for one with the permissions that the process gives
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
            Set<PosixFilePermission> permissions = EnumSet.copyOf(OWNERS);
            if (!mayHaveList(like)) {
                permissions.addAll(attributes.permissions());
            }
            Files.createDirectory(directory, created(permissions));
            PosixFileAttributes given = Files.readAttributes(directory, PosixFileAttributes.class);
            if (!given.group().equals(attributes.group()) || mayHaveList(directory)) {
                restrict(directory, given.permissions(), ofAnyGroup(permissions)); // before there is anything in it
            }
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(directory)) {
                throw e;
            }
        }
    }

    /** Takes permissions away, and leaves what else there is of a mode, such as the bit by which a group is handed down. */
    private static void restrict(Path directory, Set<PosixFilePermission> given, Set<PosixFilePermission> allowed)
            throws IOException {
        int bits = 0;
        for (PosixFilePermission permission : given) {
            bits |= allowed.contains(permission) ? 0400 >> permission.ordinal() : 0; // rwxrwxrwx, as they are declared
        }
        int mode = (Integer) Files.getAttribute(directory, "unix:mode") & 07777;
        if ((mode & 0777) != bits) {
            try {
                Files.setAttribute(directory, "unix:mode", mode & 07000 | bits);
            } catch (FileSystemException e) {
                // a file system that has one mode for all
            }
        }
    }

    /** Returns whether the permissions of a new file's group may be those of others than the source's group. */
    private static boolean isForOthers(Path file, PosixFileAttributes source) throws IOException {
        return !Files.readAttributes(file, PosixFileAttributes.class).group().equals(source.group())
                || AccessControlLists.isOn(file); // its directory's default
    }

    private static FileAttribute<?> created(Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }

    private static Set<PosixFilePermission> ofOwner(Set<PosixFilePermission> permissions) {
        Set<PosixFilePermission> some = EnumSet.copyOf(OWNERS);
        some.retainAll(permissions);
        return some;
    }

    /** Returns the permissions without those that the group has and others do not, and the other way round. */
    private static Set<PosixFilePermission> ofAnyGroup(Set<PosixFilePermission> permissions) {
        Set<PosixFilePermission> some = ofOwner(permissions);
        PosixFilePermission[] group = {
            PosixFilePermission.GROUP_READ, PosixFilePermission.GROUP_WRITE, PosixFilePermission.GROUP_EXECUTE
        };
        PosixFilePermission[] others = {
            PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.OTHERS_EXECUTE
        };
        for (int i = 0; i < group.length; i++) {
            if (permissions.contains(group[i]) && permissions.contains(others[i])) {
                some.add(group[i]);
                some.add(others[i]);
            }
        }
        return some;
    }
}
