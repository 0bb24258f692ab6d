// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.fastcodec.internal.cluster.Cluster;
import io.github.fastcodec.internal.cluster.ClusterFunction;
import io.github.fastcodec.internal.cluster.Machine;
import io.github.fastcodec.internal.cluster.RepeatingCluster;
import io.github.fastcodec.internal.tables.KeepReason;
import io.github.fastcodec.internal.tables.LoggedFile;
import io.github.fastcodec.internal.tables.NewNames;
import io.github.fastcodec.internal.tables.Replacement;
import io.github.fastcodec.internal.tables.TableFile;
import io.github.fastcodec.internal.tables.TableLog;
import io.github.fastcodec.internal.tables.TableProvider;
import io.github.fastcodec.internal.verify.log.TableLogColumn;
import io.github.fastcodec.internal.verify.log.TableLogEntry;
import java.io.IOException;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands {@code verify} and {@code verify-table} on a cluster in this JVM; real clusters and tables are tested in src/it.
 */
class ClusterVerificationTest extends CommandCalls {

    /** The number of damaged files, each with one damage. */
    private static final int DAMAGES = Integer.getInteger("verify.damages", 400);

    private static final long SEED = 20_261_125;

    private static final Path LAYOUTS = Path.of("src/test/resources/layouts");

    private static final List<String> SOURCES = List.of(
            "pyarrow-v1-snappy.parquet",
            "pyarrow-v2-gzip-index-checksums.parquet",
            "spark-4.2.0-v1-gzip-variant.parquet");

    @TempDir
    Path directory;

    private final List<LoggedFile> live = new ArrayList<>();
    private Cluster cluster = new RepeatingCluster(Map.of());

    private final class LocalTables implements TableProvider, TableLog {

        @Override
        public Cluster cluster() {
            return cluster;
        }

        @Override
        public TableLog iceberg(String name, String where, NewNames names) {
            return this;
        }

        @Override
        public TableLog delta(String path, String where, NewNames names) {
            return this;
        }

        @Override
        public Stream<LoggedFile> loggedFiles() {
            return List.copyOf(live).stream();
        }

        @Override
        public Stream<TableFile> liveFiles() {
            throw new UnsupportedOperationException("nothing is changed");
        }

        @Override
        public Commit replace(List<Replacement> replacements) {
            throw new UnsupportedOperationException("nothing is changed");
        }

        @Override
        public void delete(String path) {
            throw new UnsupportedOperationException("nothing is changed");
        }
    }

    private int onCluster(String... args) {
        return runIn(new LocalTables(), args);
    }

    private static JsonNode byFile(JsonNode document) {
        TreeMap<String, JsonNode> files = new TreeMap<>();
        document.get("files")
                .forEach(file -> files.put(file.get("file").asText().replaceFirst("^file:/*", "/"), file));
        return new ObjectMapper()
                .valueToTree(files.values().stream()
                        .map(file -> List.of(file.get("damages"), file.get("quirks"), file.get("rows"), messages(file)))
                        .toList());
    }

    private static List<String> messages(JsonNode file) {
        List<String> messages = new ArrayList<>();
        file.get("findings").forEach(finding -> messages.add(finding.toString()));
        return messages;
    }

    private static List<String> lines(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .map(line -> line.replaceFirst("\"file\":\"(file:/*)?", "\"file\":\"/"))
                .map(line -> line.replace("\"//", "\"/"))
                .sorted()
                .toList();
    }

    // Would catch: damage that is not found on the cluster, a finding that serialization changes.
    @Test
    void clusterFindsTheSameDamageAsTheCommand() throws IOException {
        for (int i = 0; i < DAMAGES; i++) {
            byte[] file = Files.readAllBytes(LAYOUTS.resolve(SOURCES.get(i % SOURCES.size())));
            Random random = new Random(SEED + i);
            int at = random.nextInt(file.length);
            switch (random.nextInt(4)) {
                case 0 -> file = Arrays.copyOf(file, at);
                case 1 -> Arrays.fill(file, at, Math.min(file.length, at + 20), (byte) 0);
                default -> file[at] ^= (byte) (1 << random.nextInt(8));
            }
            Path folder = Files.createDirectories(directory.resolve("in/part=" + i % 7));
            Path path = Files.write(folder.resolve(i + ".parquet"), file);
            live.add(new LoggedFile(path.toUri().toString(), new TableLogEntry(file.length, -1), null));
        }
        String in = directory.resolve("in").toString();
        assertEquals(
                1,
                run("verify", "--json", "--threads=1", "--findings=" + in + "1", "--damaged=" + in + "2", in),
                this::err);
        JsonNode expected = byFile(json());
        assertEquals(DAMAGES, expected.size());
        assertEquals(
                1, onCluster("verify", "--json", "--findings=" + in + "3", "--damaged=" + in + "4", in), this::err);
        assertEquals(expected, byFile(json()));
        assertEquals(
                1,
                onCluster("verify-table", "--table=t", "--json", "--findings=" + in + "5", "--damaged=" + in + "6"),
                this::err);
        assertEquals(expected, byFile(json()));
        for (String number : List.of("3", "5")) {
            assertEquals(lines(Path.of(in + "1")), lines(Path.of(in + number)));
        }
        for (String number : List.of("4", "6")) {
            assertEquals(lines(Path.of(in + "2")), lines(Path.of(in + number)));
        }
        assertTrue(Files.size(Path.of(in + "1")) > 0 && Files.size(Path.of(in + "2")) > 0);
    }

    private Path good(String name) throws IOException {
        Path folder = Files.createDirectories(directory.resolve("in"));
        return Files.copy(LAYOUTS.resolve(SOURCES.get(0)), folder.resolve(name));
    }

    private void logged(Path file, long moreBytes, long rows, TableLogColumn... columns) throws IOException {
        long length = Files.exists(file) ? Files.size(file) : 1;
        live.add(new LoggedFile(
                file.toString(),
                new TableLogEntry(length + moreBytes, rows, 0, 0, List.of(columns), List.of(), List.of()),
                null));
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    // Would catch: a log that is trusted without a check.
    @Test
    void comparesTheFilesWithTheLog() throws IOException {
        assertEquals(0, run("verify", "--json", good("a first one.parquet").toString()), this::err);
        long rows = json().at("/files/0/rows").asLong();
        logged(directory.resolve("in/a first one.parquet"), 0, rows);
        assertEquals(0, onCluster("verify-table", "--table=t"), this::out);
        logged(good("longer.parquet"), 1, rows);
        logged(good("rows.parquet"), 0, rows + 1);
        logged(directory.resolve("in/gone.parquet"), 0, rows);
        live.add(new LoggedFile("x.orc", new TableLogEntry(5, 1), KeepReason.NOT_PARQUET));
        assertEquals(1, onCluster("verify-table", "--table=t", "--damaged=" + directory + "/lost"), this::err);
        assertTrue(out().contains("/longer.parquet: it has "), out());
        assertTrue(out().contains(" rows, but the table's log says " + (rows + 1)), out());
        assertTrue(out().contains("/gone.parquet: it does not exist, but the table's log references it"), out());
        assertTrue(out().contains("Not checked: 1 file of 5 B, not Parquet."), out());
        assertTrue(out().contains(": 3 findings in 3 files."), out());
        String lost = Files.readString(directory.resolve("lost"));
        assertEquals(1, lost.lines().count(), lost);
        assertTrue(lost.contains("gone.parquet\",\"rowGroup\":null,\"column\":null,\"firstRow\":0,\"rows\":"), lost);
        assertEquals(1, onCluster("verify-table", "--table=t", "--json", "--where=a > 1"), this::err);
        assertEquals(1, json().get("notes").size(), this::out);
    }

    // Would catch: files that readers skip as soon as there is a filter, because the bounds in the log are
    // wrong.
    @Test
    void findsBoundsThatExcludeAValue() throws IOException {
        Path file = good("bounds.parquet");
        record Case(String path, byte[] least, byte[] largest, boolean isTrue) {}
        for (Case one : List.of(
                new Case("id", number(Integer.MIN_VALUE), number(Integer.MAX_VALUE), true),
                new Case("id", number(Long.MIN_VALUE), number(Long.MAX_VALUE), true),
                new Case("id", number(5L), number(Long.MAX_VALUE), false),
                new Case("id", number(Long.MIN_VALUE), number(5L), false),
                new Case("text", new byte[0], "\uffff".getBytes(StandardCharsets.UTF_8), true),
                new Case("text", "\uffff".getBytes(StandardCharsets.UTF_8), new byte[0], false))) {
            live.clear();
            logged(file, 0, -1, new TableLogColumn(null, one.path(), -1, -1, -1, one.least(), one.largest()));
            assertEquals(one.isTrue() ? 0 : 1, onCluster("verify-table", "--table=t", "--json"), one + out());
        }
    }

    // Would catch: a single failure of a store, reported as damage.
    @Test
    void retriesAnUnreadableFileBeforeReportingIt() {
        List<String> failures = new ArrayList<>();
        cluster = new Cluster() {
            @Override
            public Map<String, String> settings() {
                return Map.of();
            }

            @Override
            public int threads() {
                return 1;
            }

            @Override
            public <V extends Serializable, R extends Serializable> void call(
                    String what,
                    ClusterFunction<V, R> job,
                    Iterator<V> values,
                    Consumer<R> results,
                    BooleanSupplier cancelled)
                    throws IOException {
                for (V value; values.hasNext(); ) {
                    value = values.next();
                    try {
                        job.run(value, machine(0, false));
                    } catch (IOException e) {
                        failures.add(e.getMessage());
                    }
                    results.accept(job.run(value, machine(1, true)));
                }
            }

            private Machine machine(int attempt, boolean isLast) {
                return new Machine(Map.of(), 1, 1 << 20, attempt, isLast, () -> false);
            }
        };
        live.add(new LoggedFile("nostore://here/a.parquet", new TableLogEntry(5, 1), null));
        assertEquals(1, onCluster("verify-table", "--table=t", "--where=a > 1"), this::err);
        assertEquals(List.of("nostore://here/a.parquet could not be read completely"), failures);
        assertTrue(out().startsWith("nostore://here/a.parquet: it cannot be read: "), out());
    }

    @Test
    void sampleIsAShareOfTheBytes() throws IOException {
        for (int i = 0; i < 40; i++) {
            good(i + ".parquet");
        }
        String in = directory.resolve("in").toString();
        assertEquals(0, run("verify", "--json", "--sample=10%", in), this::err);
        assertEquals(4, json().get("files").size());
        assertEquals(0, onCluster("verify", "--json", "--sample=10%", "--seed=5", in), this::err);
        assertEquals(4, json().get("files").size());
        assertEquals(2, run("verify", "--sample=0%", in));
        assertEquals(2, run("verify", "--sample=101%", in));
        assertTrue(
                err().contains("\"101%\" is not a share, expected more than 0% and at most 100%, such as 5%"), err());
    }

    // Would catch: the loss of last night's report, or hours of work before the refusal.
    @Test
    void doesNotReplaceAnExistingFile() throws IOException {
        Path there = Files.writeString(directory.resolve("there"), "x");
        assertEquals(2, run("verify", "--findings=" + there, good("a.parquet").toString()));
        assertTrue(err().contains("--findings is " + there + ", which already exists: give another name"), err());
        assertEquals("x", Files.readString(there));
    }

    // Would catch: hours of work without a report, because a file could not be written at the end.
    @Test
    void unwritableFileDoesNotSuppressTheReport() throws IOException {
        String file = good("a.parquet").toString();
        String one = directory.resolve("one").toString();
        assertEquals(2, run("verify", "--findings=" + one, "--damaged=" + one, file));
        assertTrue(err().contains("--findings and --damaged are both " + one + ", expected two files"), err());
        assertEquals(1, run("verify", "--findings=" + one, "--damaged=" + directory + "/./one", file), this::err);
        assertTrue(out().contains(directory + "/./one was not written: "), out());
        assertTrue(out().contains(": nothing was found."), out());
        assertTrue(Files.exists(Path.of(one)));
    }
}
