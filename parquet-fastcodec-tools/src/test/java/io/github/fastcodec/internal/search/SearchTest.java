// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.fastcodec.internal.cluster.ClusterLister;
import io.github.fastcodec.internal.cluster.RepeatingCluster;
import io.github.fastcodec.internal.storage.ManyFiles;
import io.github.fastcodec.internal.storage.Storage;
import io.github.fastcodec.internal.storage.Storages;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchTest {

    @TempDir
    Path directory;

    private Path table;

    private final Storages storages = new Storages(SearchTest.class.getClassLoader());

    /** Makes a directory as Spark leaves it, with other files in it. */
    @BeforeEach
    void makeTable() throws IOException {
        table = directory.resolve("table");
        for (String file : List.of(
                "year=2024/month=1/part-0.snappy.parquet",
                "year=2024/month=1/.part-0.snappy.parquet.crc",
                "year=2024/month=2/part-1.PARQUET",
                "year=2025/month=1/000000_0",
                "year=2025/month=1/notes.txt",
                "_year=1/part-2.parquet",
                "_SUCCESS",
                "_temporary/0/part-9.parquet",
                ".staging/part-9.parquet",
                "part-3.parquet._COPYING_")) {
            Path path = table.resolve(file);
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.endsWith("_0") ? "PAR1 and more" : "some text");
        }
    }

    /** Finds the same files on this thread and on a cluster. */
    private FileList find(Object... arguments) throws IOException {
        List<String> paths = Arrays.stream(arguments).map(Object::toString).toList();
        FileList here = Search.find(paths, storages);
        RepeatingCluster cluster = new RepeatingCluster(Map.of());
        FileList there = Search.find(paths, cluster.storages(), new ClusterLister(cluster, false), null);
        assertEquals(relative(here.inOrder()), relative(there.inOrder()));
        assertEquals(relative(here.others().toList()), relative(there.others().toList()));
        assertEquals(
                here.hidden(),
                there.hidden().stream()
                        .map(path -> path.replaceFirst("^file:", ""))
                        .toList());
        assertEquals(here.bytes(), there.bytes());
        return here;
    }

    /** Returns a storage where files named {@code bad-<reason>} cannot be opened for that reason. */
    private Storage faultyDisk() {
        return (Storage) Proxy.newProxyInstance(
                Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                    String name = method.getName().equals("open")
                            ? Path.of((String) arguments[0]).getFileName().toString()
                            : "";
                    if (name.startsWith("bad-")) {
                        throw name.endsWith("gone") ? new NoSuchFileException(name) : new AccessDeniedException(name);
                    }
                    try {
                        return method.invoke(storages.of("/"), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    // Would catch: a run over a directory that ends at a file that was deleted in the meantime or is
    // unreadable.
    @Test
    void unreadableFileDoesNotEndTheSearch() throws IOException {
        for (String name : List.of("bad-gone", "bad-denied", "good")) {
            Files.writeString(table.resolve(name), "PAR1 and more");
        }
        Storage faulty = faultyDisk();
        FileList found =
                Search.find(List.of(table.toString()), new Storages(getClass().getClassLoader()) {
                    @Override
                    public Storage of(String path) {
                        return faulty;
                    }
                });
        List<String> names = relative(found.inOrder());
        assertTrue(names.containsAll(List.of("bad-denied", "good")), names::toString);
        assertFalse(names.contains("bad-gone"), names::toString);
        assertFalse(relative(found.others().toList()).contains("bad-gone"));
    }

    private static List<String> relative(List<ListedFile> files) {
        return files.stream().map(ListedFile::relative).toList();
    }

    // Would catch: data that a failed job left in _temporary, taken for data of the table.
    @Test
    void findsTheFilesThatSparkReadsInADirectory() throws IOException {
        FileList found = find(table);
        assertEquals(
                List.of(
                        "_year=1/part-2.parquet",
                        "year=2024/month=1/part-0.snappy.parquet",
                        "year=2024/month=2/part-1.PARQUET",
                        "year=2025/month=1/000000_0"),
                relative(found.inOrder()));
        assertEquals(
                List.of("_SUCCESS", "year=2025/month=1/notes.txt"),
                relative(found.others().toList()));
        assertEquals(
                List.of(
                        table + "/.staging",
                        table + "/_temporary",
                        table + "/part-3.parquet._COPYING_",
                        table + "/year=2024/month=1/.part-0.snappy.parquet.crc"),
                found.hidden());
        assertEquals(9, found.inOrder().get(0).length());
    }

    // Would catch: the value of a partition that is lost because only the argument contains it.
    @Test
    void keepsPartitionNamesWhereverTheArgumentStarts() throws IOException {
        assertEquals(
                List.of("year=2024/month=2/part-1.PARQUET"),
                relative(find(table.resolve("year=2024/month=2")).inOrder()));
        assertEquals(
                List.of(
                        "year=2025/month=1/000000_0",
                        "year=2024/month=1/part-0.snappy.parquet",
                        "year=2024/month=2/part-1.PARQUET"),
                relative(find(table.resolve("year=2025"), table.resolve("year=2024/"))
                        .inOrder()));
    }

    @Test
    void keepsTheNamesOfSeveralDirectories() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.writeString(other.resolve("a.parquet"), "text");
        List<String> files = relative(find(other, table).inOrder());
        assertEquals("other/a.parquet", files.get(0));
        assertTrue(files.contains("table/year=2025/month=1/000000_0"), files::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "year=*/month=1/*         | year=2024/month=1/part-0.snappy.parquet, year=2025/month=1/000000_0",
                "year=2024                | year=2024/month=1/part-0.snappy.parquet, year=2024/month=2/part-1.PARQUET",
                "year=202[5-9]            | year=2025/month=1/000000_0",
                "year=202[!4]             | year=2025/month=1/000000_0",
                "year=202[^4]             | year=2025/month=1/000000_0",
                "**/*.{parquet,PARQUET}   | _year=1/part-2.parquet, year=2024/month=1/part-0.snappy.parquet, year=2024/month=2/part-1.PARQUET",
                "year=?024/**             | year=2024/month=1/part-0.snappy.parquet, year=2024/month=2/part-1.PARQUET",
                "_temporary/0/*.parquet   | part-9.parquet"
            })
    void globKeepsThePathBelowItsFixedPart(String glob, String expected) throws IOException {
        List<String> files = relative(find(table + "/" + glob).inOrder());
        assertEquals(
                Arrays.stream(expected.split(", ")).toList(),
                files.stream().sorted().toList());
    }

    @Test
    void acceptsANamedFileWhateverItsName() throws IOException {
        FileList found = find(table.resolve("_SUCCESS"), table.resolve("year=2025/month=1/notes.txt"));
        assertEquals(List.of("_SUCCESS", "notes.txt"), relative(found.inOrder()));
    }

    @Test
    void findsAFileWithGlobCharactersInItsName() throws IOException {
        Files.writeString(directory.resolve("a[1].parquet"), "text");
        assertEquals(
                List.of("a[1].parquet"),
                relative(find(directory.resolve("a[1].parquet")).inOrder()));
    }

    // Would catch: a file that is converted twice, by two threads at once.
    @Test
    void countsAFileOfTwoArgumentsOnce() throws IOException {
        assertEquals(
                4,
                find(table, table.resolve("year=2024"), table + "/year=*/*/*", table + "/.")
                        .files());
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing", "missing/*.parquet", "*.orc", "year=2024/part-0.parquet"})
    void namesAnArgumentThatMatchesNothing(String argument) {
        String path = table.resolve(argument).toString();
        FileSystemException e = assertThrows(NoSuchFileException.class, () -> find(table, path));
        assertEquals(path, e.getFile());
    }

    @Test
    void readsAUriOfALocalFileAsAPath() throws IOException {
        assertEquals(4, find(table.toUri()).files());
        assertEquals(4, find("file://" + table).files());
    }

    // Would catch: an endless search, or one that leaves the named directory through a link, upwards or by a
    // detour.
    @ParameterizedTest
    @ValueSource(strings = {".", "..", "../..", "../../..", "/", "../../away/back"})
    @DisabledOnOs(OS.WINDOWS)
    void doesNotFollowALinkThatLeadsUpwards(String to) throws IOException {
        Path away = Files.createDirectory(directory.resolve("away"));
        Files.createSymbolicLink(away.resolve("back"), directory);
        Path link = Files.createSymbolicLink(table.resolve("year=2024/month=3"), Path.of(to));
        Path around = Files.createSymbolicLink(table.resolve("year=2024/month=4"), away);
        Files.writeString(directory.resolve("beside.parquet"), "text");
        for (Object argument : List.of(table, table + "/*", table + "/**", directory + "/t*/*", table + "/year=2024")) {
            FileList found = find(argument);
            boolean isPart = argument.toString().endsWith("2024");
            assertEquals(isPart ? 2 : 4, found.files(), () -> argument + ": " + found.files());
            if (!argument.toString().contains("**")) { // a glob of ** ignores links below which nothing could match
                assertTrue(
                        found.hidden().containsAll(List.of(link.toString(), around + "/back")),
                        found.hidden()::toString);
            }
        }
    }

    @Test
    void followsFileLinksAndListsDanglingOnes() throws IOException {
        Path links = Files.createDirectory(directory.resolve("links"));
        Files.createSymbolicLink(links.resolve("a.parquet"), table.resolve("year=2024/month=2/part-1.PARQUET"));
        Files.createSymbolicLink(links.resolve("b.parquet"), table.resolve("nothing"));
        FileList found = find(links);
        assertEquals(List.of("a.parquet"), relative(found.inOrder()));
        assertEquals(List.of("b.parquet"), relative(found.others().toList()));
    }

    // Would catch: one path for two files, the second of which is silently ignored.
    @Test
    void resolvesTwoDotsAfterALinkLikeTheSystem() throws IOException {
        Path away = Files.createDirectories(directory.resolve("away/below"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), away);
        Path one = Files.writeString(directory.resolve("x.parquet"), "one");
        Path other = Files.writeString(directory.resolve("away/x.parquet"), "the other");
        FileList found = find(one, link.resolve("../x.parquet"));
        assertEquals(
                List.of(3L, 9L),
                found.inOrder().stream().map(ListedFile::length).toList());
        assertEquals(
                other.toRealPath().toString(),
                storages.of("/").absolute(link.resolve("../x.parquet").toString()));
    }

    // Would catch: a file that is converted and counted twice, or ignored, because of a link to it.
    @Test
    void findsALinkedFileOnceByItsOwnName() throws IOException {
        Path files = Files.createDirectories(directory.resolve("files/z"));
        Path file = Files.writeString(files.resolve("m.parquet"), "some text");
        Files.createSymbolicLink(files.resolve("a.parquet"), file);
        Files.createSymbolicLink(files.resolve("x.parquet"), Path.of("m.parquet"));
        Files.createSymbolicLink(directory.resolve("files/d"), files);
        Path hard = Files.createLink(files.resolve("y.parquet"), file);
        List<String> links = List.of("d", "z/a.parquet", "z/x.parquet");
        FileList found = find(directory.resolve("files"));
        assertEquals(List.of("z/m.parquet", "z/y.parquet"), relative(found.inOrder()));
        assertEquals(links.stream().map(link -> directory + "/files/" + link).toList(), found.hidden());
        assertEquals(List.of("m.parquet", "y.parquet"), relative(find(files).inOrder()));
        // Below a link, all paths go through it.
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("files/z"));
        assertEquals(List.of("m.parquet", "y.parquet"), relative(find(link).inOrder()));
        assertEquals(
                List.of(link + "/a.parquet", link + "/x.parquet"), find(link).hidden());
        assertEquals(
                List.of(file.toString()),
                find(files.resolve("x.parquet"), file).inOrder().stream()
                        .map(ListedFile::source)
                        .toList());
        assertEquals(1, find(hard).files());
    }

    // Would catch: a report in the order of machines or of levels of the tree, or files that are not in the order of a
    // shell.
    @Test
    void findsFilesInTheOrderOfArgumentsAndPaths() throws IOException {
        Path tree = directory.resolve("tree");
        for (String name : List.of("a/b/1.parquet", "a/b.parquet", "a.parquet", "b.parquet", "c/2.parquet")) {
            Files.createDirectories(tree.resolve(name).getParent());
            Files.writeString(tree.resolve(name), "text");
        }
        List<String> sorted = List.of("a/b/1.parquet", "a/b.parquet", "a.parquet", "b.parquet", "c/2.parquet");
        assertEquals(sorted, relative(find(tree).inOrder()));
        assertEquals(
                List.of("b.parquet", "2.parquet", "a.parquet"),
                relative(find(tree + "/b.parquet", tree + "/c/2.parquet", tree + "/a.parquet")
                        .inOrder()));
        assertEquals(
                List.of("c/2.parquet", "b.parquet", "a/b/1.parquet", "a/b.parquet"),
                relative(find(tree + "/c", tree + "/b.parquet", tree + "/a").inOrder()));
    }

    // Would catch: data that is lost because its file is copied as a note, and its link is left out.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void followsALinkToAHiddenName() throws IOException {
        Path tree = Files.createDirectory(directory.resolve("tree"));
        Files.writeString(tree.resolve("_data.parquet"), "text");
        Files.createSymbolicLink(tree.resolve("x.parquet"), Path.of("_data.parquet"));
        assertEquals(List.of("x.parquet"), relative(find(tree).inOrder()));
        assertEquals(List.of("_data.parquet"), relative(find(tree).others().toList()));
    }

    // Would catch: a file that is both converted and copied, to one target.
    @Test
    void excludesANamedFileFromItsDirectorysOthers() throws IOException {
        Path notes = table.resolve("year=2025/month=1/notes.txt");
        FileList found = find(table, notes);
        assertEquals(5, found.files());
        assertEquals(List.of("table/_SUCCESS"), relative(found.others().toList()));
    }

    // Would catch: rows that readers of the copy find twice, because an earlier run has copied what has since become a
    // link.
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void namesOldCopiesOfLinks() throws IOException {
        Path tree = Files.createDirectories(directory.resolve("tree/z")).getParent();
        Files.writeString(tree.resolve("z/m.parquet"), "text");
        Files.createSymbolicLink(tree.resolve("z/n.parquet"), Path.of("m.parquet"));
        Files.createSymbolicLink(tree.resolve("d"), tree.resolve("z"));
        Path copy = directory.resolve("copy");
        for (String name : List.of("z/m.parquet", "z/n.parquet", "d/m.parquet")) {
            Files.createDirectories(copy.resolve(name).getParent());
            Files.writeString(copy.resolve(name), "text");
        }
        for (Search.Lister lister :
                List.of(Search.onThisThread(storages), new ClusterLister(new RepeatingCluster(Map.of()), false))) {
            TargetDirectory target = TargetDirectory.at(copy.toString(), storages);
            FileList found = Search.find(List.of(tree.toString()), storages, lister, target);
            assertEquals(
                    List.of(copy + "/d", copy + "/z/n.parquet"),
                    found.withoutSource().stream()
                            .map(path -> path.replaceFirst("^file:", ""))
                            .toList());
        }
    }

    // Would catch: a directory that cannot be converted because of one link.
    @Test
    void treatsALinkToItselfAsDangling() throws IOException {
        Path links = Files.createDirectory(directory.resolve("links"));
        Files.createSymbolicLink(links.resolve("a.parquet"), Path.of("b.parquet"));
        Files.createSymbolicLink(links.resolve("b.parquet"), Path.of("a.parquet"));
        Files.createSymbolicLink(links.resolve("c.parquet"), Path.of("./c.parquet"));
        FileList found = find(links);
        assertEquals(List.of(), relative(found.inOrder()));
        assertEquals(
                List.of("a.parquet", "b.parquet", "c.parquet"),
                relative(found.others().toList()));
    }

    // Would catch: a pipe that is opened, which blocks until another process writes to it and ignores Ctrl-C.
    @Test
    void rejectsADevice() {
        assumeTrue(Files.exists(Path.of("/dev/null")));
        FileSystemException e = assertThrows(FileSystemException.class, () -> find("/dev/null"));
        assertEquals("/dev/null: it is neither a file nor a directory", e.getMessage());
    }

    // Would catch: a search that takes too much memory or time for each file.
    @Test
    void findsAHundredThousandFiles() throws IOException {
        int count = 100_000;
        Storage many = new ManyFiles(count);
        Storages withFiles = new Storages(getClass().getClassLoader()) {
            @Override
            public Storage of(String path) {
                return many;
            }
        };
        FileList found = Search.find(List.of("many://x/dir"), withFiles);
        assertEquals(count, found.files());
        assertEquals(
                "d17/part-99917.parquet",
                found.inOrder().stream()
                        .map(ListedFile::relative)
                        .filter(name -> name.contains("99917"))
                        .findFirst()
                        .orElseThrow());
    }

    // Would catch: a directory "dir:" that is taken for the scheme of a file system.
    @Test
    @DisabledOnOs(OS.WINDOWS) // whose names have no colons
    void relativePathNeverSeemsToHaveAScheme() throws IOException {
        Storage local = storages.of("/");
        assertEquals("./dir:", local.normalize("dir:/"));
        assertEquals("./dir:/a.parquet", local.normalize("dir:/a.parquet"));
        assertEquals("a:b/dir:", local.normalize("a:b/dir:"));
        assertEquals("/dir:/a.parquet", local.normalize("/dir:/a.parquet"));
        assertEquals("", local.normalize(""));
    }

    // Would catch: a directory with the name "file:x" that is created for --to file:x.
    @Test
    void rejectsARelativePathAfterFile() throws IOException {
        for (String path : List.of("file:x", "file:", "FILE:x/a.parquet")) {
            IOException failure = assertThrows(IOException.class, () -> find(path));
            assertEquals(
                    "\"" + path + "\" is not a URI, because the path after file: is relative: write file:/// before an"
                            + " absolute path, or the path alone",
                    failure.getMessage());
        }
        assertEquals("./file:x", storages.of("/").normalize("file:x"));
    }

    // Would catch: a file of another machine that is taken for a local one, or an exception without a message.
    @Test
    void rejectsAFileUriOfAnotherMachine() throws IOException {
        for (String path : List.of("file:/a", "file:///a", "file://localhost/a", "FILE:///a")) {
            assertEquals(storages.of("/"), storages.of(path));
            assertEquals("/a", storages.path(path));
        }
        for (String path : List.of("file://host", "file://host/a")) {
            IOException failure = assertThrows(IOException.class, () -> find(path));
            assertEquals(
                    "\"" + path + "\" names another machine after file://: for a local path, write file:/// before"
                            + " it, or the path alone",
                    failure.getMessage());
        }
    }
}
