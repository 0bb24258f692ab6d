// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A directory of any storage. Immutable. */
public final class StoredFolder implements Folder {

    private final Storage storage;
    private final String path;

    /** Creates a folder of an absolute path, which need not exist. */
    public StoredFolder(Storage storage, String path) {
        this.storage = storage;
        this.path = path;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public Optional<Folder> parent() {
        return storage.parent(path).map(parent -> new StoredFolder(storage, parent));
    }

    @Override
    public boolean has(String name) throws IOException {
        return storage.find(storage.child(path, name)).isPresent();
    }

    @Override
    public Collection<String> names(String name) throws IOException {
        String directory = storage.child(path, name);
        if (storage.find(directory).filter(Entry::isDirectory).isEmpty()) {
            return List.of();
        }
        return storage.list(directory).stream().map(Entry::name).collect(Collectors.toList());
    }
}
