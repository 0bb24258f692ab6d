// SPDX-License-Identifier: Apache-2.0
package io.github.fastcodec.internal.search;

import io.github.fastcodec.internal.storage.Entry;
import io.github.fastcodec.internal.storage.FileDefect;
import io.github.fastcodec.internal.storage.Storage;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Refuses files that belong to a table with a log or a list of its files. Such a table refers to its files by length and path,
 * and some files in its directories are not part of it: their rows were deleted, replaced, or never committed. So a copy of its
 * files is not a copy of the table. Thread-safe.
 */
public final class TableGuard {

    /** The table formats, each with its name in messages and a remedy. */
    private enum Format {
        DELTA("a Delta Lake table", "recompress it through its log, with RecompressJob on Spark"),
        ICEBERG("an Iceberg table", "recompress it through its log, with RecompressJob on Spark"),
        HUDI("a Hudi table", "set hoodie.parquet.compression.codec, and let Hudi's clustering rewrite it"),
        SPARK_STREAM(
                "the output of a Spark stream, whose _spark_metadata lists the valid files",
                "read the directory with Spark and write it to a new one"),
        PAIMON("a Paimon table", "set file.compression, and run Paimon's full compaction");

        private final String description;
        private final String remedy;

        Format(String description, String remedy) {
            this.description = description;
            this.remedy = remedy;
        }

        private FileDefect refusal(String evidence) {
            return new FileDefect("it belongs to " + description + " (" + evidence + "): " + remedy);
        }
    }

    private static final String UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

    /**
     * The names that Iceberg's OutputFileFactory generates: a partition, a task, an operation that is or contains a UUID, and
     * usually a count. They may be preceded by eight bits of a hash, and followed by "deletes" or the suffix that
     * {@code NewNames} adds. From partition 100,000 on, Iceberg writes more than five digits. Such long numbers are not
     * recognized, because names by other writers may begin with a date.
     */
    private static final Pattern ICEBERG_NAME =
            Pattern.compile("(?:[01]{8}-)?[0-9]{5}-[0-9]+-(?:[\\w-]*[_-])?" + UUID + "(?:[_-][\\w-]*)?\\.parquet");

    /**
     * The names that Hudi's FSUtils.makeBaseFileName generates: a file group, a write token, and an instant in seconds or
     * milliseconds.
     */
    private static final Pattern HUDI_NAME =
            Pattern.compile(UUID + "(?:-[0-9]+)?_[0-9]+-[0-9]+-[0-9]+_[0-9]{14}(?:[0-9]{3})?\\.parquet");

    /**
     * The names of Iceberg's metadata files. They begin with a version if the table is in a file system, with a count and a UUID
     * if it is in a catalog, and with a version and a UUID if ClickHouse wrote them. The compression follows, but older versions
     * of Iceberg put it at the end.
     */
    private static final Pattern ICEBERG_METADATA = Pattern.compile(
            "(?:v[0-9]+(?:-" + UUID + ")?|[0-9]{5,}-" + UUID + ")(?:\\.[a-z0-9]+)?\\.metadata\\.json(?:\\.gz)?");

    /** The names of Paimon's snapshots; each table with data has at least one. */
    private static final Pattern PAIMON_SNAPSHOT = Pattern.compile("snapshot-[0-9]+");

    /** Names that mark, or may mark, the directory of a table. */
    private static final Set<String> MARKERS =
            Set.of("_delta_log", ".hoodie", "_spark_metadata", "metadata", "snapshot");

    /** The refusals of directories, judging by them and by those above them. */
    private final Map<String, Optional<FileDefect>> known = new HashMap<>();

    /**
     * Requires that a file is not named like a file of an Iceberg or Hudi table. Delta Lake names its files as Spark does, and
     * the names of Paimon's files are common, so neither are checked.
     */
    public static void requireNoTableName(String path) throws FileDefect {
        String name = path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
        if (ICEBERG_NAME.matcher(name).matches()) {
            throw Format.ICEBERG.refusal("the name " + name + " follows the pattern of Iceberg's writers");
        }
        if (HUDI_NAME.matcher(name).matches()) {
            throw Format.HUDI.refusal("the name " + name + " follows the pattern of Hudi's writers");
        }
    }

    /** Requires the same as {@link #requireNoTable} of the directory of a file. */
    public void requireNoTableAbove(Storage storage, String file) throws IOException {
        String path = storage.absolute(file);
        requireNoTable(storage, storage.parent(path).orElse(path));
    }

    /**
     * Requires that neither a directory, which need not exist, nor the one to which links in its path lead belongs to a table.
     *
     * @throws FileDefect if one does; the message names the table format, the evidence and a remedy
     */
    public synchronized void requireNoTable(Storage storage, String directory) throws IOException {
        String path = storage.absolute(directory);
        for (String each : new LinkedHashSet<>(List.of(path, storage.real(path)))) {
            Optional<FileDefect> refusal = find(storage, each);
            if (refusal.isPresent()) {
                throw refusal.get();
            }
        }
    }

    /**
     * Requires the same of a directory that was listed, and whose parents have been checked.
     *
     * @param names the names in the directory
     */
    void requireNoTable(Storage storage, String directory, Set<String> names) throws IOException {
        String path = storage.absolute(directory);
        Optional<FileDefect> refusal = findHere(storage, path, names);
        if (refusal.isPresent()) {
            throw refusal.get();
        }
        if (!storage.real(path).equals(path)) {
            requireNoTable(storage, storage.real(path));
        }
    }

    private Optional<FileDefect> find(Storage storage, String path) throws IOException {
        Optional<FileDefect> refusal = known.get(path);
        if (refusal == null) {
            refusal = findHere(storage, path, storage.which(path, MARKERS));
            Optional<String> parent = storage.parent(path);
            if (refusal.isEmpty() && parent.isPresent()) {
                refusal = find(storage, parent.get());
            }
            known.put(path, refusal);
        }
        return refusal;
    }

    private static Optional<FileDefect> findHere(Storage storage, String path, Set<String> names) throws IOException {
        if (names.contains("_delta_log")) {
            return refusal(Format.DELTA, path, "_delta_log");
        }
        if (names.contains(".hoodie")) {
            return refusal(Format.HUDI, path, ".hoodie");
        }
        if (names.contains("_spark_metadata")) {
            return refusal(Format.SPARK_STREAM, path, "_spark_metadata");
        }
        if (names.contains("metadata")) {
            for (String name : names(storage, storage.child(path, "metadata"))) {
                if (name.equals("version-hint.text")
                        || ICEBERG_METADATA.matcher(name).matches()) {
                    return refusal(Format.ICEBERG, path, "metadata/" + name);
                }
            }
        }
        if (names.contains("snapshot")
                && !storage.which(path, Set.of("manifest")).isEmpty()) {
            for (String name : names(storage, storage.child(path, "snapshot"))) {
                if (PAIMON_SNAPSHOT.matcher(name).matches()) {
                    return refusal(Format.PAIMON, path, "snapshot/" + name);
                }
            }
        }
        return Optional.empty();
    }

    private static List<String> names(Storage storage, String directory) throws IOException {
        try {
            return storage.list(directory).stream().map(Entry::name).toList();
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        }
    }

    private static Optional<FileDefect> refusal(Format format, String directory, String name) {
        return Optional.of(format.refusal(directory + " holds " + name));
    }

    /**
     * Requires that the keys in a footer do not show that the file belongs to a table. Delta Lake and Paimon leave no mark in
     * footers.
     *
     * @throws FileDefect if they do; the message names the table format, the evidence and a remedy
     */
    public static void requireNoTableKeys(Collection<String> keys) throws FileDefect {
        for (String key : keys) {
            if (key.equals("iceberg.schema")) {
                throw Format.ICEBERG.refusal("its footer has the key " + key);
            }
            if (key.startsWith("hoodie_") || key.startsWith("org.apache.hudi.")) {
                throw Format.HUDI.refusal("its footer has the key " + key);
            }
        }
    }
}
