// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.recompress;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The files made by src/test/interop/layouts.py and layouts-java, and some of those made by generate.py. */
final class Layouts {

    private static final Path LAYOUTS = Path.of("src/test/resources/layouts");
    private static final Path INTEROP = Path.of("../parquet-fastcodec/src/test/resources/interop");

    private Layouts() {}

    static Stream<Path> files() {
        return Stream.concat(
                list(LAYOUTS).stream(),
                Stream.of("duckdb-gzip-v1-dict-groups", "polars-lz4_raw-v1-auto-mixed")
                        .map(name -> INTEROP.resolve(name + ".parquet")));
    }

    /** Returns the files that are encrypted, completely or in part. */
    static Stream<Path> encrypted() {
        return list(LAYOUTS.resolve("encrypted")).stream();
    }

    static Path file(String name) {
        return LAYOUTS.resolve(name + ".parquet");
    }

    private static List<Path> list(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
