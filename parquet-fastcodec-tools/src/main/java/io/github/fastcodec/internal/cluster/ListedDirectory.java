// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cluster;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;

/**
 * What a directory holds. The names of its Parquet files are kept compressed, because a lake has millions, and those of a
 * directory are much alike. Immutable; serialized between JVMs.
 *
 * @param directory where it is, and where its copy goes
 * @param packed the Parquet files, compressed; {@link #files} unpacks them
 * @param fileCount how many Parquet files there are
 * @param classes how many files each size class has: class n is of 2^(n-1) to 2^n - 1 bytes
 * @param bytes the length of all Parquet files
 * @param directories the directories below
 * @param others the files that are no Parquet files
 * @param hidden the paths that were not looked at
 */
@SuppressWarnings("ArrayRecordComponent") // each listing is equal to itself alone
public record ListedDirectory(
        Directory directory,
        byte[] packed,
        int fileCount,
        int[] classes,
        long bytes,
        List<Directory> directories,
        List<Other> others,
        List<String> hidden)
        implements Serializable {

    /** A file that is no Parquet file. Immutable; serialized between JVMs. */
    record Other(String name, long length) implements Serializable {}

    /** Returns the class of a length: the lengths of a class differ by less than a factor of two. */
    static int sizeClass(long length) {
        return Long.SIZE - Long.numberOfLeadingZeros(length);
    }

    String path() {
        return directory.path();
    }

    /** Returns why no file here may be copied, or null. */
    @Nullable
    String refusal() {
        return directory.refusal();
    }

    /** Returns a copy whose files are only read, which may be done anywhere. */
    ListedDirectory withoutRefusal() {
        return new ListedDirectory(
                directory.withRefusal(null), packed, fileCount, classes, bytes, directories, others, hidden);
    }

    /** Returns what is to be done with a file of the directory. */
    FileTask task(String name, long length, boolean targetWasThere) {
        return new FileTask(child(path(), name), child(directory.target(), name), length, targetWasThere);
    }

    /** Returns a path in a directory; if the directory is empty, the name is the path. */
    static String child(String directory, String name) {
        return directory.isEmpty() || directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    /** Returns the Parquet files. */
    List<FileTask> files() {
        List<FileTask> tasks = new ArrayList<>(fileCount);
        try (DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(packed)))) {
            for (int i = 0; i < fileCount; i++) {
                String name = in.readUTF();
                tasks.add(task(name, in.readLong(), in.readBoolean()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tasks;
    }

    /** Collects what a directory holds. For one thread. */
    static final class Builder {

        private final Directory directory;
        private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed, deflater));
        private final ArrayList<Directory> directories = new ArrayList<>();
        private final ArrayList<Other> others = new ArrayList<>();
        private final ArrayList<String> hidden = new ArrayList<>();
        private final int[] classes = new int[Long.SIZE];
        private int count;
        private long bytes;

        Builder(Directory directory) {
            this.directory = directory;
        }

        void addFile(String name, long length, boolean targetIsThere) throws IOException {
            out.writeUTF(name);
            out.writeLong(length);
            out.writeBoolean(targetIsThere);
            count++;
            bytes += length;
            classes[sizeClass(length)]++;
        }

        void addDirectory(Directory below) {
            directories.add(below);
        }

        void addOther(String name, long length) {
            others.add(new Other(name, length));
        }

        void addHidden(String path) {
            hidden.add(path);
        }

        private byte[] packed() {
            try {
                out.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                deflater.end();
            }
            return packed.toByteArray();
        }

        ListedDirectory build() {
            return new ListedDirectory(directory, packed(), count, classes, bytes, directories, others, hidden);
        }
    }
}
