// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.jna.Native;
import io.airlift.compress.snappy.SnappyCompressor;
import io.github.fastcodec.internal.engines.Engines;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;

/**
 * The jar's metadata for GraalVM's native-image, which lists classes that are found by name, and resources. The tests build no
 * native image: they compare the names with the existing classes and files.
 */
class NativeImageTest {

    private static final String FOLDER = "/META-INF/native-image/io.github.fastcodec/parquet-fastcodec/";
    private static final String MERGED_JARS_ONLY = "META-INF/parquet-fastcodec/versions\\.properties";
    private static final String OTHERS_JARS_ONLY = "META-INF/services/io\\.github\\.fastcodec\\.engine\\.CodecEngine";

    // Would catch: a renamed class, constructor or field, which native-image would omit silently.
    @Test
    void everyNamedClassAndMemberExists() throws Exception {
        List<JsonNode> entries = new ArrayList<>();
        read("reflect-config.json").forEach(entries::add);
        read("jni-config.json").forEach(entries::add);
        for (JsonNode entry : entries) {
            Class<?> type = typeOf(entry.get("name").asText());
            for (JsonNode method : entry.path("methods")) {
                assertEquals("<init>", method.get("name").asText(), "the test knows constructors only");
                List<Class<?>> parameters = new ArrayList<>();
                for (JsonNode parameter : method.get("parameterTypes")) {
                    parameters.add(typeOf(parameter.asText()));
                }
                type.getDeclaredConstructor(parameters.toArray(Class<?>[]::new));
            }
            for (JsonNode field : entry.path("fields")) {
                type.getDeclaredField(field.get("name").asText());
            }
        }
    }

    // Would catch: a new engine that works everywhere except in a native image.
    @Test
    void everyEngineIsNamed() throws Exception {
        Set<String> named = StreamSupport.stream(read("reflect-config.json").spliterator(), false)
                .filter(entry -> entry.path("methods").size() == 1)
                .map(entry -> entry.get("name").asText())
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> engines = Arrays.stream(CompressionCodecName.values())
                .flatMap(codec -> Engines.of(codec).stream())
                .map(engine -> engine.getClass().getName())
                .filter(name -> name.startsWith("io.github.fastcodec.internal."))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(engines, named);
    }

    // Would catch: a library file that has moved in the jar, so that the image silently lacks libdeflate.
    @Test
    void everyPatternMatchesAResource() throws Exception {
        Set<String> resources = new TreeSet<>();
        addFilesBeside(FastCodecFactory.class, resources);
        addFilesBeside(Native.class, resources);
        addFilesBeside(SnappyCompressor.class, resources);
        for (JsonNode include : read("resource-config.json").get("resources").get("includes")) {
            String pattern = include.get("pattern").asText();
            if (!pattern.equals(MERGED_JARS_ONLY) && !pattern.equals(OTHERS_JARS_ONLY)) {
                assertTrue(resources.stream().anyMatch(Pattern.compile(pattern).asMatchPredicate()), pattern);
            }
        }
    }

    private static JsonNode read(String name) throws IOException {
        try (InputStream in = NativeImageTest.class.getResourceAsStream(FOLDER + name)) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static Class<?> typeOf(String name) throws ClassNotFoundException {
        return Class.forName(name, false, NativeImageTest.class.getClassLoader());
    }

    /** Adds the names of all files in the folder or jar that contains a class. */
    private static void addFilesBeside(Class<?> type, Set<String> resources) throws IOException, URISyntaxException {
        Path place =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.isDirectory(place)) {
            addFiles(place, resources);
            return;
        }
        try (FileSystem files = FileSystems.newFileSystem(place)) {
            addFiles(files.getPath("/"), resources);
        }
    }

    private static void addFiles(Path root, Set<String> resources) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            files.filter(Files::isRegularFile)
                    .forEach(file -> resources.add(root.relativize(file).toString()));
        }
    }
}
