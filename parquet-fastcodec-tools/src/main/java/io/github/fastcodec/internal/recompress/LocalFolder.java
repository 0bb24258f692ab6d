// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** A directory of a local file system. Immutable. */
final class LocalFolder implements Folder {

    private final Path path;

    /** Creates a folder of an absolute path, which need not exist. */
    LocalFolder(Path path) {
        this.path = path;
    }

    @Override
    public String path() {
        return path.toString();
    }

    @Override
    public Optional<Folder> parent() {
        return Optional.ofNullable(path.getParent()).map(LocalFolder::new);
    }

    @Override
    public boolean has(String name) {
        return Files.exists(path.resolve(name), LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public Collection<String> names(String name) throws IOException {
        List<String> names = new ArrayList<>();
        if (Files.isDirectory(path.resolve(name))) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(path.resolve(name))) {
                entries.forEach(entry -> names.add(entry.getFileName().toString()));
            }
        }
        return names;
    }
}
