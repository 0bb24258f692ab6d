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
 * directory are much alike. Immutable; it travels between JVMs.
 */
public final class ListedDirectory implements Serializable {

    private static final long serialVersionUID = 1L;

    private final String path;
    private final String relative;
    private final String target;
    private final @Nullable String refusal;
    private final byte[] files;
    private final int fileCount;

    /** Of each size class how many files there are: class n has those of 2^(n-1) to 2^n - 1 bytes. */
    private final int[] classes;

    private final long bytes;
    private final ArrayList<Directory> directories;
    private final ArrayList<Other> others;
    private final ArrayList<String> hidden;

    /** A file that is no Parquet file. Immutable; it travels between JVMs. */
    record Other(String name, long length) implements Serializable {}

    private ListedDirectory(Builder builder) {
        path = builder.directory.path();
        relative = builder.directory.relative();
        target = builder.directory.target();
        refusal = builder.refusal;
        files = builder.packed();
        fileCount = builder.count;
        classes = builder.classes;
        bytes = builder.bytes;
        directories = builder.directories;
        others = builder.others;
        hidden = builder.hidden;
    }

    /** Returns the class of a length: the lengths of a class differ by less than a factor of two. */
    static int sizeClass(long length) {
        return Long.SIZE - Long.numberOfLeadingZeros(length);
    }

    String path() {
        return path;
    }

    String relative() {
        return relative;
    }

    String target() {
        return target;
    }

    /** Returns why no file here may be copied, or null. */
    @Nullable
    String refusal() {
        return refusal;
    }

    int fileCount() {
        return fileCount;
    }

    long bytes() {
        return bytes;
    }

    int countOfClass(int sizeClass) {
        return classes[sizeClass];
    }

    /** Returns how many bytes of memory the names take. */
    int packedLength() {
        return files.length;
    }

    List<Directory> directories() {
        return directories;
    }

    List<Other> others() {
        return others;
    }

    List<String> hidden() {
        return hidden;
    }

    /** Returns the path of something in the directory. */
    String child(String name) {
        return child(path, name);
    }

    /** Returns the path of something in the directory's copy. */
    String targetChild(String name) {
        return child(target, name);
    }

    /** Returns a path in a directory; of none, the name is the path. */
    static String child(String directory, String name) {
        return directory.isEmpty() || directory.endsWith("/") ? directory + name : directory + "/" + name;
    }

    /** Returns the Parquet files. */
    List<FileTask> files() {
        List<FileTask> tasks = new ArrayList<>(fileCount);
        try (DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(files)))) {
            for (int i = 0; i < fileCount; i++) {
                String name = in.readUTF();
                tasks.add(new FileTask(child(name), targetChild(name), in.readLong(), in.readBoolean()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return tasks;
    }

    /** Collects what a directory holds. For one thread. */
    static final class Builder {

        private final Directory directory;
        private final @Nullable String refusal;
        private final Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        private final ByteArrayOutputStream packed = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(packed, deflater));
        private final ArrayList<Directory> directories = new ArrayList<>();
        private final ArrayList<Other> others = new ArrayList<>();
        private final ArrayList<String> hidden = new ArrayList<>();
        private final int[] classes = new int[Long.SIZE];
        private int count;
        private long bytes;

        Builder(Directory directory, @Nullable String refusal) {
            this.directory = directory;
            this.refusal = refusal;
        }

        /** Returns whether its files are not to be recompressed. */
        boolean isRefused() {
            return refusal != null;
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
            return new ListedDirectory(this);
        }
    }
}
