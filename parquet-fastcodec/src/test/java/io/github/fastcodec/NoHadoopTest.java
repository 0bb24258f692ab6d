// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.support.IsolatedLoader;
import io.github.fastcodec.support.PageRoundTrip;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Our classes with parquet-common and its dependencies only, without Hadoop and parquet-hadoop. */
class NoHadoopTest {

    private static final Pattern LEFT_OUT = Pattern.compile("(hadoop-|parquet-(?!common|format-structures)).*\\.jar");

    private static final IsolatedLoader LOADER =
            IsolatedLoader.of(List.of(), LEFT_OUT.asMatchPredicate(), name -> name.startsWith("org.apache.hadoop."));

    @AfterAll
    static void closeLoader() throws IOException {
        LOADER.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "org.apache.hadoop.conf.Configuration",
                "org.apache.parquet.hadoop.CodecFactory",
                "org.apache.parquet.column.ParquetProperties"
            })
    void hadoopsClassesAreMissingHere(String name) {
        assertThrows(ClassNotFoundException.class, () -> LOADER.loadClass(name));
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("unchecked") // the class implements this type
    void everyCodecUsesTheSameEngineWithoutHadoop(CompressionCodecName codec) throws ReflectiveOperationException {
        UnaryOperator<String> isolated = LOADER.newInstance(PageRoundTrip.class, UnaryOperator.class);
        assertEquals(new PageRoundTrip().apply(codec.name()), isolated.apply(codec.name()));
    }

    /**
     * Searches whole class files, including signatures, generic ones too, and code. A type that only a method body uses would
     * fail in an application long after our classes are loaded.
     */
    @Test
    void onlyAdaptersUseHadoopTypes() throws Exception {
        Path classes = Path.of(FastCodecFactory.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path ours = classes.resolve(Path.of("io", "github", "fastcodec"));
        try (Stream<Path> files = Files.walk(classes)) {
            List<Path> classFiles = files.filter(file -> file.toString().endsWith(".class")
                            && Stream.of("hadoop", "internal/hadoop", "internal/tables/delta", "spark", "flink")
                                    .noneMatch(adapter -> file.startsWith(ours.resolve(adapter))))
                    .collect(Collectors.toList());
            assertFalse(classFiles.isEmpty());
            assertEquals(
                    List.of(),
                    classFiles.stream().filter(NoHadoopTest::namesAHadoopType).collect(Collectors.toList()));
        }
    }

    private static boolean namesAHadoopType(Path classFile) {
        try {
            return new String(Files.readAllBytes(classFile), StandardCharsets.ISO_8859_1)
                    .contains("org/apache/hadoop/");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
