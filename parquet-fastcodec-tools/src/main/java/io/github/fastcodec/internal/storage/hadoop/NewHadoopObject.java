// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.NewObject;
import io.github.fastcodec.internal.work.Uninterrupted;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.CreateFileOptionKeys;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;

/**
 * A new object of a file system that makes it when its stream is closed, if there is none: S3A since Hadoop 3.4.2. There is no
 * temporary object, and no copy within the store. For one thread.
 */
final class NewHadoopObject extends NewObject {

    private static final int STEP = 1 << 20;

    private final FileSystem fileSystem;
    private final Path target;

    private NewHadoopObject(FileSystem fileSystem, Path target, List<String> notes) throws IOException {
        super(notes);
        this.fileSystem = fileSystem;
        this.target = target;
    }

    /** Returns whether a file system makes such objects. A view of other file systems claims what they can do, but drops the option. */
    static boolean isMadeBy(FileSystem fileSystem, Path target) throws IOException {
        return fileSystem.hasPathCapability(target, CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE)
                && !(fileSystem instanceof ViewFileSystem);
    }

    /**
     * Starts a new object. Nothing appears at the target before {@link #publish}.
     *
     * @param isForOwner whether not everybody may read the file that it is a copy of
     * @param notes what it does not have of that file
     * @throws java.nio.file.FileAlreadyExistsException if there is something at the target
     */
    static NewHadoopObject create(FileSystem fileSystem, Path target, boolean isForOwner, List<String> notes)
            throws IOException {
        NewHadoopFile.requireAbsent(fileSystem, target);
        List<String> all = new ArrayList<>(notes);
        if (isForOwner) {
            all.add(FOR_READERS_OF_BUCKET);
        }
        return new NewHadoopObject(fileSystem, target, all);
    }

    @Override
    public void publish(Condition condition) throws IOException {
        FSDataOutputStream stream = stream();
        boolean isSent = false;
        try {
            send(stream, condition);
            condition.require();
            NewHadoopFile.requireAbsent(fileSystem, target); // not every store knows the condition
            isSent = true;
        } finally {
            if (!isSent) {
                Uninterrupted.run(stream::abort);
            }
        }
        try {
            stream.close();
        } catch (IOException | RuntimeException e) {
            requireOurs(e);
        }
        if (!isOurs()) { // S3A sends no checksums unless it is told to
            throw new IOException(
                    target + " does not have the bytes that were sent: delete it, or the next run takes it for done");
        }
    }

    private FSDataOutputStream stream() throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target);
        builder.overwrite(true); // what is there is asked when the stream is closed
        if (origin != null) {
            HadoopOrigin.write(builder, origin, length());
        }
        builder.must(CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE, true);
        return builder.build();
    }

    private void send(FSDataOutputStream stream, Condition condition) throws IOException {
        byte[] bytes = new byte[STEP];
        for (long position = 0; position < length(); position += STEP) {
            condition.requireNotCancelled();
            int length = (int) Math.min(STEP, length() - position);
            spool.read(position, bytes, 0, length);
            stream.write(bytes, 0, length);
        }
    }

    /** Requires that the object is there although making it has failed: the answer was lost, or the request was sent again. */
    private void requireOurs(Exception failure) throws IOException {
        boolean[] ours = {false};
        try {
            Uninterrupted.run(() -> ours[0] = isOurs());
        } catch (FileNotFoundException e) {
            throw failure instanceof IOException known ? known : new IOException(failure.getMessage(), failure);
        } catch (IOException e) {
            throw unknown(target, String.valueOf(failure.getMessage()), failure, e);
        }
        if (!ours[0]) {
            throw NewFile.exists(target); // another process was faster
        }
    }

    /** Returns whether what is at the target has the bytes of this object. */
    private boolean isOurs() throws IOException {
        try (FileInput there = HadoopInput.open(fileSystem, target);
                FileInput ours = open()) {
            return there.hasBytesOf(ours);
        }
    }
}
