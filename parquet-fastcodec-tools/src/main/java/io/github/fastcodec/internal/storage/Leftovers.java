// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * Deletes what killed processes have left beside files: temporary files of this project that nobody holds a lock on. Lists each
 * directory once. Safe for use by many threads.
 */
public final class Leftovers {

    private final LeftoverLists<Path> lists = new LeftoverLists<>(Leftovers::list);

    /** Deletes what was left beside a file, which itself need not be there. */
    public void deleteBeside(Path file) throws IOException {
        deleteIn(
                Objects.requireNonNull(file.toAbsolutePath().getParent(), "the parent of a file"),
                TemporaryName.shortened(file.getFileName().toString())::equals);
    }

    /**
     * Deletes what was left beside files of a directory.
     *
     * @param names which files, by their names as temporary files have them; they need not be there
     */
    public void deleteIn(Path directory, Predicate<String> names) throws IOException {
        for (Path leftover : lists.take(directory.toAbsolutePath(), names)) {
            TemporaryFile.deleteLeftover(leftover);
        }
    }

    private static Map<String, List<Path>> list(Path directory) throws IOException {
        Map<String, List<Path>> left = new HashMap<>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> hidden = Files.newDirectoryStream(directory, ".*.fastcodec.tmp")) {
                for (Path path : hidden) {
                    TemporaryName.of(path.getFileName().toString())
                            .filter(name -> !TemporaryFile.isOurs(name))
                            .ifPresent(name -> left.computeIfAbsent(name.file(), none -> new ArrayList<>())
                                    .add(path));
                }
            }
        }
        return left;
    }
}
