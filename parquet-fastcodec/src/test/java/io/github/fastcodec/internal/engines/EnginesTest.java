// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.engine.Availability;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CodecEngine;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.aircompressor.AircompressorEngine;
import io.github.fastcodec.support.FakeEngine;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EnginesTest {

    private static final CompressionCodecName CODEC = CompressionCodecName.LZ4_RAW;

    // Would catch: a slow engine that is preferred because it was registered earlier.
    @ParameterizedTest
    @EnumSource
    void enginesOfACodecAreSortedAndNamedDistinctly(CompressionCodecName codec) {
        List<CodecEngine> engines = Engines.of(codec);
        for (int i = 1; i < engines.size(); i++) {
            assertTrue(engines.get(i - 1).priority() >= engines.get(i).priority(), () -> "order of " + engines);
        }
        long names = engines.stream().map(CodecEngine::name).distinct().count();
        assertEquals(engines.size(), names, () -> "different names among " + engines);
        engines.forEach(engine -> assertTrue(engine.codecs().contains(codec)));
        engines.forEach(engine -> assertFalse(engine.howToFix().isBlank()));
    }

    // Would catch: an engine that is not in the registry, a mistyped class name there, and, if the build has
    // all libraries, an engine that does not work.
    @Test
    void everyEngineClassOfThisProjectIsRegisteredAndWorks() throws Exception {
        List<String> classes = engineClasses();
        assertTrue(classes.size() >= 7, () -> "engine classes found: " + classes);
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            for (CodecEngine engine : Engines.of(codec)) {
                classes.remove(engine.getClass().getName());
                Availability availability = Engines.availability(engine, codec);
                assertTrue(availability.isAvailable(), () -> engine.getClass() + " for " + codec + ": " + availability);
            }
        }
        assertEquals(List.of(), classes, "engine classes that are not registered");
    }

    static Stream<Throwable> failures() {
        return Stream.of(
                new NoClassDefFoundError("com/example/Library"),
                new UnsatisfiedLinkError("no example in java.library.path"),
                new ExceptionInInitializerError(new IllegalStateException("cannot unpack")),
                new Error("an error of a library's own type, as snappy-java has it"),
                new IllegalStateException("unsupported architecture"));
    }

    // Would catch: a missing library that is thrown to the caller instead of being recorded, and a later, less
    // helpful failure that replaces the first one.
    @ParameterizedTest
    @MethodSource("failures")
    void engineWithoutAContextKeepsItsFirstCause(Throwable failure) {
        AtomicInteger attempts = new AtomicInteger();
        CodecEngine working = Engines.forCompression(CODEC);
        FakeEngine engine = new FakeEngine(CODEC)
                .creating(
                        () -> {
                            attempts.incrementAndGet();
                            throw FakeEngine.<RuntimeException>unchecked(failure);
                        },
                        working::newDecompressor);
        Availability availability = Engines.availability(engine, CODEC);
        assertFalse(availability.isAvailable());
        assertSame(failure, availability.cause().orElseThrow());
        assertEquals("ask the test", availability.howToFix());
        assertSame(availability, Engines.availability(engine, CODEC));
        assertEquals(1, attempts.get(), "attempts to load what is missing");
    }

    // Would catch: a self-test of one direction only; the decompressor alone may fail to link.
    @Test
    void engineWithoutADecompressorIsMissing() {
        CodecEngine working = Engines.forCompression(CODEC);
        NoClassDefFoundError failure = new NoClassDefFoundError("com/example/Decompressor");
        FakeEngine engine = new FakeEngine(CODEC)
                .creating(() -> working.newCompressor(CompressionSettings.ofLevel(0)), () -> {
                    throw failure;
                });
        assertSame(failure, Engines.availability(engine, CODEC).cause().orElseThrow());
    }

    // Would catch: an engine that links but computes wrong results, for instance with another architecture's
    // library.
    @Test
    void engineWithAWrongResultIsMissing() {
        CodecEngine working = Engines.forDecompression(CODEC);
        FakeEngine wrongBytes = new FakeEngine(CODEC).decompressing((s, so, sl, target, to, room) -> room);
        FakeEngine wrongCount = new FakeEngine(CODEC)
                .decompressing(
                        (source, sourceOffset, sourceLength, target, targetOffset, room) -> working.newDecompressor()
                                        .decompress(source, sourceOffset, sourceLength, target, targetOffset, room)
                                - 1);
        FakeEngine unreadable = new FakeEngine(CODEC)
                .creating(
                        () -> new FakeEngine(CODEC).newCompressor(CompressionSettings.ofLevel(0)),
                        working::newDecompressor);
        for (FakeEngine engine : List.of(wrongBytes, wrongCount, unreadable)) {
            Availability availability = Engines.availability(engine, CODEC);
            assertFalse(availability.isAvailable());
            assertTrue(availability.toString().contains("ask the test"), availability::toString);
        }
        String cause =
                Engines.availability(wrongBytes, CODEC).cause().orElseThrow().getMessage();
        assertEquals("engine fake failed its known-answer test", cause);
    }

    // Would catch: a self-test that leaves its contexts open or closes them twice.
    @Test
    void selfTestClosesItsContextsOnce() {
        FakeEngine engine = new FakeEngine(CODEC)
                .decompressing((source, sourceOffset, sourceLength, target, targetOffset, room) -> {
                    throw new IOException("no");
                });
        assertFalse(Engines.availability(engine, CODEC).isAvailable());
        assertEquals("1", engine.closed());
    }

    // Would catch: a JVM that permanently loses an engine because it is out of memory for a moment.
    @Test
    void outOfMemoryErrorIsNotAMissingLibrary() {
        AtomicInteger attempts = new AtomicInteger();
        CodecEngine working = Engines.forCompression(CODEC);
        FakeEngine engine = new FakeEngine(CODEC)
                .creating(() -> working.newCompressor(CompressionSettings.ofLevel(0)), () -> {
                    if (attempts.getAndIncrement() == 0) {
                        throw new OutOfMemoryError("of the test");
                    }
                    return working.newDecompressor();
                });
        assertThrows(OutOfMemoryError.class, () -> Engines.availability(engine, CODEC));
        assertTrue(Engines.availability(engine, CODEC).isAvailable());
    }

    // Would catch: a message that does not name the codec, the direction or the remedy.
    @Test
    void errorForAMissingEngineNamesCodecAndDirection() {
        CompressionCodecName none = CompressionCodecName.UNCOMPRESSED;
        assertEquals(List.of(), Engines.of(none));
        assertEquals(
                "No engine can compress UNCOMPRESSED; this version has no engine for it",
                assertThrows(UnsupportedOperationException.class, () -> Engines.forCompression(none))
                        .getMessage());
        assertEquals(
                "No engine can decompress UNCOMPRESSED; this version has no engine for it",
                assertThrows(UnsupportedOperationException.class, () -> Engines.forDecompression(none))
                        .getMessage());
    }

    // Would catch: a codec that fails without a library although a second engine is available, or fails with an
    // error that does not list the tried engines and their requirements.
    @Test
    void skipsEnginesWithoutTheirLibrary() throws Exception {
        List<String> missing = List.of("snappy-java", "zstd-jni", "lz4-java", "jna", "brotli4j");
        try (URLClassLoader loader = classPathWithout(missing, null)) {
            assertEquals("aircompressor", nameOfBest(loader, "forDecompression", CompressionCodecName.SNAPPY));
            assertEquals("aircompressor", nameOfBest(loader, "forCompression", CompressionCodecName.LZ4));
            assertEquals("jdk-zlib", nameOfBest(loader, "forCompression", CompressionCodecName.GZIP));
            assertEquals("aircompressor", nameOfBest(loader, "forCompression", CompressionCodecName.ZSTD));
            assertEquals("aircompressor", nameOfBest(loader, "forDecompression", CompressionCodecName.ZSTD));
            assertEquals("brotli-dec", nameOfBest(loader, "forDecompression", CompressionCodecName.BROTLI));
            Throwable readOnly = assertThrows(
                            InvocationTargetException.class,
                            () -> nameOfBest(loader, "forCompression", CompressionCodecName.BROTLI))
                    .getCause();
            assertTrue(readOnly.getMessage().contains("brotli-dec only decompresses"), readOnly::getMessage);
        }
        try (URLClassLoader loader = classPathWithout(List.of("zstd-jni", "aircompressor"), null)) {
            InvocationTargetException thrown = assertThrows(
                    InvocationTargetException.class,
                    () -> nameOfBest(loader, "forCompression", CompressionCodecName.ZSTD));
            Throwable none = thrown.getCause();
            assertEquals(UnsupportedOperationException.class, none.getClass());
            assertTrue(
                    none.getMessage().startsWith("No engine can compress ZSTD; zstd-jni is missing ("),
                    none::getMessage);
            assertTrue(none.getMessage().contains("add com.github.luben:zstd-jni"), none::getMessage);
            assertTrue(none.getMessage().contains("add io.airlift:aircompressor"), none::getMessage);
            assertTrue(none.getSuppressed()[0] instanceof LinkageError, "the cause itself is kept");
        }
    }

    // Would catch: a third party's engine that is not found, and a broken service file that disables the
    // built-in engines.
    @Test
    void findsServiceEnginesAndSkipsBrokenOnes(@TempDir Path directory) throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(
                services.resolve(CodecEngine.class.getName()),
                "com.example.NoSuchEngine\n" + HighPriorityEngine.class.getName() + "\n");
        try (URLClassLoader loader = classPathWithout(List.of(), directory)) {
            assertEquals("third-party", nameOfBest(loader, "forCompression", CompressionCodecName.LZO));
            assertEquals("libdeflate", nameOfBest(loader, "forCompression", CompressionCodecName.GZIP));
        }
    }

    /** A third party's engine, here the built-in one under another name. */
    public static final class HighPriorityEngine implements CodecEngine {
        private final CodecEngine lzo = new AircompressorEngine(CompressionCodecName.LZO);

        @Override
        public String name() {
            return "third-party";
        }

        @Override
        public Set<CompressionCodecName> codecs() {
            return lzo.codecs();
        }

        @Override
        public int priority() {
            return 1_000;
        }

        @Override
        public String howToFix() {
            return lzo.howToFix();
        }

        @Override
        public BlockCompressor newCompressor(CompressionSettings settings) {
            return lzo.newCompressor(settings);
        }

        @Override
        public BlockDecompressor newDecompressor() {
            return lzo.newDecompressor();
        }
    }

    /** Returns a loader with its own copy of this test's class path, without some libraries and with one more directory. */
    private static URLClassLoader classPathWithout(List<String> artifacts, Path more) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String file = Path.of(entry).getFileName().toString();
            if (artifacts.stream().noneMatch(artifact -> file.startsWith(artifact + "-"))) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        }
        if (more != null) {
            urls.add(more.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static Object nameOfBest(ClassLoader loader, String method, CompressionCodecName codec)
            throws ReflectiveOperationException {
        Class<?> codecs = loader.loadClass(CompressionCodecName.class.getName());
        Object theirCodec = codecs.getMethod("valueOf", String.class).invoke(null, codec.name());
        Object engine = loader.loadClass(Engines.class.getName())
                .getMethod(method, codecs)
                .invoke(null, theirCodec);
        return loader.loadClass(CodecEngine.class.getName()).getMethod("name").invoke(engine);
    }

    private static List<String> engineClasses() throws Exception {
        Path root = Path.of(CodecEngine.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (Stream<Path> files = Files.walk(root.resolve("io/github/fastcodec/internal/engines"))) {
            return files.map(file -> root.relativize(file).toString().replace(File.separatorChar, '.'))
                    .filter(name -> name.endsWith("Engine.class") && !name.endsWith(".CodecEngine.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .collect(Collectors.toList());
        }
    }
}
