// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.engines.gzip;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import io.github.fastcodec.engine.BlockCompressor;
import io.github.fastcodec.engine.BlockDecompressor;
import io.github.fastcodec.engine.CompressionSettings;
import io.github.fastcodec.internal.engines.NativeScratch;
import io.github.fastcodec.support.FilePages;
import io.github.fastcodec.support.IsolatedLoader;
import java.io.IOException;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GzipLibdeflateEngineTest {

    /** Throws an OutOfMemoryError when it is freed, as JNA's may, because JNA allocates on the heap to free native memory. */
    private static final class UnclosableMemory extends Memory {
        private UnclosableMemory() {
            super(1_000_000);
        }

        @Override
        public void close() {
            super.close();
            throw new OutOfMemoryError("of the test");
        }
    }

    // Would catch: a level that is passed to the library as another number, or not at all.
    @Test
    void passesTheLevelToLibdeflateUnchanged() throws IOException {
        byte[] page = largestPage(FilePages.LINEITEM);
        Set<Integer> sizes = new HashSet<>();
        for (int level = 0; level <= 9; level++) {
            BlockCompressor compressor = new GzipLibdeflateEngine().newCompressor(CompressionSettings.ofLevel(level));
            byte[] target = new byte[(int) compressor.maxCompressedLength(page.length)];
            int size = compressor.compress(page, 0, page.length, target, 0, target.length);
            assertArrayEquals(member(page, level), Arrays.copyOf(target, size), "level " + level);
            assertTrue(sizes.add(size), "two levels make " + size + " bytes");
            compressor.close();
        }
    }

    private static byte[] largestPage(FilePages file) throws IOException {
        return Collections.max(file.pages(), Comparator.comparingInt(page -> page.length));
    }

    /** Returns a page as the library itself compresses it. */
    private static byte[] member(byte[] page, int level) {
        Libdeflate.acquire();
        long compressor = Libdeflate.libdeflate_alloc_compressor(level);
        try (Memory in = new Memory(page.length);
                Memory out = new Memory(Libdeflate.libdeflate_gzip_compress_bound(compressor, page.length))) {
            in.write(0, page, 0, page.length);
            long size = Libdeflate.libdeflate_gzip_compress(
                    compressor, Pointer.nativeValue(in), in.size(), Pointer.nativeValue(out), out.size());
            return out.getByteArray(0, (int) size);
        } finally {
            Libdeflate.libdeflate_free_compressor(compressor);
            Libdeflate.release();
        }
    }

    // Would catch: a pool that exceeds its bound because contexts report too little. The KiB are the growth in
    // glibc's mallinfo2.
    @ParameterizedTest
    @CsvSource({"0, 6", "1, 200", "9, 652", "10, 8804", "12, 8800"})
    void footprintIsAtLeastTheMeasuredMemory(int level, long kib) {
        try (BlockCompressor compressor =
                new GzipLibdeflateEngine().newCompressor(CompressionSettings.ofLevel(level))) {
            assertTrue(compressor.footprint() >= kib << 10, () -> "says " + compressor.footprint() + " bytes");
        }
    }

    // Would catch: a leak of a context of up to 656 KiB, and of its mapped library, because something else
    // could not be closed.
    @Test
    void freesAContextWhoseScratchMemoryCannotBeClosed() throws Exception {
        GzipLibdeflateEngine engine = new GzipLibdeflateEngine();
        BlockDecompressor another = engine.newDecompressor(); // keeps the library mapped
        int before = users();
        byte[] block = new byte[100_000];
        byte[] target = new byte[200_000];
        BlockCompressor compressor = engine.newCompressor(CompressionSettings.ofLevel(6));
        int size = compressor.compress(block, 0, block.length, target, 0, target.length);
        spoil(compressor);
        assertThrows(OutOfMemoryError.class, compressor::close);
        assertEquals(before, users(), "after a compressor");

        BlockDecompressor decompressor = engine.newDecompressor();
        decompressor.decompress(target, 0, size, block, 0, block.length);
        spoil(decompressor);
        assertThrows(OutOfMemoryError.class, decompressor::close);
        assertEquals(before, users(), "after a decompressor");
        another.close();
    }

    private static int users() throws ReflectiveOperationException {
        Field users = Libdeflate.class.getDeclaredField("users");
        users.setAccessible(true);
        return users.getInt(null);
    }

    private static void spoil(Object context) throws ReflectiveOperationException {
        Field scratch = context.getClass().getDeclaredField("scratch");
        scratch.setAccessible(true);
        Field memory = NativeScratch.class.getDeclaredField("memory");
        memory.setAccessible(true);
        memory.set(scratch.get(context), new UnclosableMemory());
    }

    // Would catch: libdeflate that is mapped again, on a new thread, for each page of a JVM whose last context
    // is freed with the page.
    @Test
    @SuppressWarnings("unchecked") // the class implements this type
    void lastReleaseKeepsTheLibraryMappedUntilACollection() throws Exception {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        IsolatedLoader loader = IsolatedLoader.of(List.of(), name -> false, name -> false);
        Thread.currentThread().setContextClassLoader(loader);
        try {
            UnaryOperator<String> uses = loader.newInstance(LibdeflateUses.class, UnaryOperator.class);
            int threads = Integer.parseInt(uses.apply("50"));
            assertTrue(threads < 25, threads + " threads started");
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    // Would catch: a library that copies of this project share through JNA's cache. A copy that ends would
    // close it while another uses it, and crash the JVM.
    @Test
    @SuppressWarnings("unchecked") // the class implements this type
    void eachCopyBelowOneJnaOpensItsOwnLibrary() throws Exception {
        IsolatedLoader application = IsolatedLoader.of(List.of(), name -> name.endsWith("classes"), name -> false);
        URL[] ours = Stream.of(Libdeflate.class, LibdeflateUses.class)
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .toArray(URL[]::new);
        List<UnaryOperator<String>> copies = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            copies.add((UnaryOperator<String>) new URLClassLoader(ours, application)
                    .loadClass(LibdeflateUses.class.getName())
                    .getDeclaredConstructor()
                    .newInstance());
            copies.get(i).apply("1"); // tests the library, and closes it
        }
        Set<String> opened = new HashSet<>();
        for (UnaryOperator<String> copy : copies) {
            assertTrue(opened.add(copy.apply("open")), "one object of JNA's for both");
        }
    }
}
