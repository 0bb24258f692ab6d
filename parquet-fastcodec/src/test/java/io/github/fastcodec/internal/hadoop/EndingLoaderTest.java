// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.hadoop.FastCodecInstaller;
import io.github.fastcodec.internal.hadoop.relay.CodecRelay;
import io.github.fastcodec.support.IsolatedLoader;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * This project in class loaders that end before parquet-java's, as Hive's sessions, Spark Connect's and applications of a
 * server have it: whatever becomes of them, nobody else in the JVM notices.
 */
class EndingLoaderTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The codecs that parquet-java has without us. */
    private static final String[] COMMON = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"};

    private static final String RELAY = "parquet-fastcodec's SNAPPY";

    @TempDir
    Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    /** A JVM's class path with parquet-java and the engines on it, and without us. */
    private IsolatedLoader application;

    private UnaryOperator<String> tenant;

    @BeforeEach
    void start() throws Exception {
        application = IsolatedLoader.of(
                List.of(),
                name -> name.endsWith("classes"),
                name -> name.startsWith("io.github.fastcodec.internal.hadoop.relay"));
        Thread.currentThread().setContextClassLoader(application);
        // Hadoop keeps an exception from its first use, and with its stack the classes of whoever came first
        Class.forName("org.apache.hadoop.util.Shell", true, application);
        tenant = new SessionLoader(application).start(Tenant.class);
    }

    @AfterEach
    void end() {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** The loader of one session: child of the application's, with our classes and those of the tests. */
    private static final class SessionLoader extends URLClassLoader {
        private SessionLoader(ClassLoader parent, URL... others) {
            super(Stream.concat(Stream.of(others), ownClasses()).toArray(URL[]::new), parent);
        }

        private static Stream<URL> ownClasses() {
            return Stream.of(FastCodecInstaller.class, Session.class)
                    .map(type -> type.getProtectionDomain().getCodeSource().getLocation());
        }

        @SuppressWarnings("unchecked") // they say so
        private UnaryOperator<String> start(Class<?> type) throws ReflectiveOperationException {
            return (UnaryOperator<String>)
                    loadClass(type.getName()).getDeclaredConstructor().newInstance();
        }
    }

    // Would catch: a codec in parquet-java's map that needs a class of ours, which the closed loader does not give.
    @Test
    void endingLoader_whenASessionsLoaderIsClosedEverybodyElseGoesOnWithEveryCodec() throws Exception {
        SessionLoader loader = new SessionLoader(application);
        UnaryOperator<String> session = loader.start(Session.class);
        assertEquals("true", session.apply("install"));
        loader.close();
        for (int round = 0; round < 2; round++) {
            for (String codec : COMMON) {
                assertEquals("ok", tenant.apply("round " + codec));
                assertEquals("ok", tenant.apply("direct " + codec));
            }
        }
        assertTrue(session.getClass().getClassLoader() == loader, "the loader was there all the time");
    }

    // Would catch the same where our classes were at work before, so that most of them are there.
    @Test
    void whenALoaderIsClosedThatHasServedEverybodyElseGoesOn() throws Exception {
        SessionLoader loader = new SessionLoader(application);
        UnaryOperator<String> session = loader.start(Session.class);
        for (String codec : COMMON) {
            session.apply("write " + codec);
            session.apply("read " + codec);
            tenant.apply("round " + codec);
        }
        loader.close();
        for (String codec : COMMON) {
            assertEquals("ok", tenant.apply("round " + codec));
        }
    }

    // Would catch: a file that was opened through a session's codec and cannot be finished without it.
    @ParameterizedTest
    @EnumSource(names = {"SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
    void endingLoader_aFileThatIsOpenWhenALoaderEndsGoesOn(CompressionCodecName codec) throws Exception {
        for (boolean closed : new boolean[] {true, false}) {
            workInASession(true, "GZIP"); // on whose behalf JNA starts its thread
            SessionLoader loader = new SessionLoader(application);
            UnaryOperator<String> session = loader.start(Session.class);
            assertEquals("true", session.apply("install"));
            assertEquals("ok", tenant.apply("open " + codec));
            assertEquals("1", session.apply("written " + codec), "the tenant's page went through us");
            WeakReference<ClassLoader> dropped = new WeakReference<>(loader);
            if (closed) {
                loader.close();
            } else {
                loader = null;
                session = null;
                awaitCollection(dropped);
            }
            assertEquals("ok", tenant.apply("go-on " + codec));
            assertEquals("ok", tenant.apply("round " + codec));
        }
    }

    // Would catch: anything in parquet-java's static state that keeps a session's loader alive: the codec map, class
    // values,
    // the pool of its factory for direct memory.
    @Test
    void endingLoader_aLoaderThatIsDroppedIsCollectedAndParquetJavasOwnCodecsServe() throws Exception {
        workInASession(false, COMMON); // on whose behalf JNA starts its thread
        WeakReference<ClassLoader> dropped = workInASession(false, COMMON);
        awaitCollection(dropped);
        for (String codec : COMMON) {
            assertEquals("ok", tenant.apply("round " + codec));
            assertEquals("ok", tenant.apply("direct " + codec));
        }
        assertFalse(tenant.apply("map").startsWith(RELAY), tenant.apply("map"));
    }

    // Up to Java 23 the first one may stay for as long as the thread that JNA started on its behalf, since a thread
    // refers to
    // the protection domains of those that started it.
    @Test
    void ofManySessionsNoneButTheFirstIsLeftBehind() throws Exception {
        List<WeakReference<ClassLoader>> dropped = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            dropped.add(workInASession(i % 2 == 0, COMMON));
        }
        for (WeakReference<ClassLoader> loader : dropped.subList(1, dropped.size())) {
            awaitCollection(loader);
        }
    }

    // Would catch: an application's own copy that serves nobody any more, because a session's copy failed beside it.
    @Test
    void theApplicationsCopyGoesOnServingWhenASessionsFails() throws Exception {
        UnaryOperator<String> plugin = new SessionLoader(application).start(Session.class);
        assertEquals("true", plugin.apply("install"));
        SessionLoader loader = new SessionLoader(application);
        UnaryOperator<String> session = loader.start(Session.class);
        session.apply("hook");
        tenant.apply("create SNAPPY");
        loader.close(); // before it has loaded what a page needs
        assertEquals("ok", tenant.apply("go-on SNAPPY"));
        assertEquals("0", session.apply("written SNAPPY"));
        assertEquals("ok", tenant.apply("round SNAPPY"));
        assertEquals("1", plugin.apply("written SNAPPY"));
    }

    // Would catch: a second session that finds the first one's codecs in place, and takes them for somebody else's.
    @Test
    void theNextSessionServesWhereTheOneBeforeHasEnded() throws Exception {
        SessionLoader first = new SessionLoader(application);
        UnaryOperator<String> ended = first.start(Session.class);
        ended.apply("write GZIP");
        first.close();
        UnaryOperator<String> session = new SessionLoader(application).start(Session.class);
        assertEquals("ok", session.apply("write GZIP"));
        assertEquals("1", session.apply("written GZIP"));
        assertEquals("ok", session.apply("read GZIP"));
        assertEquals("2", session.apply("read-pages GZIP"));
        assertEquals("1", ended.apply("written GZIP"), "pages of the first session");
        assertEquals("ok", tenant.apply("round GZIP"));
        assertEquals("4", session.apply("read-pages GZIP"), "everybody else's pages go through the session that lives");
    }

    // Would catch: sessions that live at the same time and whose files go through each other's copy, with each other's
    // settings.
    @Test
    void sessionsThatLiveAtOnceServeTheirOwnFiles() throws Exception {
        UnaryOperator<String> one = new SessionLoader(application).start(Session.class);
        UnaryOperator<String> two = new SessionLoader(application).start(Session.class);
        for (int i = 1; i <= 3; i++) {
            one.apply("write ZSTD");
            two.apply("write ZSTD");
            assertEquals(Integer.toString(i), one.apply("written ZSTD"));
            assertEquals(Integer.toString(i), two.apply("written ZSTD"));
        }
    }

    // Would catch: a session's end that takes the codecs away from another session, which lives and serves everybody.
    @Test
    void aSessionThatEndsTakesNothingFromAnotherThatServesEverybody() throws Exception {
        SessionLoader loader = new SessionLoader(application);
        UnaryOperator<String> ending = loader.start(Session.class);
        assertEquals("ok", ending.apply("hook"));
        UnaryOperator<String> living = new SessionLoader(application).start(Session.class);
        assertEquals("true", living.apply("install"));
        loader.close();
        assertEquals("ok", tenant.apply("round GZIP"), "the file of the session that has ended");
        assertEquals("0", living.apply("written GZIP"));
        assertTrue(tenant.apply("map").startsWith(RELAY), tenant.apply("map"));
        assertEquals("ok", tenant.apply("round GZIP"));
        assertEquals("1", living.apply("written GZIP"));
    }

    // Would catch: codecs that can only be taken out by the copy that put them there.
    @Test
    void anySessionTakesOutTheCodecsOfAnother() throws Exception {
        SessionLoader first = new SessionLoader(application);
        UnaryOperator<String> ended = first.start(Session.class);
        assertEquals("true", ended.apply("install"));
        assertTrue(tenant.apply("map").startsWith(RELAY), tenant.apply("map"));
        first.close();
        UnaryOperator<String> session = new SessionLoader(application).start(Session.class);
        assertEquals("false", session.apply("remove"));
        assertEquals("null", tenant.apply("map"));
    }

    // Would catch: a version that calls the relays of another, whose protocol it does not speak; or takes them for
    // codecs of
    // strangers, and leaves them in place.
    @Test
    void versionsThatDoNotUnderstandEachOtherTakeTurns() throws Exception {
        URL next = anotherVersion("io/github/fastcodec/internal/hadoop").toUri().toURL();
        UnaryOperator<String> old = new SessionLoader(application).start(Session.class);
        SessionLoader loader = new SessionLoader(application, next);
        UnaryOperator<String> young = loader.start(Session.class);
        for (int round = 1; round <= 2; round++) {
            assertEquals("true", old.apply("install"));
            assertEquals("1", tenant.apply("protocol"));
            assertEquals("ok", tenant.apply("round GZIP"));
            assertEquals("true", young.apply("install"));
            assertEquals("2", tenant.apply("protocol"));
            assertEquals("ok", tenant.apply("round GZIP"));
            assertEquals(Integer.toString(round), old.apply("written GZIP"));
            assertEquals(Integer.toString(round), young.apply("written GZIP"));
        }
        loader.close();
        assertEquals("ok", tenant.apply("round ZSTD"));
        assertEquals("ok", tenant.apply("round LZ4_RAW"));
        assertEquals("false", old.apply("remove"));
        assertEquals("null", tenant.apply("map"));
    }

    @Test
    void anySessionTakesOutTheCodecsOfAnotherVersion() throws Exception {
        URL next = anotherVersion("io/github/fastcodec/internal/hadoop").toUri().toURL();
        UnaryOperator<String> old = new SessionLoader(application).start(Session.class);
        assertEquals("true", old.apply("install"));
        assertEquals(
                "true",
                new SessionLoader(application, next).start(Session.class).apply("install"));
        assertEquals("2", tenant.apply("protocol"));
        assertEquals("false", old.apply("remove"));
        assertEquals("null", tenant.apply("map"));
    }

    // Would catch: calls to a relay beside parquet-java that speaks another protocol, which end in errors of every
    // file.
    @Test
    void anotherVersionBesideParquetJavaLeavesAllToParquetJava() throws Exception {
        application = IsolatedLoader.of(
                List.of(anotherVersion("io/github/fastcodec/internal/hadoop/relay")),
                name -> name.endsWith("classes"),
                name -> false);
        Thread.currentThread().setContextClassLoader(application);
        // Hadoop keeps an exception from its first use, and with its stack the classes of whoever came first
        Class.forName("org.apache.hadoop.util.Shell", true, application);
        tenant = new SessionLoader(application).start(Tenant.class);
        UnaryOperator<String> session = new SessionLoader(application).start(Session.class);
        assertEquals("false", session.apply("install"));
        assertEquals("ok", session.apply("write GZIP"));
        assertEquals("0", session.apply("written GZIP"));
        assertFalse(tenant.apply("map").startsWith(RELAY), tenant.apply("map"));
    }

    /** Compiles a package of ours, and those below, with the next version of the protocol. */
    private Path anotherVersion(String ofPackage) throws IOException {
        Path sources = Path.of("src", "main", "java");
        Path changed = directory.resolve("sources");
        List<String> arguments = new ArrayList<>(List.of(
                "-nowarn", "-proc:none", "-cp", System.getProperty("java.class.path"), "-d", directory + "/next"));
        try (Stream<Path> files = Files.walk(sources.resolve(ofPackage))) {
            for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
                Path copy = changed.resolve(sources.relativize(file));
                Files.createDirectories(copy.getParent());
                Files.writeString(copy, Files.readString(file).replace("PROTOCOL = 1;", "PROTOCOL = 2;"));
                arguments.add(copy.toString());
            }
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)));
        return directory.resolve("next");
    }

    // Spark's --jars: a loader below parquet-java's that lives as long as the executor.
    @Test
    void aLoaderThatLivesServesEverybody() throws Exception {
        UnaryOperator<String> session = new SessionLoader(application).start(Session.class);
        assertEquals("true", session.apply("install"));
        int pages = 0;
        for (int i = 0; i < 3; i++) {
            System.gc();
            assertEquals("ok", tenant.apply("round SNAPPY"));
            pages++;
        }
        assertEquals(Integer.toString(pages), session.apply("written SNAPPY"));
        assertEquals(Integer.toString(2 * pages), session.apply("read-pages SNAPPY"));
    }

    // Would catch: a class that is loaded only when it is needed, from a jar that is gone by then.
    @Test
    void everyClassOfTheRelayIsLoadedFromTheStart() throws Exception {
        Path classes = Path.of(CodecRelay.class.getResource("CodecRelay.class").toURI())
                .getParent();
        try (Stream<Path> files = Files.list(classes)) {
            Set<String> compiled = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertEquals(compiled, new TreeSet<>(RelayClass.ALL));
        }
    }

    /** On a thread of its own, whose stack is gone afterwards with what the JVM might still see in it. */
    private WeakReference<ClassLoader> workInASession(boolean close, String... codecs) throws Exception {
        FutureTask<WeakReference<ClassLoader>> work = new FutureTask<>(() -> {
            SessionLoader loader = new SessionLoader(application);
            Thread.currentThread().setContextClassLoader(loader);
            UnaryOperator<String> session = loader.start(Session.class);
            for (String codec : codecs) {
                session.apply("write " + codec);
                session.apply("read " + codec);
                tenant.apply("direct " + codec);
            }
            if (close) {
                loader.close();
            }
            return new WeakReference<>(loader);
        });
        Thread thread = new Thread(work, "session");
        thread.start();
        thread.join();
        return work.get();
    }

    private static void awaitCollection(WeakReference<ClassLoader> loader) throws InterruptedException {
        long start = System.nanoTime();
        while (loader.get() != null && System.nanoTime() - start < PATIENCE_NANOS) {
            System.gc();
            Thread.sleep(100);
        }
        assertNull(loader.get(), "the class loader is still there");
    }
}
