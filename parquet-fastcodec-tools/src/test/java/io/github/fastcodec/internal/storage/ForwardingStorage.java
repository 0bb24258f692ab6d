// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A storage that forwards to another one, except where a test overrides it. */
public class ForwardingStorage implements Storage {

    private final Storage storage;

    public ForwardingStorage(Storage storage) {
        this.storage = storage;
    }

    @Override
    public String normalize(String path) {
        return storage.normalize(path);
    }

    @Override
    public String absolute(String path) {
        return storage.absolute(path);
    }

    @Override
    public String real(String path) throws IOException {
        return storage.real(path);
    }

    @Override
    public String child(String directory, String name) {
        return storage.child(directory, name);
    }

    @Override
    public Optional<String> parent(String path) {
        return storage.parent(path);
    }

    @Override
    public String name(String path) {
        return storage.name(path);
    }

    @Override
    public Optional<Entry> find(String path) throws IOException {
        return storage.find(path);
    }

    @Override
    public List<Entry> list(String directory) throws IOException {
        return storage.list(directory);
    }

    @Override
    public FileInput open(String path) throws IOException {
        return storage.open(path);
    }

    @Override
    public NewFile create(String path, String like) throws IOException {
        return storage.create(path, like);
    }

    @Override
    public NewFile createCopy(String path, Storage from, FileInput source) throws IOException {
        return storage.createCopy(path, from == this ? storage : from, source);
    }

    @Override
    public boolean isForEverybody(String path) throws IOException {
        return storage.isForEverybody(path);
    }

    @Override
    public void deleteLeftovers(String directory, Predicate<String> names) throws IOException {
        storage.deleteLeftovers(directory, names);
    }

    @Override
    public boolean isLocal() {
        return storage.isLocal();
    }
}
