// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A new file of a local file system, which never takes the place of another one. For one thread. */
public final class NewLocalFile implements NewFile {

    private final Path target;
    private final TemporaryFile temporary;
    private final LocalOutput output;

    private final List<String> notes;

    private NewLocalFile(Path target, TemporaryFile temporary, List<String> notes) {
        this.target = target;
        this.notes = notes;
        this.temporary = temporary;
        this.output = new LocalOutput(target, temporary.channel());
    }

    /**
     * Creates a file beside the target, whose directory exists.
     *
     * @throws FileAlreadyExistsException if there is something at the target
     */
    public static NewLocalFile create(Path target) throws IOException {
        requireAbsent(target);
        return new NewLocalFile(target, TemporaryFile.beside(target), List.of());
    }

    /**
     * Creates a file beside the target, whose directory exists. It has the permissions of the source, and is readable for nobody
     * who may not read that.
     *
     * @throws FileAlreadyExistsException if there is something at the target
     */
    public static NewLocalFile create(Path target, Path source) throws IOException {
        requireAbsent(target);
        CopyAccess access = new CopyAccess(source);
        return new NewLocalFile(target, access.beside(target), access.notes());
    }

    private static void requireAbsent(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw exists(target);
        }
    }

    private static FileAlreadyExistsException exists(Path target) {
        return new FileAlreadyExistsException(
                target.toString(), null, "the target of a recompression must be a new file");
    }

    @Override
    public FileOutput output() {
        return output;
    }

    @Override
    public void finish() throws IOException {
        output.beginSync();
    }

    @Override
    public FileInput open() throws IOException {
        return LocalInput.borrowing(temporary.channel()); // closing another channel would drop the lock
    }

    @Override
    public void place(Condition condition) throws IOException {
        output.awaitSync();
        condition.require();
        requireAbsent(target);
        deleteChecksums(target);
        try {
            // Unlike a rename, a link fails if another process has created the target meanwhile.
            Files.createLink(target, temporary.path());
        } catch (FileAlreadyExistsException e) {
            if (!Files.isSameFile(target, temporary.path())) {
                throw exists(target);
            }
        } catch (IOException | UnsupportedOperationException e) {
            requireAbsent(target);
            Files.move(temporary.path(), target); // a file system without links
        }
        syncDirectory(target);
    }

    /** Deletes the checksums by which Hadoop's local file system would judge the new file, which are an older one's. */
    static void deleteChecksums(Path target) throws IOException {
        Path checksums = target.resolveSibling("." + target.getFileName() + ".crc");
        if (Files.exists(checksums, LinkOption.NOFOLLOW_LINKS)) { // which a name that is too long does not
            Files.deleteIfExists(checksums);
        }
    }

    /** Creates the directory of a file, and those above it, if they are missing; a loss of power does not take them away again. */
    public static void createDirectories(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        List<Path> missing = new ArrayList<>();
        for (Path above = directory; above != null && !Files.exists(above); above = above.getParent()) {
            missing.add(above);
        }
        Files.createDirectories(directory);
        missing.forEach(NewLocalFile::syncDirectory);
    }

    static void syncDirectory(Path file) {
        try (FileChannel directory = FileChannel.open(file.toAbsolutePath().getParent(), StandardOpenOption.READ)) {
            directory.force(true);
        } catch (IOException e) {
            // Windows and some network file systems cannot open directories. The file is whole; its name may be lost.
        }
    }

    @Override
    public List<String> notes() {
        return notes;
    }

    @Override
    public void close() throws IOException {
        try (temporary) {
            output.close();
        }
    }
}
