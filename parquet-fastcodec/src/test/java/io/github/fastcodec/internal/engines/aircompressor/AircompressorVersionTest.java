// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.aircompressor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.airlift.compress.Compressor;
import io.github.fastcodec.internal.engines.Engines;
import io.github.fastcodec.support.IsolatedLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AircompressorVersionTest {

    /** Would catch: a check that is never made, or that throws to the caller. */
    @Test
    void enginesOfAnUnsafeVersionAreMissingWithAReason(@TempDir Path directory) throws Exception {
        Path jar = directory.resolve("aircompressor-0.21.jar");
        Path original = Path.of(Compressor.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile from = new JarFile(original.toFile());
                JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar))) {
            for (JarEntry entry : Collections.list(from.entries())) {
                to.putNextEntry(new JarEntry(entry.getName()));
                to.write(
                        entry.getName().equals("META-INF/maven/io.airlift/aircompressor/pom.properties")
                                ? "version=0.21".getBytes(StandardCharsets.US_ASCII)
                                : from.getInputStream(entry).readAllBytes());
            }
        }
        try (IsolatedLoader old = IsolatedLoader.of(List.of(jar), file -> false, name -> false)) {
            String missing =
                    "missing (java.lang.IllegalStateException: aircompressor 0.21 accesses memory out of bounds if a"
                            + " page is damaged (CVE-2024-36114)); replace aircompressor 0.21 with"
                            + " io.airlift:aircompressor 2.0.3 or newer";
            assertEquals(
                    List.of(
                            "SNAPPY " + missing,
                            "LZO " + missing,
                            "LZ4 " + missing,
                            "ZSTD " + missing,
                            "LZ4_RAW " + missing),
                    old.newInstance(Answers.class, Supplier.class).get());
        }
    }

    /** Returns the outcome for each of aircompressor's codecs. */
    public static final class Answers implements Supplier<List<String>> {
        @Override
        public List<String> get() {
            List<String> answers = new ArrayList<>();
            for (CompressionCodecName codec : CompressionCodecName.values()) {
                Engines.of(codec).stream()
                        .filter(engine -> engine.name().equals("aircompressor"))
                        .forEach(engine -> answers.add(codec + " " + Engines.availability(engine, codec)));
            }
            return answers;
        }
    }
}
