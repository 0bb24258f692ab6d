// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** A hundred directories with names of files that cannot be opened. */
public final class ManyFiles implements Storage {

    private static final int DIRECTORIES = 100;

    private final int count;

    public ManyFiles(int count) {
        this.count = count;
    }

    @Override
    public String normalize(String path) {
        return path;
    }

    @Override
    public String absolute(String path) {
        return path;
    }

    @Override
    public String child(String directory, String name) {
        return directory + "/" + name;
    }

    @Override
    public Optional<String> parent(String path) {
        int end = path.lastIndexOf('/');
        return end < 0 ? Optional.empty() : Optional.of(path.substring(0, end));
    }

    @Override
    public String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    @Override
    public Optional<Entry> find(String path) {
        return Optional.of(new Entry(path, name(path), Entry.Type.DIRECTORY, 0, 0, null));
    }

    @Override
    public List<Entry> list(String directory) {
        if (!name(directory).startsWith("d") || name(directory).equals("dir")) {
            return IntStream.range(0, DIRECTORIES)
                    .mapToObj(i -> new Entry(child(directory, "d" + i), "d" + i, Entry.Type.DIRECTORY, 0, 0, null))
                    .toList();
        }
        int number = Integer.parseInt(name(directory).substring(1));
        return IntStream.range(0, count)
                .filter(i -> i % DIRECTORIES == number)
                .mapToObj(i -> "part-" + i + ".parquet")
                .map(name -> new Entry(child(directory, name), name, Entry.Type.FILE, 1, 0, null))
                .toList();
    }

    @Override
    public FileInput open(String path) throws IOException {
        throw new IOException(path);
    }

    @Override
    public NewFile create(String path, String like) throws IOException {
        throw new IOException(path);
    }

    @Override
    public NewFile createCopy(String path, Storage from, FileInput source) throws IOException {
        throw new IOException(path);
    }

    @Override
    public boolean isForEverybody(String path) throws IOException {
        throw new IOException(path);
    }

    @Override
    public void deleteLeftovers(String directory, Predicate<String> names) throws IOException {
        throw new IOException(directory);
    }
}
