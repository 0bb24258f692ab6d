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
 * A new object of a file system that creates an object when its stream is closed, and only if the object does not exist, as S3A
 * does since Hadoop 3.4.2. No temporary object is written, and nothing is copied within the store. Not thread-safe.
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

    /**
     * Returns whether a file system creates objects as this class requires. {@link ViewFileSystem} claims to, but drops the
     * option.
     */
    static boolean isMadeBy(FileSystem fileSystem, Path target) throws IOException {
        return fileSystem.hasPathCapability(target, CreateFileOptionKeys.FS_OPTION_CREATE_CONDITIONAL_OVERWRITE)
                && !(fileSystem instanceof ViewFileSystem);
    }

    /**
     * Starts a new object. Nothing appears at the target before {@link #publish}.
     *
     * @param isForOwner whether the original is not readable by everyone
     * @param notes the properties of the original that are not copied, one sentence each
     * @throws java.nio.file.FileAlreadyExistsException if the target exists
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
            NewHadoopFile.requireAbsent(fileSystem, target); // not every store supports conditional creation
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
        if (!isOurs()) { // S3A sends no checksums by default
            throw new IOException(target
                    + " does not have the bytes that were sent: delete it, or the next run takes it for complete");
        }
    }

    private FSDataOutputStream stream() throws IOException {
        FSDataOutputStreamBuilder<?, ?> builder = fileSystem.createFile(target);
        builder.overwrite(true); // whether the target exists is checked when the stream is closed
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

    /**
     * Requires that the object exists although creating it failed: the response may have been lost, or the request may have been
     * sent twice.
     */
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

    /** Returns whether the target has the bytes of this object. */
    private boolean isOurs() throws IOException {
        try (FileInput there = HadoopInput.open(fileSystem, target);
                FileInput ours = open()) {
            return there.hasBytesOf(ours);
        }
    }
}
