// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.github.fastcodec.IsolatedLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The oldest parquet-java that we serve, which Spark 3.5 ships, and that of Spark 4.0 and Flink: a method of ours that uses
 * something newer fails here, as it would there. The build copies their jars to target/old-parquet.
 */
class OldParquetTest {

    private static final String WITHOUT_WRITER_FACTORY = "1.13.1";
    private static final String WITH_WRITER_FACTORY = "1.15.2";

    private static final Pattern NEW_PARQUET = Pattern.compile("parquet-.*\\.jar");

    /**
     * One for each version, because Hadoop's classes take seconds to load; never closed, because its shutdown hook loads
     * more of them when the JVM ends.
     */
    private static final Map<String, IsolatedLoader> LOADERS = new HashMap<>();

    @TempDir
    Path directory;

    static Stream<Arguments> codecsOfBoth() {
        return Stream.of(WITHOUT_WRITER_FACTORY, WITH_WRITER_FACTORY)
                .flatMap(version -> Arrays.stream(CompressionCodecName.values())
                        .filter(Side.PARQUET_JAVA::serves)
                        .map(codec -> Arguments.of(version, codec)));
    }

    @ParameterizedTest
    @MethodSource("codecsOfBoth")
    void weReadWhatAnOldParquetWrote(String version, CompressionCodecName codec) throws Exception {
        assertEquals(version, roundTrip(version, codec, false));
    }

    @ParameterizedTest
    @EnumSource
    void weWriteAndReadInAnOldParquet(CompressionCodecName codec) throws Exception {
        assertEquals(WITH_WRITER_FACTORY, roundTrip(WITH_WRITER_FACTORY, codec, true));
    }

    /** Or the jars of the build would have been found in place of the old ones. */
    @ParameterizedTest
    @ValueSource(strings = WITHOUT_WRITER_FACTORY)
    void theOldestParquetHasNoCodecFactoryInItsWriter(String version) {
        assertThrows(NoSuchMethodError.class, () -> roundTrip(version, CompressionCodecName.SNAPPY, true));
    }

    @SuppressWarnings("unchecked") // the class says so
    private String roundTrip(String version, CompressionCodecName codec, boolean ours) throws Exception {
        IsolatedLoader loader = LOADERS.get(version);
        if (loader == null) {
            loader = IsolatedLoader.of(jars(version), NEW_PARQUET.asMatchPredicate(), name -> false);
            LOADERS.put(version, loader);
        }
        // Hadoop finds file systems through the thread's class loader.
        Thread thread = Thread.currentThread();
        ClassLoader original = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            BiFunction<String, Boolean, String> isolated =
                    loader.newInstance(OldParquetRoundTrip.class, BiFunction.class);
            return isolated.apply(directory.resolve(codec + ".parquet").toUri().toString(), ours);
        } finally {
            thread.setContextClassLoader(original);
        }
    }

    private static List<Path> jars(String version) throws IOException {
        try (Stream<Path> jars = Files.list(Path.of("target", "old-parquet", version))) {
            return jars.collect(Collectors.toList());
        }
    }
}
