// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.bench.turns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.FastCodecFactory;
import io.github.fastcodec.bench.Implementation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.apache.parquet.hadoop.CodecFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContenderLoaderTest {

    private static final String OURS = "io.github.fastcodec.";

    @Test
    void contendersShareOnlyTheRuler() throws Exception {
        ContenderLoader first = ContenderLoader.of("parquet-java");
        ContenderLoader second = ContenderLoader.of("parquet-java-again");
        for (Class<?> own : List.of(CodecFactory.class, FastCodecFactory.class, Implementation.class)) {
            assertNotSame(first.loadClass(own.getName()), second.loadClass(own.getName()));
            assertSame(first, first.loadClass(own.getName()).getClassLoader());
        }
        for (Class<?> shared : List.of(Subject.class, Operation.class, String.class)) {
            assertSame(shared, first.loadClass(shared.getName()));
        }
    }

    @Test
    void variantsOfAContenderShareItsClasses() {
        ContenderLoader ours = ContenderLoader.of("fastcodec");
        assertSame(ours, ContenderLoader.of("fastcodec:unverified"));
        assertNotSame(ours, ContenderLoader.of("fastcodec:unverified-again"));
        assertEquals("fastcodec-before", Contender.copy("fastcodec:unverified-before"));
        assertEquals("fastcodec-hadoop", Contender.copy("fastcodec-hadoop"));
    }

    @Test
    void contendersDoNotSeeEachOthersCodecMap() throws Exception {
        install(ContenderLoader.of("fastcodec-hadoop"));
        assertTrue(codecs(ContenderLoader.of("fastcodec-hadoop")).contains("fastcodec"));
        assertFalse(codecs(ContenderLoader.of("parquet-java")).contains("fastcodec"));
    }

    /** All of this project's classes come from the jar, and none from the class path: a mixture would be neither build. */
    @Test
    void anotherBuildLoadsOnlyItsJar(@TempDir Path directory) throws Exception {
        Path jar = directory.resolve("old.jar");
        jar(jar, "FastCodecFactory.class", "FastCodecOptions.class");
        ContenderLoader loader = ContenderLoader.ofBuild(jar);
        Class<?> factory = loader.loadClass(OURS + "FastCodecFactory");
        assertSame(loader, factory.getClassLoader());
        ClassNotFoundException missing =
                assertThrows(ClassNotFoundException.class, () -> loader.loadClass(OURS + "CorruptPageException"));
        assertTrue(missing.getMessage().contains("old.jar"), missing.getMessage());
        assertNotNull(loader.getResource("io/github/fastcodec/FastCodecOptions.class"));
        assertNull(loader.getResource("io/github/fastcodec/CorruptPageException.class"));
        // other classes come from the class path
        assertEquals(loader, loader.loadClass(Implementation.class.getName()).getClassLoader());
        assertEquals(loader, loader.loadClass(CodecFactory.class.getName()).getClassLoader());
    }

    @Test
    void rejectsAJarWithoutOurFactoryByName(@TempDir Path directory) throws Exception {
        Path jar = directory.resolve("other.jar");
        jar(jar, "FastCodecOptions.class");
        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> ContenderLoader.ofBuild(jar));
        assertTrue(refusal.getMessage().contains("other.jar does not contain"), refusal.getMessage());
    }

    private static void jar(Path jar, String... classes) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String name : classes) {
                out.putNextEntry(new JarEntry("io/github/fastcodec/" + name));
                try (InputStream in = FastCodecFactory.class.getResourceAsStream(name)) {
                    in.transferTo(out);
                }
            }
        }
    }

    private static void install(ContenderLoader loader) throws Exception {
        within(loader, () -> {
            Class<?> implementation = loader.loadClass(Implementation.class.getName());
            Object contender = implementation.getMethod("of", String.class).invoke(null, "fastcodec-hadoop");
            return implementation.getMethod("newFactory").invoke(contender);
        });
    }

    /** Returns parquet-java's map entry for SNAPPY. */
    private static String codecs(ContenderLoader loader) throws Exception {
        return within(loader, () -> {
            var field = loader.loadClass(CodecFactory.class.getName()).getDeclaredField("CODEC_BY_NAME");
            field.setAccessible(true);
            return field.get(null).toString();
        });
    }

    private static <T> T within(ClassLoader loader, Callable<T> task) throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            return task.call();
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
