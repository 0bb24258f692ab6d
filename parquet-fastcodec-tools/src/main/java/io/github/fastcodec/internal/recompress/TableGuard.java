// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.recompress;

import io.github.fastcodec.internal.parquet.Footer;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.work.OrderedWork;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.regex.Pattern;

/**
 * Refuses files that belong to a table with a log or a list of its own. Such a table knows its files by length and place, and
 * not every file in its directories counts: some hold rows that were deleted, or replaced, or never committed. So a copy of its
 * files is not the table. Safe for use by many threads.
 */
public final class TableGuard {

    /** A kind of table: what tells it, and what serves its owner. */
    private enum Table {
        DELTA("a Delta Lake table", "recompress it through its log, with RecompressJob on Spark"),
        ICEBERG("an Iceberg table", "recompress it through its log, with RecompressJob on Spark"),
        HUDI("a Hudi table", "set hoodie.parquet.compression.codec, and let Hudi's clustering rewrite it"),
        SPARK_STREAM(
                "what a Spark stream has written, of which _spark_metadata says what counts",
                "read the directory with Spark and write it to a new one"),
        PAIMON("a Paimon table", "set file.compression, and run Paimon's full compaction");

        private final String what;
        private final String remedy;

        Table(String what, String remedy) {
            this.what = what;
            this.remedy = remedy;
        }

        private FileDefect refusal(String evidence) {
            return new FileDefect("it belongs to " + what + " (" + evidence + "): " + remedy);
        }
    }

    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    /**
     * The names of Iceberg's OutputFileFactory: partition, task, an operation, which is a UUID or has one, and mostly a count. In
     * front may stand eight bits of a hash, behind "deletes" or what {@code NewNames} adds. Iceberg writes more than five digits
     * from partition 100,000 on; then a name might as well begin with a day.
     */
    private static final Pattern ICEBERG_NAME =
            Pattern.compile("(?:[01]{8}-)?[0-9]{5}-[0-9]+-(?:[\\w-]*[_-])?" + UUID + "(?:[_-][\\w-]*)?\\.parquet");

    /** The names of Hudi's FSUtils.makeBaseFileName: file group, write token, instant in seconds or milliseconds. */
    private static final Pattern HUDI_NAME =
            Pattern.compile(UUID + "(?:-[0-9]+)?_[0-9]+-[0-9]+-[0-9]+_[0-9]{14}(?:[0-9]{3})?\\.parquet");

    /**
     * The names of Iceberg's metadata files: a version in file systems, a count and a UUID in catalogs, a version and a UUID from
     * ClickHouse; then the compression, which older versions write at the end.
     */
    private static final Pattern ICEBERG_METADATA = Pattern.compile(
            "(?:v[0-9]+(?:-" + UUID + ")?|[0-9]{5,}-" + UUID + ")(?:\\.[a-z0-9]+)?\\.metadata\\.json(?:\\.gz)?");

    /** The names of Paimon's snapshots, one of which each table has that has data. */
    private static final Pattern PAIMON_SNAPSHOT = Pattern.compile("snapshot-[0-9]+");

    /** What only directories of tables hold, or some of them. */
    private static final Set<String> NAMES = Set.of("_delta_log", ".hoodie", "_spark_metadata", "metadata", "snapshot");

    /** Tables by the directory, and the directories below them that were asked for, or are now by another thread. */
    private final Map<String, FutureTask<Optional<Found>>> known = new ConcurrentHashMap<>();

    private record Found(Table table, String evidence) {}

    /**
     * Requires that no directory above a file, source or target, is that of a table, and that the source has no name that only
     * files of tables have.
     *
     * @throws FileDefect if one is, or it has; says which, why, and what will serve
     */
    void requireNoTable(FileJob job) throws IOException {
        for (Folder folder : job.folders()) {
            requireNoTable(folder);
        }
        requireNoName(job.source());
    }

    /** Delta Lake's names are Spark's, and Paimon's those of many a program, so that they tell nothing. */
    private static void requireNoName(String path) throws FileDefect {
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        if (ICEBERG_NAME.matcher(name).matches()) {
            throw Table.ICEBERG.refusal("its name is " + name + ", a name that Iceberg's writers give");
        }
        if (HUDI_NAME.matcher(name).matches()) {
            throw Table.HUDI.refusal("its name is " + name + ", a name that Hudi's writers give");
        }
    }

    /**
     * Requires that a directory does not belong to a table.
     *
     * @throws FileDefect if it does; says which, why, and what will serve
     */
    public void requireNoTable(Folder folder) throws IOException {
        Optional<Found> found = find(folder);
        if (found.isPresent()) {
            throw found.get().table.refusal(found.get().evidence);
        }
    }

    private Optional<Found> find(Folder folder) throws IOException {
        String key = folder.path();
        FutureTask<Optional<Found>> search = new FutureTask<>(() -> {
            Optional<Found> found = findHere(folder);
            Optional<Folder> parent = folder.parent();
            return found.isEmpty() && parent.isPresent() ? find(parent.get()) : found;
        });
        FutureTask<Optional<Found>> first = known.putIfAbsent(key, search);
        if (first == null) {
            search.run();
            first = search;
        }
        try {
            return OrderedWork.result(first, () -> {});
        } catch (IOException | RuntimeException | Error e) {
            known.remove(key, first); // another file may have more luck
            throw e;
        }
    }

    private static Optional<Found> findHere(Folder folder) throws IOException {
        Set<String> names = folder.which(NAMES);
        if (names.contains("_delta_log")) {
            return found(Table.DELTA, folder, "_delta_log");
        }
        if (names.contains(".hoodie")) {
            return found(Table.HUDI, folder, ".hoodie");
        }
        if (names.contains("_spark_metadata")) {
            return found(Table.SPARK_STREAM, folder, "_spark_metadata");
        }
        if (names.contains("metadata")) {
            for (String name : folder.names("metadata")) {
                if (name.equals("version-hint.text")
                        || ICEBERG_METADATA.matcher(name).matches()) {
                    return found(Table.ICEBERG, folder, "metadata/" + name);
                }
            }
        }
        if (names.contains("snapshot") && !folder.which(Set.of("manifest")).isEmpty()) {
            for (String name : folder.names("snapshot")) {
                if (PAIMON_SNAPSHOT.matcher(name).matches()) {
                    return found(Table.PAIMON, folder, "snapshot/" + name);
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<Found> found(Table table, Folder folder, String name) {
        return Optional.of(new Found(table, folder.path() + " holds " + name));
    }

    /**
     * Requires that a file does not say itself that it belongs to a table. Delta Lake and Paimon leave no mark in a file.
     *
     * @throws FileDefect if it does; says which, why, and what will serve
     */
    void requireNoTable(Footer footer) throws FileDefect {
        for (String key : footer.keys()) {
            if (key.equals("iceberg.schema")) {
                throw Table.ICEBERG.refusal("its footer has the key " + key);
            }
            if (key.startsWith("hoodie_") || key.startsWith("org.apache.hudi.")) {
                throw Table.HUDI.refusal("its footer has the key " + key);
            }
        }
    }
}
