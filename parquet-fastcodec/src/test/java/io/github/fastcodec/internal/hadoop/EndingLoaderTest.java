// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.support.IsolatedLoader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * This project in class loaders that end before parquet-java's, like the sessions of Hive and Spark Connect and the applications
 * of a server. The end of such a loader must not affect others in the JVM.
 */
@Tag("slow")
class EndingLoaderTest {

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private static final List<String> CODECS = List.of("SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW");

    private static final String OURS = "parquet-fastcodec's SNAPPY";

    private static final String LEVEL_OF_LOG = "org.slf4j.simpleLogger.log.io.github.fastcodec.hadoop";

    /** The engines' libraries and their dependencies. */
    private static final Pattern ENGINES =
            Pattern.compile("(snappy-java|zstd-jni|lz4-java|aircompressor|brotli4j|service|native|dec|jna)-.*\\.jar");

    /** The library files of all platforms in our jar. */
    private static final Pattern LIBDEFLATE = Pattern.compile("[^/]+/libdeflate\\.(so|dylib|dll)");

    @TempDir
    Path directory;

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();
    private final PrintStream err = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    /** A JVM's class path with parquet-java and without our classes. */
    private IsolatedLoader application;

    private UnaryOperator<String> tenant;

    @BeforeEach
    void captureTheLog() throws Exception {
        System.setProperty(LEVEL_OF_LOG, "info");
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        start(false);
    }

    @AfterEach
    void end() {
        System.setErr(err);
        System.clearProperty(LEVEL_OF_LOG);
        Thread.currentThread().setContextClassLoader(before);
    }

    /** Simulates a new JVM, with or without the engines on its class path. */
    private void start(boolean engines) throws Exception {
        List<String> ofOurs = ours().map(path -> path.getFileName().toString()).collect(Collectors.toList());
        application = IsolatedLoader.of(
                List.of(),
                name -> ofOurs.contains(name)
                        || !engines && ENGINES.matcher(name).matches(),
                name -> false);
        Thread.currentThread().setContextClassLoader(application);
        // Hadoop retains an exception from its first use, and with its stack trace the first user's classes
        Class.forName("org.apache.hadoop.util.Shell", true, application);
        tenant = new SessionLoader(application, testClasses()).start(Tenant.class);
    }

    /** A loader below the application's. */
    private static class SessionLoader extends URLClassLoader {
        private SessionLoader(ClassLoader parent, List<Path> classPath) {
            super(classPath.stream().map(SessionLoader::url).toArray(URL[]::new), parent);
        }

        private static URL url(Path path) {
            try {
                return path.toUri().toURL();
            } catch (IOException e) {
                throw new IllegalArgumentException(path.toString(), e);
            }
        }

        @SuppressWarnings("unchecked") // both classes implement this type
        UnaryOperator<String> start(Class<?> type) throws ReflectiveOperationException {
            return (UnaryOperator<String>)
                    loadClass(type.getName()).getDeclaredConstructor().newInstance();
        }

        boolean isLoaded(String className) {
            return findLoadedClass(className) != null;
        }
    }

    /** A child-first loader, like Spark's with {@code userClassPathFirst}. */
    private static final class ChildFirstLoader extends SessionLoader {
        private ChildFirstLoader(ClassLoader parent, List<Path> classPath) {
            super(parent, classPath);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                try {
                    return findClass(name);
                } catch (ClassNotFoundException e) {
                    return super.loadClass(name, resolve);
                }
            }
        }
    }

    private static Stream<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of);
    }

    /** Returns the folders with the compiled classes of this project and its tests. */
    private static Stream<Path> ours() {
        return classPath().filter(Files::isDirectory);
    }

    private static List<Path> testClasses() {
        return ours().filter(path -> Files.exists(path.resolve(file(Session.class))))
                .collect(Collectors.toList());
    }

    private static String file(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    /** Makes a jar of this project that the test may delete. */
    private Path ourJar() throws IOException {
        Path jar = Files.createTempFile(directory, "ours", ".jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path folder :
                    ours().filter(path -> !testClasses().contains(path)).collect(Collectors.toList())) {
                try (Stream<Path> files = Files.walk(folder)) {
                    for (Path file : files.filter(Files::isRegularFile).collect(Collectors.toList())) {
                        String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
                        if (name.startsWith("io/github/fastcodec/")
                                || LIBDEFLATE.matcher(name).matches()) {
                            out.putNextEntry(new JarEntry(name));
                            Files.copy(file, out);
                        }
                    }
                }
            }
        }
        return jar;
    }

    /** Returns copies of the engines' jars that the test may delete. */
    private List<Path> engineJars() throws IOException {
        Path folder = Files.createTempDirectory(directory, "engines");
        List<Path> copies = new ArrayList<>();
        for (Path jar : classPath()
                .filter(path -> ENGINES.matcher(path.getFileName().toString()).matches())
                .collect(Collectors.toList())) {
            copies.add(Files.copy(jar, folder.resolve(jar.getFileName())));
        }
        return copies;
    }

    /** Returns our jar, the engines' jars, and the tests' classes, which are not deleted. */
    private List<Path> everything() throws IOException {
        List<Path> all = new ArrayList<>(testClasses());
        all.add(ourJar());
        all.addAll(engineJars());
        return all;
    }

    /** How a session's loader ends. */
    private enum End {
        CLOSED {
            @Override
            void end(SessionLoader loader, Path directory) throws IOException {
                loader.close();
            }
        },
        CLOSED_AND_ITS_JARS_DELETED {
            @Override
            void end(SessionLoader loader, Path directory) throws IOException {
                loader.close();
                delete(directory);
            }
        },
        CHILD_FIRST_AND_ITS_FOLDER_DELETED {
            @Override
            SessionLoader begin(ClassLoader parent, List<Path> classPath) {
                return new ChildFirstLoader(parent, classPath);
            }

            @Override
            void end(SessionLoader loader, Path directory) throws IOException {
                loader.close();
                delete(directory);
            }
        };

        SessionLoader begin(ClassLoader parent, List<Path> classPath) {
            return new SessionLoader(parent, classPath);
        }

        abstract void end(SessionLoader loader, Path directory) throws IOException;

        private static void delete(Path directory) throws IOException {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                    if (!file.equals(directory)) {
                        Files.delete(file);
                    }
                }
            }
        }
    }

    // Would catch: a class, ours or a library's, that is only loaded when a page needs it.
    @ParameterizedTest
    @EnumSource
    void endingLoader_codecsOutliveTheLoaderOfTheirSession(End end) throws Exception {
        SessionLoader loader = end.begin(application, everything());
        UnaryOperator<String> session = loader.start(Session.class);
        assertEquals("true", session.apply("install"));
        session.apply("written GZIP"); // loads the classes that read the counters later
        end.end(loader, directory);
        for (String codec : CODECS) {
            assertEquals("ok", tenant.apply("round " + codec));
            assertEquals("1", session.apply("written " + codec));
            assertEquals("2", session.apply("read " + codec));
        }
        System.gc(); // frees contexts and the objects that only they hold
        for (String codec : CODECS) {
            assertEquals("ok", tenant.apply("round " + codec));
        }
    }

    // Would catch: a class that only LZ4's HC compressor needs, which no proof of an engine calls.
    @ParameterizedTest
    @EnumSource
    void endingLoader_lz4LevelsOutliveTheLoader(End end) throws Exception {
        SessionLoader loader = end.begin(application, everything());
        UnaryOperator<String> session = loader.start(Session.class);
        session.apply("install parquet.fastcodec.lz4.level=9");
        end.end(loader, directory);
        for (String codec : List.of("LZ4_RAW", "LZ4")) {
            assertEquals("ok", tenant.apply("round " + codec));
            assertEquals("1", session.apply("written " + codec));
        }
    }

    // Would catch: a file that was opened through a session's codec and cannot be finished after the session.
    @ParameterizedTest
    @EnumSource
    void endingLoader_openFilesOutliveTheLoader(End end) throws Exception {
        SessionLoader loader = end.begin(application, everything());
        UnaryOperator<String> session = loader.start(Session.class);
        session.apply("hook");
        for (String codec : CODECS) {
            assertEquals("ok", tenant.apply("open " + codec));
        }
        end.end(loader, directory);
        for (String codec : CODECS) {
            assertEquals("ok", tenant.apply("go-on " + codec));
            assertEquals("2", session.apply("written " + codec));
        }
    }

    /** Engines that are used only if a setting names them or others are missing. */
    private static final String OTHER_ENGINES = Stream.of(
                    "snappy=aircompressor",
                    "gzip=jdk-zlib",
                    "brotli=brotli-dec",
                    "lz4=aircompressor",
                    "zstd=aircompressor",
                    "lz4_raw=aircompressor")
            .map(" parquet.fastcodec.engine."::concat)
            .collect(Collectors.joining());

    // Would catch: errors that need classes that good pages do not need.
    @ParameterizedTest
    @EnumSource
    void endingLoader_corruptPagesGiveTheSameErrorsAfterwards(End end) throws Exception {
        new SessionLoader(application, everything()).start(Session.class).apply("install");
        Map<String, String> pages = new HashMap<>();
        CODECS.forEach(codec -> pages.put(codec, tenant.apply("page " + codec)));
        for (String engines : List.of("", OTHER_ENGINES)) {
            start(false);
            new SessionLoader(application, everything()).start(Session.class).apply("install" + engines);
            Map<String, String> errors = new HashMap<>();
            pages.forEach((codec, page) -> errors.put(codec, tenant.apply("corrupt " + codec + " " + page)));

            start(false);
            SessionLoader loader = end.begin(application, everything());
            loader.start(Session.class).apply("install" + engines);
            end.end(loader, directory);
            pages.forEach((codec, page) -> {
                String expected = errors.get(codec);
                assertTrue(expected.contains("CorruptPageException"), expected);
                assertEquals(expected, tenant.apply("corrupt " + codec + " " + page));
            });
        }
    }

    // Would catch: further such classes that the tests above happen not to need.
    @Test
    void installationLoadsEveryClassThatAPageNeeds() throws Exception {
        SessionLoader loader = new SessionLoader(application, everything());
        loader.start(Session.class).apply("install");
        Pattern ofPages = Pattern.compile("io/github/fastcodec/((engine|hadoop|internal)/.*)?[^/-]+\\.class");
        List<String> missing = new ArrayList<>();
        for (Path folder : ours().filter(path -> !testClasses().contains(path)).collect(Collectors.toList())) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.map(file -> folder.relativize(file).toString().replace(File.separatorChar, '/'))
                        .filter(ofPages.asMatchPredicate())
                        .map(name -> name.substring(0, name.length() - ".class".length())
                                .replace('/', '.'))
                        .filter(Predicate.not(loader::isLoaded))
                        .forEach(missing::add);
            }
        }
        assertEquals(List.of(), missing);
    }

    // Spark's --jars: a loader below parquet-java's that lives as long as the executor.
    @Test
    void livingLoaderServesAllSessions() throws Exception {
        UnaryOperator<String> session = new SessionLoader(application, everything()).start(Session.class);
        assertEquals("true", session.apply("install"));
        for (int pages = 1; pages <= 3; pages++) {
            System.gc();
            assertEquals("ok", tenant.apply("round SNAPPY"));
            assertEquals(Integer.toString(pages), session.apply("written SNAPPY"));
            assertEquals(Integer.toString(2 * pages), session.apply("read SNAPPY"));
        }
    }

    /** How a JVM's two copies reach parquet-java's codec map. */
    private enum EntryPoints {
        INSTALL_INSTALL("install", "install"),
        INSTALL_HOOK("install", "hook"),
        HOOK_INSTALL("hook", "install"),
        HOOK_HOOK("hook", "hook");

        private final String first;
        private final String second;

        EntryPoints(String first, String second) {
            this.first = first;
            this.second = second;
        }
    }

    // Would catch: two copies that replace each other, and a second copy that logs nothing.
    @ParameterizedTest
    @EnumSource
    void firstOfTwoCopiesServesAndTheSecondLogsIt(EntryPoints entries) throws Exception {
        start(true);
        UnaryOperator<String> first = session();
        UnaryOperator<String> second = session();
        first.apply(entries.first);
        for (int i = 0; i < 3; i++) {
            assertNotEquals("false", second.apply(entries.second + " parquet.fastcodec.max.page.bytes=10"));
            assertEquals("ok", tenant.apply("round ZSTD"), "settings of the second copy hold for nothing");
            first.apply(entries.first);
        }
        assertEquals("3", first.apply("written ZSTD"));
        assertEquals("0", second.apply("written ZSTD"));
        List<String> lines = lines();
        assertEquals(2, lines.size(), lines::toString);
        assertTrue(lines.get(0).contains(" serves the codecs of "), lines.get(0));
        assertTrue(
                lines.get(1).contains(" INFO ")
                        && lines.get(1).contains("already")
                        && lines.get(1).contains("counts their pages"),
                lines.get(1));
    }

    // Would catch: files of a second copy that lose their level.
    @Test
    void levelReachesTheFilesOfASecondCopy() throws Exception {
        start(true);
        session().apply("install");
        UnaryOperator<String> second = session();
        String level = "parquet.compression.codec.zstd.level=";
        second.apply("hook " + level + 19);
        int small = Integer.parseInt(tenant.apply("size " + level + 19));
        second.apply("hook " + level + -50);
        int large = Integer.parseInt(tenant.apply("size " + level + -50));
        assertTrue(small < large, small + " bytes at level 19, " + large + " at level -50");
    }

    // Would catch: a copy that removes another copy's codecs, and a copy that can no longer be switched off for
    // a file.
    @Test
    void switchOfASecondCopyDoesNotReachTheFirst() throws Exception {
        start(true);
        UnaryOperator<String> first = session();
        UnaryOperator<String> second = session();
        first.apply("install");
        assertEquals("false", second.apply("remove"));
        second.apply("hook parquet.fastcodec.enabled=false");
        assertTrue(lines().get(1).contains("already"), lines()::toString);
        assertEquals("ok", tenant.apply("round ZSTD"));
        assertEquals("1", first.apply("written ZSTD"));

        first.apply("hook parquet.fastcodec.enabled=false");
        assertEquals("ok", tenant.apply("round ZSTD"));
        assertEquals("1", first.apply("written ZSTD"), "a file that the first has switched off");
        assertEquals("false", first.apply("remove"));
        assertEquals("null", tenant.apply("map"));
        assertEquals("true", second.apply("install"));
        assertEquals("ok", tenant.apply("round ZSTD"));
        assertEquals("1", second.apply("written ZSTD"));
    }

    // Would catch: an application's settings that remain for the next one in the same JVM, as in a shell.
    @Test
    void nextApplicationInTheJvmHasItsOwnSettings() throws Exception {
        start(true);
        UnaryOperator<String> copy = session();
        copy.apply("install parquet.fastcodec.max.page.bytes=10");
        assertTrue(
                tenant.apply("corrupt SNAPPY " + tenant.apply("page SNAPPY")).contains("limit"),
                "the first application's limit");
        copy.apply("install"); // as the plugin does at its end
        assertEquals("ok", tenant.apply("round SNAPPY"));
        copy.apply("install");
        assertEquals("ok", tenant.apply("round SNAPPY"));
        assertEquals(1, lines().size(), lines()::toString);
    }

    // Would catch: a copy without libraries that installs codecs for which it lacks an engine and parquet-java
    // has its own.
    @Test
    void copyWithoutLibrariesNamesWhatLzoAndBrotliNeed() throws Exception {
        List<Path> noEngines = new ArrayList<>(testClasses());
        noEngines.add(ourJar());
        UnaryOperator<String> first = new SessionLoader(application, noEngines).start(Session.class);
        // the JDK's own zlib needs no library
        assertEquals("true", first.apply("install"));
        assertEquals("ok", tenant.apply("round GZIP"));
        assertFalse(tenant.apply("map").startsWith(OURS), tenant.apply("map"));
        for (String codec : List.of("LZO", "BROTLI")) {
            String message = tenant.apply("create " + codec);
            assertTrue(message.contains("No engine can compress " + codec) && message.contains("add "), message);
        }
    }

    // Would catch: static state in parquet-java that keeps alive the loader of a copy whose codecs are not
    // used.
    @Test
    void onlyTheFirstSessionsLoaderIsRetained() throws Exception {
        start(true);
        List<WeakReference<ClassLoader>> dropped = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            dropped.add(workInASession(i % 2 == 0));
        }
        for (WeakReference<ClassLoader> loader : dropped.subList(1, dropped.size())) {
            awaitCollection(loader);
        }
        assertTrue(dropped.get(0).get() != null, "the first serves until the JVM ends");
    }

    /** Returns a session that uses the application's engines. */
    private UnaryOperator<String> session() throws Exception {
        return new SessionLoader(application, ours().collect(Collectors.toList())).start(Session.class);
    }

    /** Works in a session on a separate thread, so that no references remain on a stack afterwards. */
    private WeakReference<ClassLoader> workInASession(boolean close) throws Exception {
        FutureTask<WeakReference<ClassLoader>> work = new FutureTask<>(() -> {
            SessionLoader loader = new SessionLoader(application, ours().collect(Collectors.toList()));
            Thread.currentThread().setContextClassLoader(loader);
            UnaryOperator<String> session = loader.start(Session.class);
            for (String codec : CODECS) {
                session.apply("hook");
                tenant.apply("round " + codec);
                tenant.apply("direct " + codec);
            }
            session.apply("install");
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

    private List<String> lines() {
        return log.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("FastCodecInstaller - "))
                .collect(Collectors.toList());
    }
}
