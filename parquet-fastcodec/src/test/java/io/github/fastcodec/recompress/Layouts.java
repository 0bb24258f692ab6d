// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files that src/test/interop/layouts.py made, and some that generate.py made. */
final class Layouts {

    private static final Path RESOURCES = Path.of("src/test/resources");

    private Layouts() {}

    static Stream<Path> files() {
        return Stream.concat(
                own().stream(),
                Stream.of("duckdb-gzip-v1-dict-groups", "polars-lz4_raw-v1-auto-mixed")
                        .map(name -> RESOURCES.resolve("interop").resolve(name + ".parquet")));
    }

    static Path file(String name) {
        return RESOURCES.resolve("layouts").resolve(name + ".parquet");
    }

    private static List<Path> own() {
        try (Stream<Path> files = Files.list(RESOURCES.resolve("layouts"))) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
