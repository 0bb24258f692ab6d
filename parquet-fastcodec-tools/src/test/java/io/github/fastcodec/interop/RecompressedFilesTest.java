// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.interop;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.plan.CodecLevel;
import io.github.fastcodec.plan.Plan;
import io.github.fastcodec.recompress.Recompressor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Leaves recompressed files for src/test/interop/run, in which other readers compare them with their sources. */
@Tag("slow")
class RecompressedFilesTest {

    private static final Path SOURCES = Path.of("src/test/resources/layouts");
    private static final Path TARGETS = Path.of(System.getProperty("interop.parent", "target"), "interop-recompressed");

    private static final List<String> CODECS = List.of(
            "UNCOMPRESSED", "SNAPPY", "GZIP", "GZIP:12", "ZSTD", "LZ4_RAW", "LZ4_RAW:9", "LZ4_RAW:12", "BROTLI");

    @Test
    void writesEveryLayoutWithEachCodec() throws IOException {
        Files.createDirectories(TARGETS);
        try (Stream<Path> old = Files.list(TARGETS)) {
            for (Path file : old.toList()) {
                Files.delete(file);
            }
        }
        try (Stream<Path> sources = Files.list(SOURCES)) {
            for (Path source : sources.filter(Files::isRegularFile).toList()) {
                for (String codec : CODECS) {
                    String suffix = "." + codec.replace(':', '-') + ".parquet";
                    Path target =
                            TARGETS.resolve(source.getFileName().toString().replace(".parquet", suffix));
                    Recompressor.of(Plan.to(CodecLevel.of(codec))).recompress(source, target);
                    assertTrue(Files.size(target) > 0);
                }
            }
        }
    }
}
