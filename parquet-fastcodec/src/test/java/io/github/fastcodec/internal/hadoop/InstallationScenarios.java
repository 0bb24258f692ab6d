// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.support.TestPages;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.DefaultCodec;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.hadoop.CodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;

/**
 * The situations of an installation, each in a JVM without an earlier one. Made for an
 * {@link io.github.fastcodec.support.IsolatedLoader}, which has its own copy of parquet-java's map.
 */
public final class InstallationScenarios implements UnaryOperator<String> {

    private static final String SNAPPY = CompressionCodecName.SNAPPY.getHadoopCompressionCodecClassName();
    private static final String GZIP = CompressionCodecName.GZIP.getHadoopCompressionCodecClassName();

    /** For the loader. */
    public InstallationScenarios() {}

    /** Runs the named scenario and returns its name. */
    @Override
    public String apply(String scenario) {
        try {
            switch (scenario) {
                case "many threads":
                    manyThreads();
                    break;
                case "collected":
                    collected();
                    break;
                case "agent":
                    agent();
                    break;
                case "switched off":
                    switchedOff();
                    break;
                case "switched off for the first file":
                    switchedOffForTheFirstFile();
                    break;
                case "wrong switch":
                    wrongSwitch();
                    break;
                case "wrong value":
                    wrongValue();
                    break;
                case "misspelt key of a process":
                    misspeltKey(FastCodecInstaller::install);
                    break;
                case "misspelt key of a file":
                    misspeltKey(configuration ->
                            FastCodecInstaller.installForFile(configuration, CodecFactory.class, true));
                    break;
                case "others":
                    others();
                    break;
                case "nothing but others":
                    nothingButOthers();
                    break;
                case "too late":
                    tooLate();
                    break;
                case "shim":
                    shim();
                    break;
                case "relocated":
                    relocated();
                    break;
                case "out of memory":
                    outOfMemory();
                    break;
                case "interrupted":
                    interrupted();
                    break;
                case "no codec factory":
                    unusable(String.class);
                    break;
                case "broken codec factory":
                    unusable(Broken.class);
                    break;
                case "no parquet-hadoop":
                    assertFalse(FastCodecInstaller.install(new Configuration()));
                    break;
                default:
                    throw new IllegalArgumentException(scenario);
            }
        } catch (Exception e) {
            throw new IllegalStateException(scenario, e);
        }
        return scenario;
    }

    private static void manyThreads() throws Exception {
        int threads = 16;
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        List<Future<CompressionCodec>> codecs = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            codecs.add(executor.submit(() -> {
                start.await();
                assertTrue(FastCodecInstaller.install(new Configuration()));
                return map(CodecFactory.class).get(SNAPPY);
            }));
        }
        Set<CompressionCodec> different = new HashSet<>();
        for (Future<CompressionCodec> codec : codecs) {
            different.add(codec.get());
        }
        executor.shutdown();
        assertEquals(1, different.size());
        assertOurs(different.iterator().next());
    }

    private static void collected() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertTrue(FastCodecInstaller.install(new Configuration()));
            System.gc(); // collects the installer's weak state for a copy of parquet-java
            assertOurs(map(CodecFactory.class).get(SNAPPY));
        }
    }

    /** The Java agent has changed this factory, so that it does not read its map. */
    private static void agent() throws Exception {
        Class<?> served = io.github.fastcodec.internal.hadoop.agent.CodecFactory.class;
        Configuration off = new Configuration();
        off.set("parquet.fastcodec.enabled", "false");
        for (int i = 0; i < 2; i++) {
            assertTrue(FastCodecInstaller.install(new Configuration(), served));
            assertTrue(FastCodecInstaller.installForFile(new Configuration(), served, true));
            assertFalse(FastCodecInstaller.installForFile(off, served, true));
            assertFalse(FastCodecInstaller.install(off, served));
            assertEquals(Map.of(), map(served));
            System.gc(); // collects the installer's weak state
        }
    }

    private static void switchedOff() throws Exception {
        Configuration off = new Configuration();
        off.set("parquet.fastcodec.enabled", "false");
        assertFalse(FastCodecInstaller.install(off));
        assertEquals(Map.of(), map(CodecFactory.class));
        assertTrue(FastCodecInstaller.install(new Configuration()));
        assertOurs(map(CodecFactory.class).get(SNAPPY));
        assertFalse(FastCodecInstaller.install(off));
        assertEquals(Map.of(), map(CodecFactory.class));
    }

    /** A file is switched off and opened before the first file that is not. */
    private static void switchedOffForTheFirstFile() throws Exception {
        Configuration off = new Configuration();
        off.set("parquet.fastcodec.enabled", "false");
        off.set("zlib.compress.strategy", "HUFFMAN_ONLY"); // a key of Hadoop's codec
        byte[] page = TestPages.TEXT.ofSize(100_000);
        byte[] expected = gzip(off, page);
        assertFalse(FastCodecInstaller.installForFile(off, CodecFactory.class, true));
        FutureTask<Boolean> other = new FutureTask<>(
                () -> FastCodecInstaller.installForFile(new Configuration(), CodecFactory.class, true));
        new Thread(other).start();
        assertTrue(other.get());
        assertArrayEquals(expected, gzip(off, page));
        assertFalse(Arrays.equals(expected, gzip(off, page)), "without a note");
    }

    private static byte[] gzip(Configuration configuration, byte[] page) throws IOException {
        CodecFactory factory = new CodecFactory(configuration, 0);
        byte[] compressed = factory.getCompressor(CompressionCodecName.GZIP)
                .compress(BytesInput.from(page))
                .toInputStream()
                .readAllBytes();
        factory.release();
        return compressed;
    }

    private static void wrongSwitch() throws Exception {
        Configuration wrong = new Configuration();
        wrong.set("parquet.fastcodec.enabled", "flase");
        for (int i = 0; i < 2; i++) {
            assertFalse(FastCodecInstaller.install(wrong));
            assertFalse(FastCodecInstaller.installForFile(wrong, CodecFactory.class, true));
            assertEquals(Map.of(), map(CodecFactory.class));
        }
    }

    /** The first installation of a process has a wrong value: files fail until a later installation has a right one. */
    private static void wrongValue() throws Exception {
        Configuration wrong = new Configuration();
        wrong.set("parquet.fastcodec.max.page.bytes", "-5");
        assertTrue(FastCodecInstaller.install(wrong));
        assertOurs(map(CodecFactory.class).get(SNAPPY));
        CodecFactory factory = new CodecFactory(new Configuration(), 0);
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> factory.getCompressor(CompressionCodecName.SNAPPY));
        assertTrue(e.getMessage().startsWith("parquet.fastcodec.max.page.bytes is \"-5\""), e.getMessage());
        assertTrue(FastCodecInstaller.install(new Configuration()));
        new CodecFactory(new Configuration(), 0).getCompressor(CompressionCodecName.SNAPPY);
    }

    private static void misspeltKey(Predicate<Configuration> installation) {
        Configuration misspelt = new Configuration();
        misspelt.set("parquet.fastcodec.engine.gzp", "jdk-zlib");
        misspelt.set("parquet.fastcodec.enabled", "false"); // so that the log has no other message
        for (int i = 0; i < 3; i++) {
            assertFalse(installation.test(misspelt));
        }
    }

    private static void others() throws Exception {
        CompressionCodec another = new DefaultCodec();
        CompressionCodec anothersLevel = new DefaultCodec();
        map(CodecFactory.class).put(GZIP, another);
        map(CodecFactory.class).put(GZIP + ":9", anothersLevel);
        assertTrue(FastCodecInstaller.install(new Configuration()));
        assertSame(another, map(CodecFactory.class).get(GZIP));
        assertSame(anothersLevel, map(CodecFactory.class).get(GZIP + ":9"));
        assertOurs(map(CodecFactory.class).get(SNAPPY));
        Configuration off = new Configuration();
        off.set("parquet.fastcodec.enabled", "false");
        FastCodecInstaller.install(off);
        assertEquals(Map.of(GZIP, another, GZIP + ":9", anothersLevel), map(CodecFactory.class));
    }

    private static void nothingButOthers() throws Exception {
        for (CompressionCodecName codec : CompressionCodecName.values()) {
            map(CodecFactory.class).put(codec.getHadoopCompressionCodecClassName(), new DefaultCodec());
        }
        assertFalse(FastCodecInstaller.install(new Configuration()));
        assertFalse(FastCodecInstaller.install(new Configuration()));
        assertFalse(map(CodecFactory.class).values().stream().anyMatch(HadoopCodec.class::isInstance));
    }

    /** Files were written before, so that parquet-java's own codecs are in the map, and a factory may put one back. */
    private static void tooLate() throws Exception {
        new CodecFactory(new Configuration(), 0).getCompressor(CompressionCodecName.SNAPPY);
        CompressionCodec theirs = map(CodecFactory.class).get(SNAPPY);
        assertEquals(SNAPPY, theirs.getClass().getName());
        for (int i = 0; i < 2; i++) {
            assertTrue(FastCodecInstaller.install(new Configuration()));
            assertOurs(map(CodecFactory.class).get(SNAPPY));
            map(CodecFactory.class).put(SNAPPY, theirs);
        }
    }

    private static void shim() throws Exception {
        Class<?> shim = io.github.fastcodec.internal.hadoop.shim.CodecFactory.class;
        assertFalse(FastCodecInstaller.install(new Configuration(), shim));
        assertFalse(FastCodecInstaller.install(new Configuration(), shim));
        assertEquals(Map.of(), map(shim));
    }

    private static void relocated() throws Exception {
        Class<?> relocated = io.github.fastcodec.internal.hadoop.relocated.CodecFactory.class;
        assertTrue(FastCodecInstaller.install(new Configuration(), relocated));
        assertOurs(map(relocated).get("io.github.fastcodec.internal.hadoop.relocated.codec.SnappyCodec"));
        assertOurs(map(relocated).get("io.github.fastcodec.internal.hadoop.relocated.codec.ZstandardCodec:-7"));
        assertFalse(map(relocated).containsKey("io.github.fastcodec.internal.hadoop.relocated.codec.NewCodec"));
        assertEquals(Map.of(), map(CodecFactory.class));
        Configuration off = new Configuration();
        off.set("parquet.fastcodec.enabled", "false");
        assertFalse(FastCodecInstaller.install(off, relocated));
        assertEquals(Map.of(), map(relocated));
        assertTrue(FastCodecInstaller.install(new Configuration(), relocated));
    }

    private static void outOfMemory() {
        Class<?> relocated = io.github.fastcodec.internal.hadoop.relocated.CodecFactory.class;
        io.github.fastcodec.internal.hadoop.relocated.CodecFactory.isOutOfMemory = true;
        assertThrows(
                OutOfMemoryError.class, () -> FastCodecInstaller.installForFile(new Configuration(), relocated, true));
        assertTrue(FastCodecInstaller.installForFile(new Configuration(), relocated, true));
    }

    /** An interrupted task is the first to read. The engines that it loads must work for later tasks. */
    private static void interrupted() throws Exception {
        Thread.currentThread().interrupt();
        assertTrue(FastCodecInstaller.install(new Configuration()));
        assertTrue(Thread.interrupted(), "the interrupt is still there");
        new Tenant().apply("round GZIP");
    }

    private static void unusable(Class<?> factory) {
        assertFalse(FastCodecInstaller.install(new Configuration(), factory));
        assertFalse(FastCodecInstaller.install(new Configuration(), factory));
    }

    /** A codec factory that does not link, because a class is missing. */
    private static final class Broken {
        private static final Map<String, CompressionCodec> CODEC_BY_NAME = codecs();

        private static Map<String, CompressionCodec> codecs() {
            throw new NoClassDefFoundError("org/apache/hadoop/io/compress/Missing");
        }
    }

    private static void assertOurs(CompressionCodec codec) {
        assertSame(HadoopCodec.class, codec.getClass());
    }

    @SuppressWarnings("unchecked") // its declared type
    private static Map<String, CompressionCodec> map(Class<?> factory) throws ReflectiveOperationException {
        Field map = factory.getDeclaredField("CODEC_BY_NAME");
        map.setAccessible(true);
        return (Map<String, CompressionCodec>) map.get(null);
    }
}
