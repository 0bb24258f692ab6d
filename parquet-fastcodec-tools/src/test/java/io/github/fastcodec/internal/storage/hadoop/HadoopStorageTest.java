// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.storage.hadoop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.fastcodec.internal.cluster.CountingFileSystem;
import io.github.fastcodec.internal.search.FileList;
import io.github.fastcodec.internal.search.ListedFile;
import io.github.fastcodec.internal.search.Search;
import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileInput;
import io.github.fastcodec.internal.storage.LocalStorage;
import io.github.fastcodec.internal.storage.NewFile;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class HadoopStorageTest {

    private static final byte[] BYTES = "PAR1 some bytes that are a file".getBytes();

    @TempDir
    Path directory;

    private final FaultyFileSystem fileSystem = new FaultyFileSystem();
    private Storage storage;

    @BeforeEach
    void open() throws IOException {
        fileSystem.initialize(URI.create("file:///"), new Configuration(false));
        storage = new HadoopStorage(fileSystem);
    }

    private String path(String name) {
        return "file:" + directory.resolve(name);
    }

    private void write(String name) throws IOException {
        try (NewFile file = storage.create(path(name), null)) {
            file.output().write(BYTES);
            file.finish();
            file.publish();
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> directory.relativize(file).toString())
                    .sorted()
                    .collect(Collectors.toList());
        }
    }

    @Test
    void readsAndListsAWrittenFile() throws IOException {
        write("a/b.parquet");
        write("a/c:d.parquet");
        assertEquals(List.of("a/b.parquet", "a/c:d.parquet"), names());
        Entry file = storage.find(storage.child(path("a"), "c:d.parquet")).orElseThrow();
        assertTrue(file.isFile());
        assertEquals(BYTES.length, file.length());
        assertEquals(
                List.of("b.parquet", "c:d.parquet"),
                storage.list(path("a")).stream().map(Entry::name).toList());
        try (FileInput input = storage.open(path("a/b.parquet"))) {
            byte[] read = new byte[BYTES.length];
            input.read(4, read, 4, read.length - 4);
            input.read(0, read, 0, 4);
            assertArrayEquals(BYTES, read);
            assertThrows(EOFException.class, () -> input.read(5, read, 0, read.length));
        }
        assertEquals("b.parquet", storage.name(path("a/b.parquet")));
        assertEquals(path("a"), storage.parent(path("a/b.parquet")).orElseThrow());
    }

    /** A file system with real permissions, or with made-up ones as in object stores. */
    private static class Permitting extends RawLocalFileSystem {

        private final boolean hasPermissions;

        private Permitting(boolean hasPermissions) {
            this.hasPermissions = hasPermissions;
        }

        @Override
        public boolean hasPathCapability(org.apache.hadoop.fs.Path path, String capability) throws IOException {
            return capability.equals(CommonPathCapabilities.FS_PERMISSIONS)
                    ? hasPermissions
                    : super.hasPathCapability(path, capability);
        }
    }

    // Would catch: a run that ends at the first response that is cut off. HDFS reads from another machine by itself.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void repeatsAFailedReadFromAStore(boolean isStore) throws IOException {
        write("a");
        int[] opened = {0};
        FileSystem cutting = new Permitting(!isStore) {
            @Override
            public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize) throws IOException {
                FSDataInputStream whole = super.open(path, bufferSize);
                boolean isCut = ++opened[0] < 3;
                return new FSDataInputStream(whole.getWrappedStream()) {
                    @Override
                    public void seek(long position) throws IOException {
                        if (isCut) {
                            throw new SocketException("Connection reset");
                        }
                        super.seek(position);
                    }
                };
            }
        };
        cutting.initialize(URI.create("file:///"), new Configuration(false));
        try (FileInput input = new HadoopStorage(cutting).open(path("a"))) {
            byte[] read = new byte[BYTES.length];
            if (isStore) {
                input.read(0, read, 0, read.length);
                assertArrayEquals(BYTES, read);
            } else {
                assertThrows(SocketException.class, () -> input.read(0, read, 0, read.length));
            }
        }
    }

    @Test
    void fileAppearsUnderItsNameOnlyWhenComplete() throws IOException {
        try (NewFile file = storage.create(path("a"), null)) {
            file.output().write(ByteBuffer.wrap(BYTES, 0, 10).slice());
            file.output().write(ByteBuffer.allocateDirect(5));
            assertEquals(15, file.output().position());
            assertFalse(file.output().canTruncate());
            assertTrue(storage.find(path("a")).isEmpty());
            file.finish();
            assertTrue(storage.find(path("a")).isEmpty());
            try (FileInput input = file.open()) {
                assertEquals(15, input.length());
            }
            file.publish();
        }
        assertEquals(List.of("a"), names());
    }

    @Test
    void unpublishedFileLeavesNothing() throws IOException {
        try (NewFile file = storage.create(path("a"), null)) {
            file.output().write(BYTES);
        }
        try (NewFile file = storage.create(path("b"), null)) {
            file.output().write(BYTES);
            file.finish();
        }
        assertEquals(List.of(), names());
    }

    // Would catch: a replaced file. RawLocalFileSystem and some stores rename over existing files.
    @Test
    void replacesNothing() throws IOException {
        write("a");
        assertThrows(FileAlreadyExistsException.class, () -> write("a"));
        try (NewFile file = storage.create(path("b"), null)) {
            file.output().write(new byte[1]);
            file.finish();
            write("b");
            assertThrows(FileAlreadyExistsException.class, file::publish);
        }
        assertEquals(List.of("a", "b"), names());
        assertEquals(BYTES.length, Files.size(directory.resolve("b")));
    }

    /** Each call fails in turn. Afterwards the file is complete or missing, and no temporary file is left. */
    @ParameterizedTest
    @EnumSource(FaultyFileSystem.Call.class)
    void failureLeavesNothingOrTheWholeFile(FaultyFileSystem.Call call) throws IOException {
        fileSystem.fail(call);
        boolean failed = false;
        try {
            write("a");
        } catch (IOException e) {
            failed = true;
        }
        fileSystem.heal();
        assertTrue(failed, "nothing has failed");
        if (names().contains("a")) {
            assertEquals(BYTES.length, Files.size(directory.resolve("a")));
        }
        assertTrue(names().stream().allMatch("a"::equals), names()::toString);
    }

    // Would catch: leftovers of attempts that Spark interrupts because another one was faster.
    @Test
    void interruptedWriterLeavesNothing() throws IOException {
        NewFile file = storage.create(path("a"), null);
        file.output().write(BYTES);
        Thread.currentThread().interrupt();
        try {
            file.close();
        } finally {
            assertTrue(Thread.interrupted(), "the interrupt is not lost");
        }
        assertEquals(List.of(), names());
    }

    /** Returns the failures of a rename if the target was created after the check for it. */
    static Stream<IOException> renamesThatFindAnother() {
        return Stream.of(
                new org.apache.hadoop.fs.FileAlreadyExistsException("of the test"), new IOException("of the test"));
    }

    // Would catch: the file of a faster process, deleted after a failed rename.
    @ParameterizedTest
    @MethodSource("renamesThatFindAnother")
    void keepsTheFileOfAFasterProcess(IOException failure) throws IOException {
        byte[] theirs = "PAR1 another".getBytes();
        fileSystem.beforeRename(() -> {
            Files.write(directory.resolve("a"), theirs);
            throw failure;
        });
        IOException thrown = assertThrows(IOException.class, () -> write("a"));
        assertTrue(thrown == failure || thrown instanceof FileAlreadyExistsException, thrown::toString);
        assertEquals(List.of("a"), names());
        assertArrayEquals(theirs, Files.readAllBytes(directory.resolve("a")));
    }

    private void copy(String source, String target) throws IOException {
        try (NewFile file = storage.create(path(target), path(source))) {
            file.finish();
            file.publish();
        }
    }

    @Test
    void newFileHasTheReadersOfTheOldOne() throws IOException {
        write("a");
        Files.setPosixFilePermissions(directory.resolve("a"), PosixFilePermissions.fromString("rw-r-----"));
        copy("a", "b");
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("b"))));
    }

    // Would catch: a copy that everyone can read because its directory is open, although the source's directory
    // is not.
    @Test
    void access_newDirectoryIsAsPrivateAsTheSources() throws IOException {
        write("in/secret/a");
        Files.setPosixFilePermissions(directory.resolve("in/secret"), PosixFilePermissions.fromString("rwx------"));
        copy("in/secret/a", "out/secret/a");
        assertEquals(
                "rwx------",
                PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("out/secret"))));
    }

    // Would catch: trust in permissions that a store makes up.
    @Test
    void access_copyOfAnObjectOutsideItsStoreIsPrivate() throws IOException {
        write("a");
        FileSystem store = new Permitting(false);
        store.initialize(URI.create("file:///"), new Configuration(false));
        Path target = directory.resolve("copy");
        Storage from = new HadoopStorage(store);
        try (FileInput object = from.open(path("a"));
                NewFile file = new LocalStorage(FileSystems.getDefault()).createCopy(target.toString(), from, object)) {
            file.finish();
            file.publish();
        }
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(target)));
    }

    // Would catch: a private file that everyone can read in another file system.
    @Test
    void access_copyOfAPrivateFileIsPrivateInAnotherStorage() throws IOException {
        Path source = Files.writeString(directory.resolve("private"), "some text");
        Files.setPosixFilePermissions(source, PosixFilePermissions.fromString("rw-r-----"));
        Storage local = new LocalStorage(FileSystems.getDefault());
        try (FileInput original = local.open(source.toString());
                NewFile file = storage.createCopy(path("copy"), local, original)) {
            file.finish();
            file.publish();
            assertEquals(List.of(Storage.FOR_OWNER), file.notes());
        }
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("copy"))));
        try (FileInput copy = storage.open(path("copy"));
                NewFile file = local.createCopy(directory.resolve("back").toString(), storage, copy)) {
            file.finish();
            file.publish();
        }
        assertEquals(
                "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve("back"))));
    }

    // Would catch: two storages for one server that do not recognize each other's files.
    @Test
    void twoSpellingsOfOneServerAreOneStorage() throws IOException {
        Storages storages = new Storages(
                getClass().getClassLoader(),
                Map.of("fs.defaultFS", "faulty://bucket", "fs.faulty.impl", FaultyFileSystem.class.getName()));
        assertSame(storages.of("faulty:///a"), storages.of("faulty://bucket/b"));
        assertNotSame(storages.of("faulty://bucket/a"), storages.of("faulty://other/a"));
    }

    /** Checks only the names of a path, as ABFS does. */
    public static final class LaxFileSystem extends CountingFileSystem {

        /** For Hadoop, which creates the file system by its class name. */
        public LaxFileSystem() {}

        @Override
        public org.apache.hadoop.fs.Path makeQualified(org.apache.hadoop.fs.Path path) {
            return super.makeQualified(
                    new org.apache.hadoop.fs.Path(path.toUri().getPath()));
        }
    }

    // Would catch: files that are written to the container of the source.
    @Test
    void twoContainersOfOneAccountAreTwoStorages() throws IOException {
        Storages storages =
                new Storages(getClass().getClassLoader(), Map.of("fs.lax.impl", LaxFileSystem.class.getName()));
        assertNotSame(storages.of("lax://raw@account/a"), storages.of("lax://curated@account/a"));
    }

    // Would catch: a deleted temporary file of a running process.
    @Test
    void deletesTemporaryFilesOfYesterday() throws IOException {
        String old = ".a.12345678-1234-1234-1234-123456789abc.fastcodec.tmp";
        String recent = ".a.12345678-1234-1234-1234-123456789abd.fastcodec.tmp";
        String another = ".b.12345678-1234-1234-1234-123456789abc.fastcodec.tmp";
        for (String name : List.of(old, recent, another)) {
            Files.createFile(directory.resolve(name));
        }
        for (String name : List.of(old, another)) {
            Files.setLastModifiedTime(
                    directory.resolve(name), FileTime.from(Instant.now().minus(2, ChronoUnit.DAYS)));
        }
        storage.deleteLeftovers(path("a"));
        storage.deleteLeftovers(path("missing/a"));
        assertEquals(List.of(recent, another), names());
    }

    @Test
    void namesWhatIsMissing() {
        assertEquals(
                path("missing"),
                assertThrows(NoSuchFileException.class, () -> storage.open(path("missing")))
                        .getFile());
        assertEquals(
                path("missing"),
                assertThrows(NoSuchFileException.class, () -> storage.list(path("missing")))
                        .getFile());
    }

    @Test
    void changedFileIsAnotherEntry() throws IOException {
        write("a");
        Entry before = storage.find(path("a")).orElseThrow();
        assertEquals(before, storage.find(path("a")).orElseThrow());
        Files.setLastModifiedTime(directory.resolve("a"), FileTime.from(Instant.EPOCH));
        assertNotEquals(before, storage.find(path("a")).orElseThrow());
    }

    @Test
    void searchesDirectoriesAndGlobsLikeLocalOnes() throws IOException {
        for (String name : List.of("t/day=1/a.parquet", "t/day=2/b", "t/_SUCCESS", "t/_temporary/c.parquet")) {
            write(name);
        }
        Storages storages = new Storages(getClass().getClassLoader()) {
            @Override
            public Storage of(String path) {
                return storage;
            }

            @Override
            public String path(String path) {
                return path;
            }
        };
        FileList found = Search.find(List.of(path("t/")), storages);
        assertEquals(
                List.of(path("t/day=1/a.parquet"), path("t/day=2/b")),
                found.inOrder().stream().map(ListedFile::source).toList());
        assertEquals(List.of(path("t/_temporary")), found.hidden());
        FileList glob = Search.find(List.of(path("t/*/*.parquet")), storages);
        assertEquals(
                List.of(path("t/day=1/a.parquet")),
                glob.inOrder().stream().map(ListedFile::source).toList());
    }

    // Would catch: a configuration that is read before its location is known.
    @Test
    void servesASchemeOfTheConfiguration() throws IOException {
        Path configuration = Files.createDirectory(directory.resolve("conf"));
        Files.writeString(
                configuration.resolve("core-site.xml"),
                "<configuration><property><name>fs.faulty.impl</name><value>" + FaultyFileSystem.class.getName()
                        + "</value></property></configuration>");
        write("a");
        try (URLClassLoader loader = new URLClassLoader(
                new URL[] {configuration.toUri().toURL()}, getClass().getClassLoader())) {
            Storages storages = new Storages(loader);
            Storage served = storages.of("faulty://host" + directory);
            assertEquals(served, storages.of("faulty://host/{a,b}*"));
            assertNotEquals(served, storages.of("faulty://other/"));
            Entry file = served.find("faulty://host" + directory.resolve("a")).orElseThrow();
            assertEquals("faulty://host" + directory.resolve("a"), file.path());
            assertEquals(BYTES.length, file.length());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gs://bucket/x*", "nonsense://host:1/x"})
    void rejectsAnUnknownSchemeInOneSentence(String path) {
        IOException e =
                assertThrows(IOException.class, () -> new Storages(getClass().getClassLoader()).of(path));
        String scheme = path.substring(0, path.indexOf(':'));
        assertTrue(e.getMessage().startsWith(scheme + ":// has no file system on the class path ("), e::getMessage);
        assertTrue(e.getMessage().contains("add its jars"), e::getMessage);
    }

    @Test
    void namesAnUnknownHost() {
        Storages storages = new Storages(getClass().getClassLoader());
        IOException e = assertThrows(IOException.class, () -> storages.of("hdfs://host.invalid/x"));
        assertEquals("hdfs://host.invalid/: the host is unknown (host.invalid)", e.getMessage());
    }

    // Would catch: advice to add Hadoop if a file system lacks a library, such as that of S3.
    @Test
    void namesAClassThatAFileSystemLacks() {
        Storages storages =
                new Storages(getClass().getClassLoader(), Map.of("fs.lacking.impl", LackingFileSystem.class.getName()));
        IOException e = assertThrows(IOException.class, () -> storages.of("lacking://host/x"));
        assertEquals(
                "lacking:// has no file system on the class path (Class org.example.Missing not found): add its"
                        + " jars, and their dependencies",
                e.getMessage());
    }

    /** A file system with a missing dependency. */
    public static final class LackingFileSystem extends RawLocalFileSystem {
        @Override
        public void initialize(URI uri, Configuration conf) {
            throw new NoClassDefFoundError("org/example/Missing");
        }
    }
}
