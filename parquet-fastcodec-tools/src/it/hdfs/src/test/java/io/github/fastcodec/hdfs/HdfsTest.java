// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.hdfs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command line on a small HDFS. parquet-java and Hadoop's own client check the files that it writes there. */
class HdfsTest {

    private static final long SEED = 20_261_125;
    private static final int FILES = 8;
    private static final String MARKER = "_SUCCESS";
    private static final String MARKED = "2 days of events";
    private static final String FOR_A_GROUP = "day=0/part-6.parquet";
    private static final String TEMPORARY = "(day=\\d/)?\\.[^/]+\\.[0-9a-f-]{36}\\.fastcodec\\.tmp";

    private static java.nio.file.Path folder;
    private static MiniDFSCluster cluster;
    private static Configuration conf;
    private static FileSystem hdfs;

    /** The tree that all tests recompress, the names of its files, and the rows of its Parquet files. */
    private static Path events;

    private static Set<String> names;
    private static final Map<String, List<String>> ROWS = new TreeMap<>();

    /** The recompressed tree, and the result of the run that wrote it. */
    private static Path recompressed;

    private static CommandLine.Result firstRun;

    @BeforeAll
    static void startAndRecompress() throws Exception {
        folder = Files.createTempDirectory(
                Files.createDirectories(java.nio.file.Path.of(System.getProperty("hdfs.folder"))), "run-");
        cluster = new MiniDFSCluster.Builder(
                        new Configuration(), folder.resolve("cluster").toFile())
                .numDataNodes(2)
                .build();
        cluster.waitActive();
        conf = new Configuration();
        Path root = new Path("hdfs://127.0.0.1:" + cluster.getNameNodePort() + "/");
        hdfs = root.getFileSystem(conf);
        events = new Path(root, "events");
        for (int i = 0; i < FILES; i++) {
            String name = (i < 2 ? "" : "day=" + i % 2 + "/") + "part-" + i + ".parquet";
            EventFiles.write(new Path(events, name), conf, SEED + i);
            ROWS.put(name, EventFiles.rows(new Path(events, name), conf));
        }
        write(new Path(events, MARKER), MARKED.getBytes(StandardCharsets.UTF_8));
        hdfs.setPermission(new Path(events, FOR_A_GROUP), new FsPermission((short) 0640));
        names = namesBelow(events);
        recompressed = new Path(root, "events-zstd");
        firstRun = recompress(recompressed).await();
    }

    @AfterAll
    static void stop() throws IOException {
        if (cluster != null) {
            hdfs.close();
            cluster.shutdown();
        }
    }

    private static CommandLine recompress(Path target, String... options) throws IOException {
        List<String> arguments =
                new ArrayList<>(List.of("recompress", events.toString(), "--to", target.toString(), "--codec", "zstd"));
        arguments.addAll(List.of(options));
        return CommandLine.start(folder, arguments.toArray(new String[0]));
    }

    private static CommandLine.Result verify(Path path) throws Exception {
        return CommandLine.start(folder, "verify", path.toString()).await();
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (OutputStream output = hdfs.create(file, false)) {
            output.write(bytes);
        }
    }

    private static byte[] read(Path file) throws IOException {
        try (InputStream input = hdfs.open(file)) {
            return input.readAllBytes();
        }
    }

    /** Returns everything below a directory, hidden or not, by its relative path; nothing if there is no such directory. */
    private static Map<String, FileStatus> below(Path directory) throws IOException {
        Map<String, FileStatus> found = new TreeMap<>();
        addBelow(directory, "", found);
        return found;
    }

    private static void addBelow(Path directory, String place, Map<String, FileStatus> found) throws IOException {
        FileStatus[] statuses;
        try {
            statuses = hdfs.listStatus(directory);
        } catch (FileNotFoundException e) {
            return;
        }
        for (FileStatus status : statuses) {
            String name = place + status.getPath().getName();
            found.put(name, status);
            if (status.isDirectory()) {
                addBelow(status.getPath(), name + "/", found);
            }
        }
    }

    private static Set<String> namesBelow(Path directory) throws IOException {
        return new TreeSet<>(below(directory).keySet());
    }

    /** Requires that a file has the rows and permissions of its source, in ZSTD. */
    private static void assertRecompressed(Path target, String name) throws IOException {
        Path file = new Path(target, name);
        assertEquals(Set.of(CompressionCodecName.ZSTD), EventFiles.codecs(file, conf), file::toString);
        // Not assertEquals, which would print all rows.
        assertTrue(ROWS.get(name).equals(EventFiles.rows(file, conf)), () -> file + " has other rows");
        assertEquals(
                hdfs.getFileStatus(new Path(events, name)).getPermission(),
                hdfs.getFileStatus(file).getPermission(),
                file::toString);
    }

    /** Requires that a tree has all files of the source and nothing else. */
    private static void assertFinished(Path target) throws IOException {
        assertEquals(names, namesBelow(target), target::toString);
        for (String name : ROWS.keySet()) {
            assertRecompressed(target, name);
        }
        assertEquals(MARKED, new String(read(new Path(target, MARKER)), StandardCharsets.UTF_8), target::toString);
    }

    /** Requires that each file with a final name is whole, and returns the temporary files. */
    private static List<Path> assertWhole(Path target) throws IOException {
        List<Path> temporary = new ArrayList<>();
        Set<String> there = namesBelow(target);
        for (String name : there) {
            if (ROWS.containsKey(name)) {
                assertRecompressed(target, name);
            } else if (name.equals(MARKER)) {
                assertTrue(there.containsAll(ROWS.keySet()), () -> target + " is marked, but has only " + there);
                assertEquals(MARKED, new String(read(new Path(target, name)), StandardCharsets.UTF_8));
            } else if (!names.contains(name)) {
                assertTrue(name.matches(TEMPORARY), () -> target + " has " + name);
                temporary.add(new Path(target, name));
            }
        }
        return temporary;
    }

    // Would catch: wrong rows, codecs or permissions, missing files, leftovers.
    @Test
    void recompressesATree() throws Exception {
        assertEquals(0, firstRun.code(), firstRun::said);
        assertEquals(11, names.size(), "the source itself");
        for (String name : ROWS.keySet()) {
            Path source = new Path(events, name);
            assertEquals(Set.of(CompressionCodecName.SNAPPY), EventFiles.codecs(source, conf));
            assertEquals(2, EventFiles.groups(source, conf).size());
        }
        assertFinished(recompressed);
        assertEquals(
                "rw-r-----",
                hdfs.getFileStatus(new Path(recompressed, FOR_A_GROUP))
                        .getPermission()
                        .toString());
    }

    // Would catch: files that are written again, and temporary files, which change the times of their
    // directories.
    @Test
    void nextRunWritesNothing() throws Exception {
        String before = times();
        CommandLine.Result result = recompress(recompressed).await();
        assertEquals(0, result.code(), result::said);
        int all = FILES + 1; // with the marker
        assertTrue(result.said().matches("(?s).*recompressed +0 .*up to date +" + all + " .*"), result::said);
        assertEquals(before, times());
    }

    private static String times() throws IOException {
        return below(recompressed).entrySet().stream()
                .map(file -> file.getKey() + " " + file.getValue().getLen() + " "
                        + file.getValue().getModificationTime())
                .collect(Collectors.joining("\n"));
    }

    // Would catch: a verification that skips files on HDFS or confuses them.
    @Test
    void findsAFlippedByte() throws Exception {
        CommandLine.Result result = verify(recompressed);
        assertEquals(0, result.code(), result::said);
        assertTrue(result.said().startsWith(FILES + " files"), result::said);

        Path whole = new Path(recompressed, FOR_A_GROUP);
        byte[] bytes = read(whole);
        List<BlockMetaData> groups = EventFiles.groups(whole, conf);
        ColumnChunkMetaData column = groups.get(groups.size() - 1).getColumns().get(1);
        // the last bytes of a column chunk are those of its last page
        bytes[(int) (column.getStartingPos() + column.getTotalSize() - 20)] ^= 1;
        Path copies = new Path(recompressed.getParent(), "copies");
        write(new Path(copies, "whole.parquet"), read(whole));
        write(new Path(copies, "flipped.parquet"), bytes);
        result = verify(copies);
        assertEquals(1, result.code(), result::said);
        assertTrue(result.said().contains(copies + "/flipped.parquet"), result::said);
        assertFalse(result.said().contains("whole.parquet"), result::said);
    }

    // Would catch: a final name that is given too early, a leftover that stops the next run or stays forever.
    @Test
    void killedRunLeavesWholeFilesAndTheNextFinishes() throws Exception {
        int killed = 0;
        int left = 0;
        for (boolean isTemporary : new boolean[] {true, false}) {
            for (int count : new int[] {1, 2, 4, 6}) {
                Path target =
                        new Path(recompressed.getParent(), "killed-at-" + (isTemporary ? "temporary-" : "") + count);
                CommandLine run = recompress(target);
                Set<String> seen = new TreeSet<>();
                while (run.isRunning() && seen.size() < count) {
                    for (String name : namesBelow(target)) {
                        if (isTemporary ? name.matches(TEMPORARY) : ROWS.containsKey(name)) {
                            seen.add(name);
                        }
                    }
                    Thread.sleep(1);
                }
                run.kill();
                int code = run.await().code();
                assertTrue(code == 0 || code == 137, () -> target + ": exit code " + code);
                killed += code == 0 ? 0 : 1;
                List<Path> leftovers = assertWhole(target);
                left += leftovers.size();

                CommandLine.Result next = recompress(target).await();
                assertEquals(0, next.code(), next::said);
                assertTrue(namesBelow(target).containsAll(names), () -> target + " is not finished");
                assertWhole(target);
                if (count == 4) { // leftovers are deleted when they are a day old
                    long old = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(1) - 1;
                    for (Path leftover : leftovers) {
                        hdfs.setTimes(leftover, old, -1);
                    }
                    next = recompress(target).await();
                    assertEquals(0, next.code(), next::said);
                    assertFinished(target);
                }
            }
        }
        assertTrue(killed >= 4, killed + " runs were killed before their end");
        assertNotEquals(0, left, "no run was killed while it wrote a file");
        System.out.println(killed + " kills, " + left + " leftovers");
    }

    // Would catch: a file that replaces one of another run, half a file, a failure without its reason.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void twoConcurrentRunsWriteEachFileOnce(boolean keepsGoing) throws Exception {
        Path target = new Path(recompressed.getParent(), keepsGoing ? "two-that-keep-going" : "two");
        String[] options = keepsGoing ? new String[] {"--keep-going"} : new String[0];
        CommandLine first = recompress(target, options);
        CommandLine second = recompress(target, options);
        List<CommandLine.Result> results = List.of(first.await(), second.await());
        for (CommandLine.Result result : results) {
            if (result.code() != 0) {
                assertEquals(keepsGoing ? 2 : 1, result.code(), result::said);
                List<String> failures = result.said()
                        .lines()
                        .filter(line -> line.startsWith(events + "/"))
                        .toList();
                assertFalse(failures.isEmpty(), result::said);
                for (String failure : failures) {
                    assertTrue(
                            failure.matches("\\S+( is not copied)?: " + target + "/\\S+ already exists: [^.:]+\\."),
                            failure);
                }
            }
        }
        assertEquals(List.of(), assertWhole(target));
        if (keepsGoing) {
            assertTrue(namesBelow(target).containsAll(ROWS.keySet()), () -> target + " is not finished");
        }
        if (results.stream().allMatch(result -> result.code() != 0)) { // each lost a file to the other
            CommandLine.Result next = recompress(target).await();
            assertEquals(0, next.code(), next::said);
        }
        assertFinished(target);
    }
}
